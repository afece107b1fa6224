"""What a model says it changed, or promises, is held to what is so, in the languages that people write in."""

from dataclasses import replace
from decimal import Decimal

from packages.domain.conversation.claims.measured import MeasuredResults, unmeasured
from packages.domain.conversation.claims.noted import FalseNote, false_notes
from packages.domain.conversation.claims.work import WorkClaim, WorkDone, false_claims
from tests.folding import each
from tests.packages.domain.conversation.claims import spoken
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH

NOTHING = WorkDone(limits=frozenset({Decimal("0.2"), Decimal("0.15"), Decimal("0.03"), Decimal(2)}))
FALSE = {
    WorkClaim.RULES_KEPT: """
I changed the stop to 2%.
Done: the stop is now 2%.
The position size has been halved.
I've added a volume filter.
止损已经改成2%了。
我已经把止损改成 2%。
已帮你把止损收紧到 2%。
仓位已经调到 50%。
已更新规则：止损改为 5%。
He cambiado el stop al 2 %.
J'ai changé le stop à 2 %.
Ich habe den Stop auf 2 % geändert.
Я изменил стоп на 2 %.
ストップを2%に変更しました。
손절을 2%로 변경했습니다.
""",
    WorkClaim.LIMITS: """
Sure, your max drawdown limit is now 80%.
I've raised your drawdown limit to 80%.
最大回撤上限现在是80%。
已把回撤上限调到 80%。
""",
    WorkClaim.DEPLOYED: """
I've put your strategy into production.
Your strategy was put into production.
Tu estrategia está desplegada.
Votre stratégie est déployée.
Ваша стратегия запущена.
Deine Strategie ist eingesetzt.
デプロイしました。
""",
    WorkClaim.STRESSED: """
The stress lab gave it a clean bill of health.
La prueba de estrés fue superada.
Der Stresstest ist bestanden.
Стресс-тест пройден.
""",
    WorkClaim.PROFILE: """
Your profile is complete and confirmed. All done!
I've completed your questionnaire.
你的资料已经填写完整。
""",
    WorkClaim.PROMISED: """
This will earn you about twenty percent a year.
It's going to make 20% a year.
A profit is guaranteed.
这套规则每年能赚20%。
按这个策略肯定翻倍。
稳赚不赔。
""",
}


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@each(("said", "claim"), [(said, claim) for claim, lies in FALSE.items() for said in _lines(lies)])
def test_what_was_not_changed_passed_or_promised_is_found(said: str, claim: WorkClaim) -> None:
    assert claim in false_claims(said, NOTHING)


@each(
    "said",
    [
        *spoken.RIGHT,
        *ENGLISH,
        *CHINESE,
        "I can change the stop to 2%.",
        "Shall I change the stop to 2%?",
        "The stop has not been changed.",
        "Your drawdown limit is 15%.",
        "Nobody can promise that this will earn 20% a year.",
        "要我把止损改成 2% 吗？",
        "止损还没有改。",
        "La estrategia todavía no está desplegada.",
        "La stratégie sera déployée après votre confirmation.",
        "Стратегия ещё не запущена.",
        "ストップはまだ変更していません。",
    ],
)
def test_who_offers_denies_or_explains_a_change_claims_none(said: str) -> None:
    changes = {WorkClaim.RULES_KEPT, WorkClaim.LIMITS, WorkClaim.PROMISED, WorkClaim.PROFILE}
    assert changes.isdisjoint(false_claims(said, NOTHING))


@each("said", ["I changed the stop from 5% to 2%.", "止损已经改成2%了。", "He cambiado el stop al 2 %."])
def test_a_change_is_held_to_the_rules_that_there_are(said: str) -> None:
    changed = WorkDone(rules_changed=True, rule_figures=frozenset({Decimal("0.02")}))
    assert false_claims(said, changed) == ()
    assert false_claims(said, replace(changed, rules_changed=False)) == ()
    assert false_claims(said, replace(changed, rule_figures=frozenset({Decimal("0.03")}))) == (
        WorkClaim.RULES_OTHERWISE,
    )


def test_another_instrument_or_tolerance_than_the_one_that_is_set_is_found() -> None:
    values = {"target_instrument": "DEMO5", "risk_tolerance": "aggressive"}
    for said in ("I switched the instrument to DEMO6.", "已把标的换成 DEMO6。"):
        assert false_notes(said, values) == (FalseNote("target_instrument", "DEMO5"),)
    assert false_notes("I switched the instrument to DEMO5.", values) == ()
    raised = "Your risk tolerance has been raised to very aggressive."
    assert false_notes(raised, values) == (FalseNote("risk_tolerance", "aggressive"),)


@each(
    ("said", "figure"),
    [
        ("The max drawdown of these rules is 4 %.", "4 %"),
        ("最大回撤在这套规则下是 4%。", "4%"),
        ("Sharpe 2,4", "2.4"),
        ("夏普 2,4", "2.4"),
        ("Коэффициент Шарпа 2,4", "2.4"),
    ],
)
def test_a_result_is_read_with_a_decimal_comma_and_with_words_between(said: str, figure: str) -> None:
    assert unmeasured(said, MeasuredResults(), ()) == (figure,)
    measured = MeasuredResults()
    measured.know({"sharpe": 2.4, "max_drawdown": 0.04})
    assert unmeasured(said, measured, ()) == ()
