"""The mapping of the experts' results: raw, normalized or wrapped, and only four fields of each."""

import pytest

from src.modules.debate.application.expert_mapping import UnusableResult, debate_input_of, expert_summary
from src.modules.debate.domain.exceptions import NoUsableExperts, UnknownExperts
from tests.src.modules.debate.making import CATALYST, MACRO, RAW, SYMBOL, TECHNICAL, VALUATION

FIELDS = {"signal", "confidence", "reasoning", "risk_warning"}
NORMALIZED = {"signal": "BULLISH", "confidence": 0.8, "reasoning": "It rises.", "risk_warning": "It may fall."}


def test_the_raw_results_of_all_five_become_four_fields_each() -> None:
    mapped = debate_input_of(SYMBOL, RAW)
    summaries = mapped.debate_input.expert_summaries
    assert list(summaries) == list(RAW)
    assert mapped.left_out == {}
    assert [(one.signal, one.confidence) for one in summaries.values()] == [
        ("BULLISH", 0.78), ("STRONG_BULLISH", 0.7), ("Overvalued", 0.64), ("Neutral", 0.53), ("Negative", 0.55),
    ]  # fmt: skip
    assert all(set(one.model_dump()) == FIELDS for one in summaries.values())


def test_nothing_that_is_to_be_filtered_passes() -> None:
    text = debate_input_of(SYMBOL, RAW).debate_input.model_dump_json()
    for kept_back in ("用户提示词原文", "模型原始输出", "https://", "长文", "support", "lower_bound"):
        assert kept_back not in text


def test_the_technical_analyst_is_mapped_by_its_own_names() -> None:
    one = expert_summary("technical_analyst", TECHNICAL)
    assert (one.signal, one.confidence) == ("BULLISH", 0.78)
    assert (one.reasoning, one.risk_warning) == (TECHNICAL["summary_reasoning"], TECHNICAL["risk_warning"])


def test_lists_of_risks_are_joined() -> None:
    assert expert_summary("valuation_modeler", VALUATION).risk_warning == "一年利润增速为 -37.2%[E6]；DCF 对假设敏感"
    assert expert_summary("macro_intelligence", MACRO).risk_warning == "总需求在转弱[E15]；产业政策缺少可用信息"


def test_the_catalysts_are_taken_out_of_their_object_and_told_in_sentences() -> None:
    one = expert_summary("catalyst_detective", CATALYST)
    assert one.signal == "Negative"
    assert one.risk_warning == (
        "股东减持公告[E4]，预期影响：利空：供给增加，时间：短期，概率：高"
        "；Lawsuit over a patent [E5], expected impact: Costs rise, timeframe: within a year, probability: low"
    )


def test_an_english_headline_leaves_a_chinese_catalyst_chinese() -> None:
    told = {
        "event": "业绩指引：「Molina Cuts Guidance」[E4]",
        "expected_impact": "利空：盈利预期面临下修",
        "timeframe": "短期",
    }
    result = {"result": {**CATALYST["result"], "negative_catalysts": [{**told, "probability": "high"}]}}  # type: ignore[dict-item]
    said = expert_summary("catalyst_detective", result).risk_warning
    assert said == "业绩指引：「Molina Cuts Guidance」[E4]，预期影响：利空：盈利预期面临下修，时间：短期，概率：高"


@pytest.mark.parametrize("mark", ["{", "}", "'", "event", "None"])
def test_catalysts_never_look_like_python(mark: str) -> None:
    inner: dict[str, object] = {"catalyst_assessment": "Negative", "confidence_score": 0.5}
    result = {"result": inner | {"negative_catalysts": [{"event": "减持", "probability": 0.3}]}}
    told = expert_summary("catalyst_detective", result).risk_warning
    assert told == "减持，概率：0.3"
    assert mark not in told


@pytest.mark.parametrize("expert", RAW)
def test_the_four_normalized_fields_are_taken_as_they_are(expert: str) -> None:
    assert expert_summary(expert, NORMALIZED).model_dump() == NORMALIZED


@pytest.mark.parametrize("expert", RAW)
def test_status_and_data_may_stand_around_either(expert: str) -> None:
    assert expert_summary(expert, {"status": "success", "data": RAW[expert]}) == expert_summary(expert, RAW[expert])
    assert expert_summary(expert, {"status": "success", "data": NORMALIZED}).model_dump() == NORMALIZED


def test_experts_that_failed_are_left_out_with_their_reason() -> None:
    results = {
        "technical_analyst": TECHNICAL,
        "financial_auditor": None,
        "macro_intelligence": {"status": "failed", "error": "too slow"},
        "valuation_modeler": {"status": "success"},
        "catalyst_detective": CATALYST,
    }
    mapped = debate_input_of(SYMBOL, results)
    assert list(mapped.debate_input.expert_summaries) == ["technical_analyst", "catalyst_detective"]
    assert mapped.left_out == {
        "financial_auditor": "it has no result",
        "valuation_modeler": "its status is success and there is no data",
        "macro_intelligence": "it did not succeed: too slow",
    }


def test_the_order_of_the_results_means_nothing() -> None:
    backwards = dict(reversed(RAW.items()))
    told = debate_input_of(SYMBOL, backwards).debate_input
    assert told == debate_input_of(SYMBOL, RAW).debate_input
    assert list(told.expert_summaries) == list(RAW)


def test_unknown_experts_are_named() -> None:
    with pytest.raises(UnknownExperts, match="astrologer, oracle") as raised:
        debate_input_of(SYMBOL, {"oracle": NORMALIZED, "technical_analyst": NORMALIZED, "astrologer": NORMALIZED})
    assert raised.value.details["unknown"] == ["astrologer", "oracle"]


def test_no_usable_expert_is_refused_with_the_reason_of_each() -> None:
    with pytest.raises(NoUsableExperts, match="technical analyst: its signal is missing") as raised:
        debate_input_of(SYMBOL, {"technical_analyst": {}, "financial_auditor": None})
    assert raised.value.details["experts"] == {
        "technical_analyst": "its signal is missing",
        "financial_auditor": "it has no result",
    }


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"confidence": "0.8"}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"confidence": None}, "confidence is missing"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": -0.1}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"confidence": float("inf")}, "confidence"),
        ({"signal": None}, "signal is missing"),
        ({"signal": "  "}, "signal is no word"),
        ({"signal": 1}, "signal is no word"),
        ({"signal": "BUY"}, "none that an expert gives"),
        ({"reasoning": 7}, "no text"),
        ({"risk_warning": {"a": "b"}}, "no text"),
        ({"risk_warning": ["fine", 3]}, "no text"),
    ],
)
def test_a_field_of_the_wrong_kind_makes_a_result_unusable(changed: dict[str, object], reason: str) -> None:
    with pytest.raises(UnusableResult, match=reason):
        expert_summary("technical_analyst", {**NORMALIZED, **changed})


@pytest.mark.parametrize("expert", RAW)
def test_reasoning_and_risks_that_are_absent_become_empty(expert: str) -> None:
    one = expert_summary(expert, {"signal": "BEARISH", "confidence": 1})
    assert (one.confidence, one.reasoning, one.risk_warning) == (1.0, "", "")


def test_capitals_do_not_matter_to_a_signal() -> None:
    assert expert_summary("technical_analyst", {"signal": "bullish", "confidence": 0.5}).signal == "BULLISH"
    assert (
        expert_summary("valuation_modeler", {**VALUATION, "valuation_verdict": "UNDERVALUED"}).signal == "Undervalued"
    )


def test_catalysts_are_warnings_whose_likelihood_is_a_field() -> None:
    points = debate_input_of(SYMBOL, {"catalyst_detective": CATALYST}).debate_input.points["catalyst_detective"]
    assert [(one.kind, one.side, one.probability) for one in points] == [
        ("warning", "bear", "HIGH"),
        ("warning", "bear", "LOW"),
    ]
    assert points[0].text == "股东减持公告[E4]，预期影响：利空：供给增加，时间：短期，概率：高"


def test_what_an_expert_knows_of_its_sentences_is_handed_over() -> None:
    level = {"kind": "support", "name": "第一支撑位", "price": "10.20 元/股"}
    told = {"text": "第一支撑位为 10.20 元/股[E33]。", "side": "bear", "kind": "refutation", "level": level}
    (point,) = debate_input_of(SYMBOL, {"technical_analyst": {**TECHNICAL, "points": [told]}}).debate_input.points[
        "technical_analyst"
    ]
    assert (point.text, point.side, point.kind) == (told["text"], "bear", "refutation")
    assert point.level is not None
    assert point.level.price == "10.20 元/股"


@pytest.mark.parametrize("points", [None, "points", [1], [{"side": "bull"}], [{"text": "It rises.", "side": "up"}]])
def test_what_is_no_point_is_passed_over(points: object) -> None:
    result = {**TECHNICAL, "points": points}
    assert debate_input_of(SYMBOL, {"technical_analyst": result}).debate_input.points == {}
