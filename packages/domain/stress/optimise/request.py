"""What is asked of an optimisation: its goals, its limits and its bounds, checked before anything is read."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from packages.core.errors import Invalid
from packages.core.events import JsonObject
from packages.domain.backtest.financing import HOUSE_RATES, Financing
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.terms import Costs
from packages.domain.strategy.json_tree import content_hash

MOST_FEWEST_TRADES = 100_000
TRIALS, MOST_TRIALS, FEWEST_TRIALS = 300, 5_000, 10
MOST_SWEPT = 1_000_000  # variants of a grid that the kernel runs without a record of each
HOLDOUT, LEAST_HOLDOUT, MOST_HOLDOUT = 0.3, 0.1, 0.5
MOST_POINTERS = 100
FEWEST_VALUES, MOST_VALUES = 2, 1_000  # of a number in a grid
_LARGEST_SEED = 2**63 - 1


class BadOptimisation(Invalid):
    """A request that no search can be made of."""


class NothingToTune(Invalid):
    """A strategy without a number that could be another one."""


class Goal(StrEnum):
    """More is better in all of them; a drawdown is 0 or below, so that the shallowest is the best."""

    SHARPE = "sharpe"
    TOTAL_RETURN = "total_return"
    RETURN_OVER_DRAWDOWN = "return_over_drawdown"
    MAX_DRAWDOWN = "max_drawdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimisationLimits:
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


def parse_limits(stored: Mapping[str, Any]) -> OptimisationLimits:
    return OptimisationLimits(**stored)


def check_goals(goals: tuple[Goal, ...]) -> None:
    if not goals:
        raise BadOptimisation("stress.objective_needed", objectives=Goal)
    if len(set(goals)) < len(goals):
        raise BadOptimisation("stress.objective_twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimisationRequest:
    """A stored strategy, its newest version where none is named. `pointers` None tunes every number that the rules use;
    `holdout` is the share of bars at the end that the search never sees; `prune` None gives up early on what looks bad
    only where a market is so large that it saves time. `grid` runs every combination of at most so many values of each
    number, at most as many as `MOST_SWEPT`, or `MOST_TRIALS` of what is run one by one, and takes no other heed of
    `trials`."""

    strategy_id: str
    version: int | None = None
    start: date | None = None
    end: date | None = None
    as_of: datetime | None = None
    cash: Decimal | None = None
    costs: Costs | None = None
    financing: Financing = HOUSE_RATES
    leverage: float | None = None
    goals: tuple[Goal, ...] = (Goal.SHARPE,)
    limits: OptimisationLimits = field(default_factory=OptimisationLimits)
    pointers: tuple[str, ...] | None = None
    trials: int = TRIALS
    holdout: float = HOLDOUT
    seed: int = 0
    prune: bool | None = None
    grid: int | None = None

    def __post_init__(self) -> None:
        if not self.strategy_id:
            raise BadOptimisation("stress.stored_strategy_needed")
        check_goals(self.goals)
        if not FEWEST_TRIALS <= self.trials <= MOST_TRIALS:
            raise BadOptimisation(
                "stress.bad_trial_count", trials=self.trials, fewest=FEWEST_TRIALS, most=f"{MOST_TRIALS:,}"
            )
        if not (math.isfinite(self.holdout) and LEAST_HOLDOUT <= self.holdout <= MOST_HOLDOUT):
            raise BadOptimisation("stress.bad_holdout", holdout=self.holdout, least=LEAST_HOLDOUT, most=MOST_HOLDOUT)
        if not 0 <= self.seed <= _LARGEST_SEED:
            raise BadOptimisation("stress.bad_seed", seed=self.seed)
        if self.grid is not None and not FEWEST_VALUES <= self.grid <= MOST_VALUES:
            raise BadOptimisation("stress.bad_grid", values=self.grid, fewest=FEWEST_VALUES, most=f"{MOST_VALUES:,}")
        if self.pointers is not None and not 1 <= len(set(self.pointers)) == len(self.pointers) <= MOST_POINTERS:
            raise BadOptimisation("stress.bad_pointers", most=MOST_POINTERS)
        self.backtest()

    def backtest(self) -> BacktestRequest:
        """What it has in common with a backtest; raises where no backtest could be made of it."""
        return BacktestRequest(
            strategy_id=self.strategy_id,
            version=self.version,
            start=self.start,
            end=self.end,
            cash=self.cash,
            costs=self.costs,
            financing=self.financing,
            leverage=self.leverage,
            as_of=self.as_of,
        )

    @property
    def digest(self) -> str:
        """The same for the same request, whatever the stored strategy has become since."""
        names = [field.name for field in fields(self)]
        if self.grid is None:  # as before there were grids
            names.remove("grid")
        return content_hash({name: str(getattr(self, name)) for name in names})
