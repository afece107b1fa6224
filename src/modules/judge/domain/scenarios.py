"""The valuation's bear, base and bull as the judge weighs them: what they come to together, and which way they leave
open."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_CASES = ("bear", "base", "bull")
_WHOLE = 0.011  # three probabilities, rounded to the hundredth
_FULL_MOVE = 0.5
_A_YEAR = 365


@dataclass(frozen=True, slots=True)
class PriceScenario:
    """`change`: from the price of the report to the target, as a share of the price; `tag`: the row of the target."""

    case: str
    probability: float
    target: float
    change: float
    tag: str


def read_scenarios(report: Mapping[str, Any] | None) -> tuple[PriceScenario, ...]:
    """All three with odds that add up, or none: half a picture is no picture."""
    scenarios = (report or {}).get("scenarios")
    listed = [one for one in scenarios if isinstance(one, Mapping)] if isinstance(scenarios, list | tuple) else []
    found = {str(one.get("case")): one for one in listed}
    read = [_scenario(name, found.get(name, {})) for name in _CASES]
    known = tuple(one for one in read if one is not None)
    whole = len(known) == len(_CASES) and abs(sum(one.probability for one in known) - 1) <= _WHOLE
    return known if whole else ()


def expected_move(scenarios: tuple[PriceScenario, ...]) -> float:
    return math.fsum(one.probability * one.change for one in scenarios)


def scenario_lean(scenarios: tuple[PriceScenario, ...], horizon_days: int) -> float:
    """S, from -1 to 1: a weighted move of half the price or more counts whole over a year, and over a shorter horizon
    in proportion, because prices come to their worth slowly."""
    if not scenarios:
        return 0.0
    share = min(1.0, horizon_days / _A_YEAR)
    return share * min(1.0, max(-1.0, expected_move(scenarios) / _FULL_MOVE))


def leaves_open(scenarios: tuple[PriceScenario, ...], side: int) -> bool:
    """Whether any target lies above the price (1) or below it (-1); without scenarios nothing is closed."""
    return not scenarios or any(one.change * side > 0 for one in scenarios)


def _scenario(name: str, case: Mapping[str, Any]) -> PriceScenario | None:
    numbers = [case.get(key) for key in ("probability", "target", "change")]
    read = [float(one) for one in numbers if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(read) < len(numbers) or not all(map(math.isfinite, read)) or not 0 <= read[0] <= 1:
        return None
    probability, target, change = read
    return PriceScenario(name, probability, target, change, str(case.get("tag") or ""))
