"""The experts' texts as statements: split, sided and weighed, in both languages."""

import pytest

from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.model.enums import ArgumentStrength, Stance
from src.modules.debate.infrastructure.rules.lexicon import side_of
from src.modules.debate.infrastructure.rules.statements import (
    ExpertStatement,
    clipped,
    for_side,
    sentences,
    spread,
    statements_of,
)
from tests.src.modules.debate.making import debate_input, summary


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("RSI 为 56.8[E8]。ADX 为 25.7[E15]！", ["RSI 为 56.8[E8]。", "ADX 为 25.7[E15]！"]),
        ("利润增速 -37.2%[E6]。；DCF 对假设敏感；缺少信息", ["利润增速 -37.2%[E6]。", "DCF 对假设敏感", "缺少信息"]),
        (
            "RSI14 is 56.8[E8], above 50.0[E45]. ADX14 is 25.7[E15].",
            ["RSI14 is 56.8[E8], above 50.0[E45].", "ADX14 is 25.7[E15]."],
        ),
        ("The margin is 3.5; a finish below 2.0 would prove it wrong.", 1),
        ("“Worried About Prices? Rates Offer Protection”[E12] (2025-07-26, cold in tone).", 1),
        ("“利率会降吗？看这三点”[E3]（2025-07-26，偏冷）。", 1),
    ],
)
def test_texts_are_split_into_sentences_and_numbers_stay_whole(text: str, parts: list[str] | int) -> None:
    assert sentences(text) == ([text] if parts == 1 else parts)


@pytest.mark.parametrize(
    ("sentence", "side"),
    [
        ("技术面偏多：动量偏多。", Stance.BULL),
        ("The chart is bullish.", Stance.BULL),
        ("总需求在转弱。", Stance.BEAR),
        ("Overall demand is weakening.", Stance.BEAR),
        ("净利润同比为 -55.1%[E16]。", Stance.BEAR),
        ("Net profit growth is -55.1%[E16].", Stance.BEAR),
        ("净利润同比为 55.1%[E16]。", None),
        ("盈利能力没有改善。", Stance.BEAR),
        ("Margins did not improve.", Stance.BEAR),
        ("需求并未转弱。", Stance.BULL),
        ("Demand is not weakening.", Stance.BULL),
        ("收盘价高于 MA200，不高于 MA20。", None),
        ("It is above MA200 but not above MA20.", None),
        ("行业按强周期处理。", None),
        ("The industry is treated as cyclical.", None),
    ],
)
def test_a_sentence_speaks_for_the_side_of_its_words(sentence: str, side: Stance | None) -> None:
    assert side_of(sentence) is side


def test_where_the_words_say_nothing_the_expert_does() -> None:
    said = statements_of(debate_input({"technical_analyst": summary("BEARISH", reasoning="The chart is as it is.")}))
    assert [one.side for one in said] == [Stance.BEAR]
    assert not said[0].states_its_side
    neutral = statements_of(debate_input({"technical_analyst": summary("NEUTRAL", reasoning="The chart is as it is.")}))
    assert [one.side for one in neutral] == [None]


@pytest.mark.parametrize(
    ("warning", "side"),
    [
        ("Something may happen.", Stance.BEAR),
        ("ATR 占比为 2.4%，未超过高波动线 3.0%。", None),
        ("An ATR share of 2.4%, not above the wide-range line 3.0%.", None),
        ("ATR 占比未超过高波动线，但现金流恶化。", Stance.BEAR),
        ("RSI14 处于超卖区，随时可能出现技术性反弹。", Stance.BULL),
        ("RSI14 is oversold, which makes a rebound likelier.", Stance.BULL),
    ],
)
def test_a_warning_speaks_for_the_bear_unless_it_is_calm_or_warns_of_a_rise(warning: str, side: Stance | None) -> None:
    (said,) = statements_of(debate_input({"technical_analyst": summary("BEARISH", risk_warning=warning)}))
    assert (said.side, said.is_risk) == (side, True)


def test_a_sentence_that_is_told_twice_counts_once() -> None:
    twice = summary("Neutral", reasoning="Main risk: demand is weakening[E1].", risk_warning="demand is weakening[E1].")
    said = statements_of(debate_input({"macro_intelligence": twice}))
    assert [(one.text, one.is_risk) for one in said] == [("demand is weakening[macro_intelligence:E1].", True)]


def test_rows_carry_their_experts_name() -> None:
    said = statements_of(
        debate_input({"macro_intelligence": summary("Favorable", reasoning="It expands[E1][E2][E1].")})
    )
    assert said[0].rows == ("[macro_intelligence:E1]", "[macro_intelligence:E2]")


def test_confidence_signal_and_rows_make_the_weight() -> None:
    def weight(signal: str, confidence: float, text: str) -> float:
        experts = {"financial_auditor": summary(signal, confidence, text)}
        return statements_of(debate_input(experts))[0].weight

    rows = "Profits improve[E1][E2][E3][E4]."
    assert weight("STRONG_BULLISH", 1, rows) == 1
    assert weight("BULLISH", 1, rows) == pytest.approx(0.7)
    assert weight("BULLISH", 0.5, rows) == pytest.approx(0.35)
    assert weight("BULLISH", 1, "Profits improve.") == pytest.approx(0.7 / 5)
    assert weight("BEARISH", 1, rows) == pytest.approx(0.3)
    assert weight("BULLISH", 1, "As it is[E1][E2][E3][E4].") == pytest.approx(0.35)


def test_the_strongest_comes_first_and_no_expert_speaks_for_all() -> None:
    said = statements_of(debate_input())
    bulls = for_side(said, Stance.BULL)
    assert [one.weight for one in bulls] == sorted((one.weight for one in bulls), reverse=True)
    assert bulls[0].expert == "financial_auditor"
    assert bulls[0].strength is ArgumentStrength.HIGH
    assert len({one.expert for one in spread(bulls, 1)}) == len(spread(bulls, 1))


def test_a_long_quote_ends_at_a_comma_and_never_in_a_tag() -> None:
    long = "，".join(f"第{number}项为 {number}.5%[technical_analyst:E{number}]" for number in range(20))
    assert clipped(long).endswith("] …")
    assert len(clipped(long)) <= 142
    assert clipped("短句。") == "短句"


def test_an_expert_that_warns_of_what_it_argued_from_the_same_rows_is_heard_once() -> None:
    told = summary(
        "BEARISH",
        reasoning="主要拖累在成长性：净利润同比为 -64.8%[E8]。",
        risk_warning="净利润同比 -64.8%[E8]。；负债率 85.0%[E9]，高于警戒线 80.0%[E10]。",
    )
    said = statements_of(debate_input({"financial_auditor": told}))
    assert [one.text[:6] for one in said] == ["主要拖累在成", "负债率 85"]


@pytest.mark.parametrize("opening", ["On the other hand, ", "However, ", "另一方面，", "不过，"])
def test_what_prose_grants_is_quoted_without_the_words_that_grant_it(opening: str) -> None:
    granting = summary("BULLISH", reasoning=f"{opening}The K value of 44.9[E10] is not above the D value of 51.2[E11].")
    (said,) = statements_of(debate_input({"technical_analyst": granting}))
    assert said.text.startswith("The K value")
    assert said.side is Stance.BEAR


def known(**points: list[ExpertPoint]) -> list[ExpertStatement]:
    """What is made of points, beside prose that says the opposite."""
    prose = summary("BULLISH", 0.8, "Profits improve[E1].", "Demand is weakening[E2].")
    experts = debate_input(dict.fromkeys(points, prose))
    return statements_of(experts.model_copy(update={"points": points}))


def test_what_an_expert_knows_of_its_sentences_goes_before_their_words() -> None:
    argued = ExpertPoint(text="Profits improve[E3].", side=Stance.BEAR)
    warned = ExpertPoint(text="Demand is weakening[E4].", side=Stance.BULL, kind="warning")
    said = known(technical_analyst=[argued, warned])
    assert [(one.text, one.side, one.is_risk) for one in said] == [
        ("Profits improve[technical_analyst:E3].", Stance.BEAR, False),
        ("Demand is weakening[technical_analyst:E4].", Stance.BULL, True),
    ]


def test_a_point_that_speaks_for_nobody_is_no_argument_of_anybody() -> None:
    said = known(technical_analyst=[ExpertPoint(text="Profits improve[E3].")])
    assert said[0].side is None


def test_prose_is_read_for_what_comes_without_points() -> None:
    (argued, warned) = known(technical_analyst=[ExpertPoint(text="It falls.", side=Stance.BEAR, kind="warning")])
    assert (argued.side, argued.point) == (Stance.BULL, None)
    assert (warned.text, warned.side) == ("It falls.", Stance.BEAR)
