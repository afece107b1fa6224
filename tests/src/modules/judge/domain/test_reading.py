"""What research and debate hand over is read strictly, in all its shapes."""

from typing import Any

import pytest

from src.modules.judge.domain.case import LeanDirection
from src.modules.judge.domain.errors import BadCase
from src.modules.judge.domain.reading import read_debate, read_experts
from tests.src.modules.judge.making import debate_outcome, expert_results


def test_the_five_raw_reports_are_read_each_by_its_own_fields() -> None:
    chart, value, macro, events = read_experts(expert_results())
    assert (chart.name, chart.signal, chart.confidence, chart.quality) == ("technical_analyst", "BULLISH", 0.8, 1.0)
    assert chart.rows["E3"].metric == "support_1"
    assert (value.signal, value.lean, value.risk_warning) == ("Undervalued", 0.6, "Rates；Debt")
    assert (macro.signal, macro.reasoning) == ("Favorable", "Easy money.")
    assert (events.signal, events.risk_warning) == ("Positive", "Lock-up ends，down，June")


def test_wrapped_and_plain_reports_mean_the_same() -> None:
    raw = expert_results()["valuation_modeler"]
    (wrapped,) = read_experts({"valuation_modeler": {"status": "success", "data": raw}})
    plain = {"signal": "Undervalued", "confidence": 0.7, "reasoning": "Cheap.", "risk_warning": "Rates；Debt"}
    (bare,) = read_experts({"valuation_modeler": plain})
    assert (wrapped.signal, wrapped.confidence, wrapped.reasoning) == (bare.signal, bare.confidence, bare.reasoning)
    assert bare.quality == 0.0, "no report lists a row"
    beside = read_experts({"technical_analyst": expert_results()["technical_analyst"], "valuation_modeler": plain})
    assert beside[1].quality == 0.5  # nothing is known of its own evidence


def test_who_failed_is_left_out_and_the_order_does_not_matter() -> None:
    results = {**expert_results(), "financial_auditor": {"status": "failed", "error": "no data"}}
    turned = dict(reversed(results.items()))
    assert read_experts(results) == read_experts(turned)
    assert "financial_auditor" not in {one.name for one in read_experts(results)}
    assert read_experts({"technical_analyst": None}) == ()


def test_an_unknown_expert_is_named() -> None:
    with pytest.raises(BadCase, match="fortune_teller"):
        read_experts({"fortune_teller": {}})


@pytest.mark.parametrize("confidence", ["0.8", True, None, 1.2, -0.1, float("nan")])
def test_a_confidence_that_is_no_share_is_refused(confidence: Any) -> None:
    report = {**expert_results()["technical_analyst"], "confidence": confidence}
    with pytest.raises(BadCase, match="confidence"):
        read_experts({"technical_analyst": report})
    with pytest.raises(BadCase, match="confidence"):
        read_debate({**debate_outcome(), "confidence": confidence})


def test_a_signal_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadCase, match="MOON"):
        read_experts({"technical_analyst": {**expert_results()["technical_analyst"], "signal": "MOON"}})


@pytest.mark.parametrize("outcome", [None, {}])
def test_a_debate_that_failed_is_none(outcome: dict[str, Any] | None) -> None:
    assert read_debate(outcome) is None


def test_a_debate_is_read_with_its_stages() -> None:
    stages = {"before": 0.5, "bull": 0.6, "bear": 0.45, "resolution": 1}
    told = read_debate({**debate_outcome("bearish", 0.4), "stages": stages})
    assert told is not None
    assert (told.direction, told.confidence) == (LeanDirection.BEARISH, 0.4)
    assert told.stages == (0.5, 0.6, 0.45, 0.99)
    assert [one.strength for one in told.bull.arguments] == [1.0, 0.6]
    assert told.risks == ("The support breaks.",)


def test_a_direction_out_of_the_three_is_refused() -> None:
    with pytest.raises(BadCase, match="SIDEWAYS"):
        read_debate({**debate_outcome(), "direction": "SIDEWAYS"})


def test_quality_falls_with_unbound_numbers_and_with_what_was_missing() -> None:
    report = expert_results()["technical_analyst"]
    loose = {**report, "grounding": {"numbers": 4, "bound": 3}, "degraded": ["search failed"]}
    (one,) = read_experts({"technical_analyst": loose})
    assert one.quality == pytest.approx(0.65)
