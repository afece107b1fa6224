"""From a search that is over to what is kept of it: the finds as patches, each with what speaks against it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

import numpy as np

from packages.core.events import JsonObject, JsonValue
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.backtest.jobs.fingerprint import ENGINE_VERSION
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.strategy.lineage import Trial
from packages.domain.strategy.model import Strategy
from packages.domain.stress.findings import OverfittingFinding
from packages.domain.stress.optimise.honest import (
    HeldOut,
    Lineage,
    drawn,
    held_out,
    judged,
    luck_words,
    nothing_kept_words,
)
from packages.domain.stress.optimise.market import SearchMarket
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.request import Goal
from packages.domain.stress.optimise.scoring import Find, best_of, score, shown_of
from packages.domain.stress.optimise.search import Explored, SearchRun
from packages.domain.stress.optimise.service import OptimisationHeadline, OptimisationResult


@dataclass(frozen=True, slots=True)
class Shown:
    """A find with its rules, and with what was measured after it was chosen."""

    find: Find
    strategy: Strategy
    held_out: HeldOut
    overfitting: OverfittingFinding | None


def conclude(
    search: SearchRun,
    market: SearchMarket,
    plan: SearchPlan,
    tried: Sequence[Trial],
    kept: Sequence[TrialReturn],
    at: datetime,
) -> OptimisationResult:
    """`tried` and `kept` are those of the whole lineage, this search included. The same search gives the same bytes,
    but for `at`."""
    finds, explored = search.finds(), search.explored()
    front = best_of(finds, plan.goals)
    lineage = _lineage(search, market, tried, kept, plan) if front else None
    given = held_out(market, plan.base.strategy)
    shown = [_shown(find, market, plan, lineage) for find in shown_of(front)] if lineage else []
    luck = _luck(shown[0], given) if shown else nothing_kept_words(explored.distinct)
    headline: dict[str, JsonValue] = {
        "counts": _counts(search, explored, tried),
        "luck": luck,
        "found": [_headline(each, market) for each in shown],
    }
    report: dict[str, JsonValue] = {
        **_circumstances(market, plan),
        **headline,
        "sampler": _sampler(plan),
        "front_size": len(front),
        "given": {"fit": _given_json(search, market), "held_out": _held_out_json(given)},
        "found": [_find_json(each, market, given, plan.goals) for each in shown],
        "importance": _importance(search),
    }
    return OptimisationResult(OptimisationHeadline(at, headline), report)


def _lineage(
    search: SearchRun, market: SearchMarket, tried: Sequence[Trial], kept: Sequence[TrialReturn], plan: SearchPlan
) -> Lineage:
    beside = drawn(market, plan.seed) if plan.grid is None else []  # a grid has run all that could be drawn
    return Lineage(tried, kept, search.returns_matrix(), beside, plan.seed)


def _sampler(plan: SearchPlan) -> str:
    if plan.grid is not None:
        return "grid"
    return "tpe" if len(plan.goals) == 1 else "nsga2"


def _shown(find: Find, market: SearchMarket, plan: SearchPlan, lineage: Lineage) -> Shown:
    strategy = market.space.variant(find.place)
    if strategy is None:
        raise TypeError("a variant that was run is a strategy")
    after = held_out(market, strategy)
    return Shown(find, strategy, after, judged(market, plan.base, strategy, lineage))


def _luck(shown: Shown, given: HeldOut) -> dict[str, str]:
    return luck_words(shown.overfitting, shown.held_out, given)


def _circumstances(market: SearchMarket, plan: SearchPlan) -> dict[str, JsonValue]:
    cut, panel = market.cut, market.panel
    times = np.datetime_as_string(panel.time, unit="s")
    return {
        "engine_version": ENGINE_VERSION,
        "strategy_id": plan.base.strategy_id,
        "version": plan.base.version,
        "strategy_hash": plan.base.strategy_hash,
        "goals": [goal.value for goal in plan.goals],
        "limits": plan.limits.as_json(),
        "seed": plan.seed,
        "data": market.whole.as_json(),
        "is_demo": market.whole.is_demo,
        "periods": {
            "fit": {"first": f"{times[cut.fit_from]}Z", "last": f"{times[cut.fit_end - 1]}Z"},
            "fit_bars": cut.fit_end - cut.fit_from,
            "purged_bars": cut.test_from - cut.fit_end,
            "held_out": {"first": f"{times[cut.test_from]}Z", "last": f"{times[cut.test_end - 1]}Z"},
            "held_out_bars": cut.test_end - cut.test_from,
        },
        "tuned": [
            {"pointer": axis.pointer, "chosen": axis.values[axis.chosen], "values": list(axis.values)}
            for axis in market.space.axes
        ],
    }


def _counts(search: SearchRun, explored: Explored, tried: Sequence[Trial]) -> JsonObject:
    """`lineage` counts everything that was ever tried on the way to this strategy."""
    lineage = sum(trial.count for trial in tried)
    return {**asdict(search.tally), "distinct": explored.distinct, "within_limits": explored.within, "lineage": lineage}


def _headline(shown: Shown, market: SearchMarket) -> JsonValue:
    return {
        "values": dict(zip(market.space.pointers, market.space.values(shown.find.place), strict=True)),
        "sharpe": plain(shown.find.figures.sharpe),
        "held_out_sharpe": None if shown.held_out.sharpe is None else plain(shown.held_out.sharpe.value),
        "deflated_sharpe": None if shown.overfitting is None else plain(shown.overfitting.deflated_sharpe),
    }


def _find_json(shown: Shown, market: SearchMarket, given: HeldOut, goals: Sequence[Goal]) -> JsonValue:
    place = shown.find.place
    own = {axis.pointer: axis.values[axis.chosen] for axis in market.space.axes}
    changes = market.space.changes(place)
    patch: JsonValue = [dict(operation) for operation in market.space.patch_to(shown.strategy)]
    return {
        "trial": shown.find.number,
        "values": dict(zip(market.space.pointers, market.space.values(place), strict=True)),
        "changes": [{"pointer": each, "before": own[each], "after": after} for each, after in changes.items()],
        "patch": patch,
        "scores": {goal.value: plain(score(shown.find.figures, goal)) for goal in goals},
        "fit": _figures_json(shown.find.figures),
        "held_out": _held_out_json(shown.held_out),
        "overfitting": None if shown.overfitting is None else _plainly(asdict(shown.overfitting)),
        "luck": dict(_luck(shown, given)),
    }


def _given_json(search: SearchRun, market: SearchMarket) -> JsonValue:
    """The first trial is the strategy as it was given; None where it was given up early."""
    mine = [find for find in search.finds() if find.place == market.space.given]
    return _figures_json(mine[0].figures) if mine else None


def _held_out_json(found: HeldOut) -> JsonValue:
    sharpe = None if found.sharpe is None else _plainly(asdict(found.sharpe))
    return {**_figures_json(found.figures), "sharpe_interval": sharpe}


def _figures_json(figures: KeyFigures) -> JsonObject:
    return _plainly(asdict(figures))


def _plainly(values: dict[str, object]) -> JsonObject:
    return {name: plain(value) for name, value in values.items()}


def _importance(search: SearchRun) -> JsonValue:
    importance = search.importance()
    return None if importance is None else _plainly(dict(importance))
