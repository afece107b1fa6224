"""The plan of an optimisation, as a job is given it: nothing in it is left to the time of the run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan, make_plan, parse_plan
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.lineage import TrialPool
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.stress.optimise.request import (
    MOST_SWEPT,
    MOST_TRIALS,
    BadOptimisation,
    Goal,
    NothingToTune,
    OptimisationLimits,
    OptimisationRequest,
    parse_limits,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlan:
    """`base` says which strategy is run on which bars and terms; the rest is as it was asked for."""

    base: Plan
    goals: tuple[Goal, ...]
    limits: OptimisationLimits
    pointers: tuple[str, ...] | None
    trials: int
    holdout: float
    seed: int
    prune: bool | None
    grid: int | None = None  # values of each number; `trials` has all combinations of them

    @property
    def is_swept(self) -> bool:
        """Whether it is a grid too large for a record of each variant."""
        return self.grid is not None and self.trials > MOST_TRIALS

    @property
    def strategy_id(self) -> str | None:
        return self.base.strategy_id

    @property
    def lineage_id(self) -> str:
        return self.base.lineage_id

    def pool(self, owner_id: str) -> TrialPool:
        return self.base.pool(owner_id)

    def as_json(self) -> JsonObject:
        return {
            "base": self.base.as_json(),
            "goals": [goal.value for goal in self.goals],
            "limits": self.limits.as_json(),
            "pointers": None if self.pointers is None else list(self.pointers),
            "trials": self.trials,
            "holdout": self.holdout,
            "seed": self.seed,
            "prune": self.prune,
            **({} if self.grid is None else {"grid": self.grid}),
        }


def parse_search_plan(stored: Mapping[str, Any]) -> SearchPlan:
    pointers = stored["pointers"]
    return SearchPlan(
        base=parse_plan(stored["base"]),
        goals=tuple(Goal(goal) for goal in stored["goals"]),
        limits=parse_limits(stored["limits"]),
        pointers=None if pointers is None else tuple(pointers),
        trials=stored["trials"],
        holdout=stored["holdout"],
        seed=stored["seed"],
        prune=stored["prune"],
        grid=stored.get("grid"),
    )


async def plan_search(book: StrategyBook, owner_id: str, request: OptimisationRequest, now: datetime) -> SearchPlan:
    base = await make_plan(book, owner_id, request.backtest(), now)
    _check_pointers(book, base, request.pointers)
    return SearchPlan(
        base=base,
        goals=request.goals,
        limits=request.limits,
        pointers=request.pointers,
        trials=request.trials if request.grid is None else _combinations(base, request.pointers, request.grid),
        holdout=request.holdout,
        seed=request.seed,
        prune=request.prune,
        grid=request.grid,
    )


def _combinations(base: Plan, pointers: tuple[str, ...] | None, grid: int) -> int:
    # A server asks for plans from its start on, and for grids now and then: they bring the engine along.
    from packages.domain.backtest.runs import ready, trades_in_parts
    from packages.domain.strategy.indicators.catalogue import CATALOGUE
    from packages.domain.stress.optimise.space import space_of

    count = space_of(ready(base.strategy, CATALOGUE), pointers, grid).size
    most = MOST_TRIALS if trades_in_parts(base.strategy) else MOST_SWEPT
    if count > most:
        raise BadOptimisation("stress.grid_too_large", count=f"{count:,}", most=f"{most:,}")
    return count


def _check_pointers(book: StrategyBook, base: Plan, pointers: tuple[str, ...] | None) -> None:
    known = {each.pointer for each in tunables_of(base.strategy, book.catalogue)}
    if not known:
        raise NothingToTune("stress.nothing_to_optimise")
    for pointer in pointers or ():
        if pointer not in known:
            raise NotTunable("stress.not_tunable", pointer=pointer[:200])
