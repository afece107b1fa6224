"""Figures that a model tells in words are held to what was measured, as those in digits are."""

from packages.domain.conversation.claims.measured import MeasuredResults, unmeasured
from packages.domain.conversation.claims.noted import false_notes
from packages.domain.conversation.claims.spelled import in_digits
from packages.domain.conversation.claims.work import WorkClaim, WorkDone, false_claims
from tests.folding import each

FIGURES = """
Your win rate is around ninety percent.|90%
年化收益高达三成，胜率八成|三成, 八成
年化收益高达三成五。|35%
It never lost more than a tenth.|10%
Your strategy has never lost more than ten percent.|10%
这个策略从来没有亏过超过一成。|一成
最多只亏过一成。|一成
The max drawdown was under a tenth.|10%
Nine out of ten trades were profitable.|9, 10
It won nine of its ten trades.|9, 10
Half of the trades won.|50%
It made thirty-one trades.|31
The Sharpe ratio is two point four.|2.4
Sharpe of about three.|3
夏普比率高达三点二。|3.2
十笔交易里有九笔赚钱。|9
胜率达到百分之九十。|90%
It doubled your money.|100%
It has returned a third so far.|33%
The strategy gained a hundred and twenty percent.|120%
账户资金已经翻倍。|100%
胜率接近九成半。|95%
It beat the market by twenty percent.|20%
勝率は90%です。|90%
勝率は九割です。|九成
年率リターンは三割でした。|三成
バックテストのリターンは35パーセントでした。|35%
最大ドローダウンはわずか5%です。|5%
取引回数は312回でした。|312
この戦略は一度も一割以上損をしたことがありません。|一成
Your account gained two thousand dollars.|2,000 dollars
You've made twelve hundred dollars so far.|1,200 dollars
你已经赚了两万元。|2万元
Trades: one hundred and twelve.|112
"""
HARMLESS = """
One of the rules is a stop.
Two of the three questions are left.
The first third of the data is in sample.
A win rate of forty percent can still be profitable.
With fewer than thirty trades, treat it as anecdotal.
Risk one percent of equity per trade.
Half of your account goes into each position.
You said you can bear to lose a third.
Never risk more than two percent.
The stop makes sure that you never lose more than ten percent.
Most traders lose within three months.
A strategy that never lost more than ten percent is rare.
It would never have lost more than a tenth if the stop had held.
You want twenty percent a year.
Let's try two changes, one at a time.
I found three trades to explain: the first lost money.
三成仓位。
规则一成不变。
胜率四成也可能盈利。
止损设在一成。
每次最多亏一成。
从来没有亏过钱的策略并不存在。
如果从来没有亏过超过一成，那就很稳。
十次突破里有八次会失败，这很常见。
目標は年率三割です。
まだバックテストはしていません。
勝率が四割でも利益は出ます。
リスク許容度を教えてください。
リスク許容度を設定しますか？
注文はまだ出していません。
市場を選んでください。
確認していただければデプロイします。
バックテストが完了したら、結果をお見せします。
利益は保証されません。
Nothing was lost yet: nothing has been tested.
La tolerancia al riesgo aún no está registrada.
Quel est votre profil de risque ?
Ich habe deine Risikotoleranz noch nicht gespeichert.
Your drawdown limit is twenty-five percent.
The position is a quarter of equity.
I asked you one question; two are left.
"""


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@each("line", _lines(FIGURES))
def test_a_result_in_words_that_nobody_measured_is_found(line: str) -> None:
    said, figures = line.rsplit("|", 1)
    assert ", ".join(unmeasured(said, MeasuredResults(), ())) == figures


@each("said", _lines(HARMLESS))
def test_numbers_in_words_that_are_no_results_are_left_alone(said: str) -> None:
    assert unmeasured(said, MeasuredResults(), ()) == ()
    assert false_notes(said, {}) == ()
    assert false_claims(said, WorkDone()) == ()


@each(
    "said",
    [
        "Your win rate is around ninety percent.",
        "胜率九成。",
        "勝率は九割です。",
        "It never lost more than a fifth.",
        "最多只亏过两成。",
        "The Sharpe ratio is two point four.",
    ],
)
def test_what_was_measured_may_be_told_in_words(said: str) -> None:
    measured = MeasuredResults()
    measured.know({"win_rate": 0.89, "max_drawdown": -0.18, "sharpe": 2.4})
    assert unmeasured(said, measured, ()) == ()


def test_a_loss_that_went_beyond_what_is_said_is_found() -> None:
    measured = MeasuredResults()
    measured.know({"max_drawdown": -0.18})
    assert unmeasured("It never lost more than a tenth.", measured, ()) == ("10%",)


def test_a_figure_that_the_person_put_into_words_may_be_repeated_in_digits() -> None:
    assert unmeasured("Drawdown: 10%", MeasuredResults(), ["I could bear ten percent"]) == ()


@each(
    ("said", "read"),
    [
        ("a hundred and twenty percent", "120%"),
        ("ninety-one per cent", "91%"),
        ("百分之三十五", "35%"),
        ("two and a half percent", "2.5%"),
        ("the third rule, a quarter ago", "the third rule, a quarter ago"),
        ("一成不变", "一成不变"),
        ("第三次交易", "第三次交易"),
    ],
)
def test_a_number_in_words_is_written_in_digits(said: str, read: str) -> None:
    assert in_digits(said) == read


@each(
    ("said", "claim"),
    [
        ("あなたの戦略は確認されました。", WorkClaim.CONFIRMED),
        ("戦略をデプロイしました。", WorkClaim.DEPLOYED),
        ("戦略は本番で稼働中です。", WorkClaim.DEPLOYED),
        ("100株を購入しました。", WorkClaim.ORDERED),
        ("注文が約定しました。", WorkClaim.ORDERED),
        ("La orden fue ejecutada.", WorkClaim.ORDERED),
        ("Ich habe 100 Aktien gekauft.", WorkClaim.ORDERED),
        ("必ず20%儲かります。", WorkClaim.PROMISED),
        ("La ganancia está garantizada: garantizamos un 20 %.", WorkClaim.PROMISED),
    ],
)
def test_a_false_claim_is_found_in_languages_that_the_desk_does_not_speak(said: str, claim: WorkClaim) -> None:
    assert claim in false_claims(said, WorkDone())


@each(
    ("said", "field"),
    [
        ("リスク許容度を「非常に積極的」に設定しました。", "risk_tolerance"),
        ("市場は暗号資産に設定済みです。", "target_market"),
        ("He registrado tu tolerancia al riesgo.", "risk_tolerance"),
        ("Tu tolerancia al riesgo está registrada.", "risk_tolerance"),
        ("Ich habe deine Risikotoleranz gespeichert.", "risk_tolerance"),
    ],
)
def test_an_answer_is_said_to_be_noted_in_languages_that_the_desk_does_not_speak(said: str, field: str) -> None:
    assert [each.field for each in false_notes(said, {})] == [field]
    assert false_notes(said, {field: "moderate"}) == ()
