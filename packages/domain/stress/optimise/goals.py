"""What a search looks for, and which limits its finds have to keep."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from packages.core.events import JsonObject
from packages.domain.stress.optimise.errors import BadOptimisation

MOST_FEWEST_TRADES = 100_000


class Goal(StrEnum):
    """More is better in all of them; a drawdown is 0 or below, so that the shallowest is the best."""

    SHARPE = "sharpe"
    TOTAL_RETURN = "total_return"
    RETURN_OVER_DRAWDOWN = "return_over_drawdown"
    MAX_DRAWDOWN = "max_drawdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Over the fitted period. Who hardly trades has hardly any evidence, so a few trades are asked for unless somebody
    says otherwise."""

    fewest_trades: int = 10
    deepest_drawdown: float | None = None  # 0 or below: -0.2 allows a fall of a fifth
    least_return: float | None = None
    least_sharpe: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.fewest_trades <= MOST_FEWEST_TRADES:
            raise BadOptimisation("stress.bad_fewest_trades", fewest=self.fewest_trades, most=f"{MOST_FEWEST_TRADES:,}")
        if self.deepest_drawdown is not None and not -1 <= self.deepest_drawdown <= 0:
            raise BadOptimisation("stress.bad_drawdown_limit", drawdown=self.deepest_drawdown)
        for name in ("least_return", "least_sharpe"):
            value = getattr(self, name)
            if value is not None and not math.isfinite(value):
                raise BadOptimisation("stress.limit_not_number", name=name)

    def as_json(self) -> JsonObject:
        return asdict(self)


def parse_limits(stored: Mapping[str, Any]) -> Limits:
    return Limits(**stored)


def check_goals(goals: tuple[Goal, ...]) -> None:
    if not goals:
        raise BadOptimisation("stress.objective_needed", objectives=Goal)
    if len(set(goals)) < len(goals):
        raise BadOptimisation("stress.objective_twice")
