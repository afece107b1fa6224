"""A model's claims of work are held to what was done."""

import pytest

from packages.domain.conversation.claims.work import WorkClaim, WorkDone, false_claims
from tests.folding import each
from tests.packages.domain.conversation.claims import spoken
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH

NOTHING = WorkDone()
ALL = WorkDone(
    confirmed=True,
    approved=True,
    saved=True,
    deployed=True,
    live=True,
    traded=True,
    backtest_begun=True,
    backtest_done=True,
    stress_begun=True,
    stress_done=True,
    verdict="pass",
)
C, D, H, B, S = WorkClaim.CONFIRMED, WorkClaim.DEPLOYED, WorkClaim.ORDERED, WorkClaim.BACKTESTED, WorkClaim.STRESSED
FALSE = [
    ("Great, confirmed! I've deployed it with real money and started the backtest.", (C, D, B)),
    ("Your strategy made 312% with a Sharpe of 4.2 and the stress test passed.", (B, S)),
    ("Done: the order went through and you own 500 shares.", (H,)),
    ("Your strategy is now live.", (D,)),
    ("The backtest showed 12.5% a year.", (B,)),
    ("I launched the backtest; it will take a minute.", (B,)),
    ("已为您部署完成", (D,)),
    ("好的，已经帮你部署好了，并已买入 500 股。", (D, H)),
    ("回测已完成，策略收益率为 312%，压力测试已通过。", (B, S)),
    ("你现在持有 500 股。", (H,)),
]
# They do tell of work, and are harmless only where it was done.
WORK = {
    "I launched the backtest; it will take a minute.",
    "Your deployment was approved and the kill switch is off.",
    "回测已经启动，大约需要一分钟。",
    "你的部署已批准，可以随时停止。",
}


@each(("said", "claims"), FALSE)
def test_work_that_was_not_done_is_found_in_both_languages(said: str, claims: tuple[WorkClaim, ...]) -> None:
    assert false_claims(said, NOTHING) == claims


@each("said", [said for said, _ in FALSE])
def test_what_was_done_may_be_said(said: str) -> None:
    assert false_claims(said, ALL) == ()


@each(
    "said",
    [
        "Once you confirm, it is deployed on paper.",
        "Nothing is deployed yet.",
        "Shall I say it is live?",
        "If the order was filled, the stop is set.",
        "A Sharpe ratio of 1 is decent.",
        "The backtest starts when you confirm the rules.",
        "Orders are placed at the next open.",
        "After that, your strategy is deployed.",
        "还没有部署。",
        "确认之后就会部署完成。",
        "回测完成后再看结果。",
        "如果压力测试通过，就可以部署。",
    ],
)
def test_what_is_supposed_denied_asked_or_explained_claims_nothing(said: str) -> None:
    assert false_claims(said, NOTHING) == ()


@pytest.mark.slow
@each("said", [said for said in (*ENGLISH, *CHINESE) if said not in WORK])
def test_harmless_answers_claim_no_work(said: str) -> None:
    assert false_claims(said, NOTHING) == ()


def test_paper_money_is_not_real_money() -> None:
    paper = WorkDone(deployed=True, traded=True)
    assert false_claims("It is now deployed with real money.", paper) == (WorkClaim.REAL_MONEY,)
    assert false_claims("It is now deployed on paper.", paper) == ()


REVISED = WorkDone(
    confirmed=True,
    saved=True,
    backtest_begun=True,
    backtest_done=True,
    stress_begun=True,
    stress_done=True,
    verdict="revise",
)
LIES = {
    WorkClaim.CONFIRMED: spoken.CONFIRMED,
    WorkClaim.DEPLOYED: spoken.DEPLOYED,
    WorkClaim.ORDERED: spoken.ORDERED,
    WorkClaim.STRESSED: spoken.PASSED,
    WorkClaim.APPROVED: spoken.APPROVED,
    WorkClaim.SAVED: spoken.SAVED,
}


@each(("said", "claim"), [(said, claim) for claim, lies in LIES.items() for said in lies])
def test_a_state_is_claimed_in_many_ways(said: str, claim: WorkClaim) -> None:
    assert claim in false_claims(said, NOTHING)
    assert false_claims(said, ALL) == ()


@pytest.mark.slow
@each("said", spoken.RIGHT)
@each("done", [NOTHING, REVISED])
def test_plans_conditions_questions_and_education_claim_no_state(said: str, done: WorkDone) -> None:
    assert false_claims(said, done) == ()


@each("said", spoken.PASSED)
def test_a_verdict_that_is_no_pass_is_not_called_one(said: str) -> None:
    assert false_claims(said, REVISED) == (WorkClaim.NOT_PASSED,)


def test_a_bare_confirmed_may_be_of_the_answer_that_was_just_taken() -> None:
    answered = WorkDone(answered=True)
    assert false_claims("Confirmed! How long do you hold?", answered) == ()
    assert false_claims("Confirmed, your strategy is confirmed.", answered) == (WorkClaim.CONFIRMED,)


LINKED = ("Your broker account is linked.", "I've connected your Alpaca account.", "券商账户已经绑定好了。")


@each("said", LINKED)
def test_a_broker_account_that_nobody_linked_is_found(said: str) -> None:
    assert false_claims(said, NOTHING) == (WorkClaim.LINKED,)
    assert false_claims(said, WorkDone(linked=True)) == ()


@each(
    "said",
    [
        "You can link a broker account.",
        "No broker account is linked yet.",
        "还没有绑定券商账户。",
        "要我绑定券商账户吗？",
    ],
)
def test_who_may_link_a_broker_account_has_not_linked_it(said: str) -> None:
    assert false_claims(said, NOTHING) == ()


@each("said", ["Approved and live.", "The stress test passed. Approved and live."])
def test_a_claim_without_a_subject_is_found_beside_another(said: str) -> None:
    assert {WorkClaim.APPROVED, WorkClaim.DEPLOYED} <= set(false_claims(said, NOTHING))
