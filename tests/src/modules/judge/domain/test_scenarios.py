"""The valuation's scenarios before the judge: read whole or not at all, and weighed by the horizon."""

from dataclasses import replace
from typing import Any

import pytest

from packages.domain.evidence.experts import EXPERTS
from src.modules.judge.application.judge_service import bound_verdict
from src.modules.judge.domain.case import LeanDirection
from src.modules.judge.domain.coherence import incoherences
from src.modules.judge.domain.probability import ruled_probability
from src.modules.judge.domain.scenarios import PriceScenario, expected_move, read_scenarios, scenario_lean
from src.modules.judge.domain.verdict import VerdictAction
from src.modules.judge.infrastructure.rules_judge import ruled
from tests.src.modules.judge.making import ROWS, case, debate, expert, row


def scenarios(*changes: float, odds: tuple[float, ...] = (0.25, 0.5, 0.25)) -> tuple[PriceScenario, ...]:
    told = zip(("bear", "base", "bull"), odds, changes, strict=True)
    return tuple(PriceScenario(name, odd, 10 * (1 + change), change, "E9") for name, odd, change in told)


def listed(*changes: float, **changed: Any) -> list[dict[str, Any]]:
    keys = ("case", "probability", "target", "change", "tag")
    return [dict(zip(keys, (one.case, one.probability, one.target, one.change, one.tag), strict=True)) | changed
            for one in scenarios(*changes)]  # fmt: skip


SURE = tuple(
    expert(name, lean=1.0, confidence=1.0, rows={**ROWS, "E9": row("E9", "target_upside", 0.2, unit="ratio")})
    for name in EXPERTS
)


def test_three_scenarios_with_odds_that_add_up_are_read() -> None:
    read = read_scenarios({"scenarios": listed(-0.2, 0.1, 0.4)})
    assert read == scenarios(-0.2, 0.1, 0.4)
    assert expected_move(read) == pytest.approx(0.1)


@pytest.mark.parametrize(
    "report",
    [
        None,
        {},
        {"scenarios": "none"},
        {"scenarios": listed(-0.2, 0.1, 0.4)[:2]},
        {"scenarios": listed(-0.2, 0.1, 0.4, probability=0.9)},
        {"scenarios": listed(-0.2, 0.1, 0.4, change=None)},
        {"scenarios": listed(-0.2, 0.1, 0.4, target=float("nan"))},
        {"scenarios": listed(-0.2, 0.1, 0.4, probability=True)},
    ],
)
def test_half_a_picture_is_no_picture(report: dict[str, Any] | None) -> None:
    assert read_scenarios(report) == ()


def test_a_longer_horizon_lets_a_target_count_for_more_and_a_year_for_all() -> None:
    rising = scenarios(0.1, 0.3, 0.5)
    leans = [scenario_lean(rising, days) for days in (30, 180, 365, 700)]
    assert leans == sorted(leans)
    assert leans[2] == leans[3] == pytest.approx(0.6)
    assert scenario_lean(scenarios(-0.9, -0.8, -0.7), 365) == -1.0
    assert scenario_lean((), 365) == 0.0


def test_the_rules_judge_moves_its_probability_with_the_scenarios() -> None:
    plain = case(experts=SURE, debate=debate(LeanDirection.NEUTRAL, 0.2))
    up, down = (replace(plain, scenarios=scenarios(*changes)) for changes in ((0.2, 0.4, 0.6), (-0.6, -0.4, -0.2)))
    assert ruled_probability(down) < ruled_probability(plain) < ruled_probability(up)
    unbound = replace(up, experts=tuple(replace(one, quality=0.0) for one in SURE))
    assert ruled_probability(unbound) == ruled_probability(replace(unbound, scenarios=()))


def test_nothing_is_bought_while_every_target_lies_below_the_price() -> None:
    bullish = case(experts=SURE, debate=debate(confidence=0.9))
    assert ruled(bullish).action is VerdictAction.BUY
    shut = ruled(replace(bullish, scenarios=scenarios(-0.3, -0.2, -0.1)))
    assert (shut.action, "target below the price" in shut.reasoning) == (VerdictAction.HOLD, True)
    bearish = case(
        experts=tuple(expert(name, lean=-1.0, confidence=1.0) for name in EXPERTS),
        debate=debate(LeanDirection.BEARISH, 0.9),
        scenarios=scenarios(0.1, 0.2, 0.3),
    )
    assert ruled(bearish).action is VerdictAction.HOLD


def test_a_purchase_against_every_scenario_is_incoherent() -> None:
    open_ = case(experts=SURE, debate=debate(confidence=0.9), scenarios=scenarios(-0.2, 0.1, 0.4))
    verdict, _ = bound_verdict(ruled(open_), open_)
    assert verdict.action is VerdictAction.BUY
    assert incoherences(verdict, open_) == ()
    shut = replace(open_, scenarios=scenarios(-0.3, -0.2, -0.1))
    assert [one.rule for one in incoherences(verdict, shut)] == ["action_has_a_scenario_ahead"]


def test_the_reasons_name_what_the_scenarios_come_to_with_its_row() -> None:
    told = ruled(case(experts=SURE, debate=debate(confidence=0.9), scenarios=scenarios(-0.2, 0.1, 0.4)))
    assert "20.0%[valuation_modeler:E9]" in told.reasoning
