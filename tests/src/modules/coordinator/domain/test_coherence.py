"""Every kind of contradiction that is planted into a coherent run is found, and a coherent run has none."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from packages.core.messages import Language, render
from src.modules.coordinator.domain.coherence.checker import RULES, coherent, contradictions, repaired_debate
from src.modules.coordinator.domain.coherence.words import topic_leans
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType

AS_OF = "2025-06-30T15:00:00+00:00"
Run = dict[str, Any]


def row(tag: str, metric: str, value: float) -> Run:
    return {"tag": tag, "metric": metric, "value": value, "known_at": "2025-06-30T08:00:00+00:00"}


def shared(*rows: Run) -> Run:
    return {"symbol": "DEMO5", "as_of": AS_OF, "evidence": list(rows)}


def coherent_run() -> Run:
    """Three up, one down, one neither; a debate that leans up and a purchase."""
    return {
        "results": {
            "technical_analyst": shared(row("E1", "close", 100.0), row("E2", "support_1", 95.0))
            | {
                "signal": "BULLISH",
                "confidence": 0.6,
                "summary_reasoning": "The chart is bullish: trend, volume leaning up; momentum undecided. "
                "RSI14 is 56.0[E1], above the RSI middle line 50.0[E2].",
                "narrative_report": "### Volume\nVolume leans to buying.\n### Momentum\nMomentum is balanced.",
                "key_technical_levels": {"support": [95.0], "resistance": [110.0]},
            },
            "financial_auditor": shared()
            | {
                "financial_score": 78.0,
                "signal": "BULLISH",
                "confidence": 0.5,
                "summary_reasoning": "The score is 78.0, at or over the bullish line 75.0.",
                "key_risks": ["Debt.", "Receivables."],
                "narrative_report": "",
            },
            "valuation_modeler": shared(row("E1", "close", 100.0))
            | {
                "valuation_verdict": "Undervalued",
                "confidence_score": 0.5,
                "reasoning_summary": "Cheap.",
                "estimated_intrinsic_value_range": {"lower_bound": 105.0, "upper_bound": 140.0},
                "scenarios": [
                    {"case": "bear", "probability": 0.25, "target": 80.0},
                    {"case": "base", "probability": 0.5, "target": 120.0},
                    {"case": "bull", "probability": 0.25, "target": 150.0},
                ],
            },
            "macro_intelligence": shared()
            | {
                "macro_environment": "Unfavorable",
                "confidence_score": 0.4,
                "macro_summary": "Rates rise.",
                "dimension_analyses": [{"dimension": "liquidity", "stance": "Unfavorable"}],
            },
            "catalyst_detective": shared()
            | {
                "result": {
                    "catalyst_assessment": "Positive",
                    "confidence_score": 0.4,
                    "catalyst_summary": "An order.",
                    "positive_catalysts": [{"event": "An order"}],
                    "negative_catalysts": [],
                }
            },
        },
        "debate": {
            "symbol": "DEMO5",
            "direction": "BULLISH",
            "confidence": 0.5,
            "bull_case": {
                "confidence": 0.6,
                "supporting_arguments": [
                    {"dimension": "technical_analyst", "argument": "The chart is bullish [technical_analyst:E1]."},
                    {"dimension": "financial_auditor", "argument": "The score is above the bearish line."},
                ],
            },
            "bear_case": {
                "confidence": 0.3,
                "supporting_arguments": [{"dimension": "macro_intelligence", "argument": "Rates rise."}],
            },
            "key_disagreements": [
                "The technical analyst supports the bull: “up”. The macro intelligence analyst supports the bear."
            ],
            "conflict_resolution": "The bull outweighs.",
        },
        "verdict": {
            "symbol": "DEMO5",
            "action": "BUY",
            "probability": 0.6,
            "confidence": 0.5,
            "position_percent": 5.0,
            "base_price": {"value": "100.0", "day": "2025-06-30"},
            "stop_loss": {"value": "95.0"},
            "take_profit": {"value": "110.0"},
            "time_horizon": 60,
            "as_of": AS_OF,
            "no_call_reason": None,
            "invalidation_triggers": ["A close below 95.0 before 2025-08-01."],
            "reasoning": "The trend.",
        },
    }


def found(run: Run) -> set[str]:
    return {one.kind for one in contradictions("DEMO5", run["results"], run["debate"], run["verdict"])}


def put(*path: Any, value: Any) -> Callable[[Run], None]:
    """A change of the run at this place."""

    def change(run: Run) -> None:
        inner: Any = run
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


EXPERT, SIDE, VERDICT = "results", ("debate", "bull_case"), "verdict"
PLANTED: list[tuple[str, Callable[[Run], None]]] = [
    ("signal_against_score", put(EXPERT, "financial_auditor", "financial_score", value=40.0)),
    ("summary_against_body", put(EXPERT, "technical_analyst", "narrative_report", value="Volume is balanced.")),
    ("numbers_round_to_equality", put(EXPERT, "financial_auditor", "summary_reasoning",
        value="ROE is 5.0%[E1], below the ROE warning line 5.0%[E2].")),
    ("numbers_round_to_equality", put(EXPERT, "financial_auditor", "summary_reasoning",
        value="净资产收益率为 5.0%[E1]，低于警戒线 5.0%[E2]。")),
    ("range_upside_down", put(EXPERT, "valuation_modeler", "estimated_intrinsic_value_range",
        value={"lower_bound": 140.0, "upper_bound": 105.0})),
    ("valuation_against_range", put(EXPERT, "valuation_modeler", "estimated_intrinsic_value_range",
        value={"lower_bound": 60.0, "upper_bound": 80.0})),
    ("support_against_price", put(EXPERT, "technical_analyst", "key_technical_levels", "support", value=[101.0])),
    ("resistance_against_price", put(EXPERT, "technical_analyst", "key_technical_levels", "resistance", value=[99.0])),
    ("confidence_out_of_range", put(EXPERT, "macro_intelligence", "confidence_score", value=1.4)),
    ("known_later", put(EXPERT, "technical_analyst", "evidence", 0, "known_at", value="2025-07-02T08:00:00+00:00")),
    ("days_apart", put(EXPERT, "macro_intelligence", "as_of", value="2025-06-20T15:00:00+00:00")),
    ("scenarios_do_not_add_up", put(EXPERT, "valuation_modeler", "scenarios", 1, "probability", value=0.7)),
    ("scenarios_out_of_order", put(EXPERT, "valuation_modeler", "scenarios", 0, "target", value=130.0)),
    ("action_against_scenarios", put(EXPERT, "valuation_modeler", "scenarios",
        value=[{"case": "bear", "target": 70.0}, {"case": "base", "target": 85.0}, {"case": "bull", "target": 99.0}])),
    ("view_against_dimensions", put(EXPERT, "macro_intelligence", "macro_environment", value="Favorable")),
    ("view_against_catalysts", put(EXPERT, "catalyst_detective", "result", "catalyst_assessment", value="Negative")),
    ("said_twice", put(EXPERT, "financial_auditor", "key_risks", value=["Debt.", "Debt."])),
    ("argument_against_its_side", put(*SIDE, "supporting_arguments", 0, "argument", value="The chart is bearish.")),
    ("argument_against_its_side", put(*SIDE, "supporting_arguments", 0, "argument",
        value="Goodwill to equity is 54.4%[E1], above the goodwill alert line 30.0%[E2].")),
    ("argument_against_its_side", put(*SIDE, "supporting_arguments", 0, "argument",
        value="商誉净资产比 54.4%[E1]，高于商誉预警线 30.0%[E2]。")),
    ("no_case_against_experts", put(*SIDE, "supporting_arguments", value=[])),
    ("direction_against_sides", put("debate", "bear_case", "confidence", value=0.9)),
    ("direction_without_confidence", put("debate", "confidence", value=0.0)),
    ("disagrees_with_itself", put("debate", "key_disagreements",
        value=["The technical analyst supports the bull. The technical analyst supports the bear."])),
    ("argues_from_no_report", lambda run: run["results"].pop("macro_intelligence")),
    ("row_does_not_exist", put(VERDICT, "reasoning", value="The trend [technical_analyst:E99].")),
    ("action_against_probability", put(VERDICT, "probability", value=0.4)),
    ("action_against_debate", put("debate", "direction", value="BEARISH")),
    ("stop_loss_against_price", put(VERDICT, "stop_loss", "value", value="104.0")),
    ("stop_loss_against_price", put(VERDICT, "stop_loss", "value", value="100.0")),
    ("take_profit_against_price", put(VERDICT, "take_profit", "value", value="99.0")),
    ("position_without_action", put(VERDICT, "action", value="HOLD")),
    ("action_without_position", put(VERDICT, "position_percent", value=0.0)),
    ("confidence_against_probability", put(VERDICT, "probability", value=0.95)),
    ("no_call_without_reason", put(VERDICT, "action", value="NO_CALL")),
    ("call_with_no_call_reason", put(VERDICT, "no_call_reason", value="stale_data")),
    ("two_prices", put(VERDICT, "base_price", "value", value="104.0")),
    ("price_of_later", put(VERDICT, "base_price", "day", value="2025-07-04")),
    ("date_beyond_horizon", put(VERDICT, "invalidation_triggers", value=["A close below 95.0 by 2026-01-31."])),
    ("another_instrument", put("debate", "symbol", value="DEMO6")),
]  # fmt: skip


def test_a_coherent_run_has_no_contradiction() -> None:
    assert found(coherent_run()) == set()


@pytest.mark.parametrize(("kind", "plant"), PLANTED, ids=[kind for kind, _ in PLANTED])
def test_what_is_planted_is_found_and_told_in_both_languages(kind: str, plant: Callable[[Run], Any]) -> None:
    run = coherent_run()
    plant(run)
    told = contradictions("DEMO5", run["results"], run["debate"], run["verdict"])
    assert kind in {one.kind for one in told}
    for language in Language:
        assert all(render(one.said, language) for one in told)


def test_more_than_twenty_kinds_are_planted() -> None:
    assert len({kind for kind, _ in PLANTED}) >= 20


def test_what_speaks_for_the_other_side_is_taken_out_unless_nothing_would_be_left() -> None:
    run = coherent_run()
    run["debate"]["bull_case"]["supporting_arguments"][0]["argument"] = "The chart is bearish."
    run["debate"]["bear_case"]["supporting_arguments"][0]["argument"] = "It is undervalued."
    mended = repaired_debate(run["debate"])
    assert [one["dimension"] for one in mended.debate["bull_case"]["supporting_arguments"]] == ["financial_auditor"]
    assert len(mended.debate["bear_case"]["supporting_arguments"]) == 1
    assert mended.repaired == {"argument_against_its_side"}


def test_the_result_says_what_was_found_and_what_became_of_it() -> None:
    run = coherent_run()
    twice = "The technical analyst supports the bull. The technical analyst supports the bear."
    run["debate"]["key_disagreements"] = [twice, "Whether it lasts."]
    run["verdict"]["position_percent"] = 0.0
    before = copy.deepcopy(run["debate"])
    items = [
        ExpertResultItem(expert_type=ExpertType(name), status="success", result=report)
        for name, report in run["results"].items()
    ]
    result = coherent(
        ResearchResult(
            symbol="DEMO5",
            overall_status="completed",
            expert_results=items,
            debate_outcome=run["debate"],
            verdict=run["verdict"],
        )
    )
    assert result.coherence is not None
    assert result.coherence.checked == len(RULES)
    assert {(one.kind, one.repaired) for one in result.coherence.contradictions} == {
        ("disagrees_with_itself", True),
        ("action_without_position", False),
    }
    assert result.debate_outcome is not None
    assert result.debate_outcome["key_disagreements"] == ["Whether it lasts."]
    assert run["debate"] == before, "what was handed in stays as it is"
    kept = ResearchResult.model_validate_json(result.model_dump_json())
    assert kept.coherence == result.coherence


@pytest.mark.parametrize(
    "text", ["OBV 趋势值为 0.018，买卖力量大致均衡。", "The OBV trend is 0.018: volume is balanced."]
)
def test_the_trend_of_the_volume_is_not_the_trend_of_the_price(text: str) -> None:
    assert "trend" not in topic_leans(text)
    assert "trend" in topic_leans("趋势均衡。" if "趋势" in text else "The trend is balanced.")
