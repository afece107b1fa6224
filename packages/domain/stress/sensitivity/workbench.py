"""A strategy on its market, ready to be run with other numbers, with every run counted as a trial."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.many import PathRuns, figures_of
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import Runnable, TriedVariants, equity_over, figures_over, uses
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import plain_number
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import rules_hash
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import Heatmap, SensitivityFinding

Changes: TypeAlias = tuple[tuple[str, int | float], ...]  # pointers with the values that stand there instead
Share: TypeAlias = Callable[[float], None]  # how much of a stage is done, from 0 to 1; may raise to stop the work

_VALIDATOR = Validator(CATALOGUE)
_CHECKING, _CHECKS_AT_ONCE = 0.8, 16  # the share of the time that checking takes, and how often it is reported
VALUES_AT_ONCE = 32_000_000  # of columns in memory: 256 MB


@dataclass(frozen=True, slots=True, eq=False)
class Workbench:
    """No entry is ordered before the close of bar `trade_from`; `workers` of 0 takes all cores."""

    compiled: Runnable
    arena: Arena
    terms: Terms
    trade_from: int = 0
    workers: int = 0
    values_at_once: int = VALUES_AT_ONCE

    @property
    def tunables(self) -> tuple[Tunable, ...]:
        """The numbers that the rules use; a factor that no rule names has none."""
        return tuple(
            each for each in tunables_of(self.compiled.strategy, CATALOGUE) if uses(self.compiled, each.pointer)
        )

    def allows(self, changes: Changes) -> bool:
        """Whether the strategy with these numbers is one that the language takes."""
        return _VALIDATOR.document(with_values(self.compiled.strategy, dict(changes))).strategy is not None

    def answers(self, tried: Sequence[Changes], on_progress: Share) -> list[KeyFigures | None]:
        """The figures of every variant, in order; None where the language refuses it."""
        allowed = list[bool]()
        for at, changes in enumerate(tried):
            if at % _CHECKS_AT_ONCE == 0:
                on_progress(_CHECKING * at / len(tried))
            allowed.append(self.allows(changes))
        valid = [changes for changes, taken in zip(tried, allowed, strict=True) if taken]
        figures = iter(self.run(valid, lambda share: on_progress(_CHECKING + (1 - _CHECKING) * share)))
        return [next(figures) if taken else None for taken in allowed]

    def run(self, tried: Sequence[Changes], on_progress: Share) -> list[KeyFigures]:
        """The figures of variants that are allowed. All go into one sweep, unless the market is so large that the
        columns of their indicators would not fit into memory."""
        at_once = max(1, self.values_at_once // self.arena.panel.close.size)
        figures: list[KeyFigures] = []
        for first in range(0, len(tried), at_once):
            on_progress(first / len(tried))
            figures += [figures_of(row) for row in self._swept(tried[first : first + at_once])]
        return figures

    def equity(self, tried: Sequence[Changes]) -> PathRuns:
        """The same for some variants at a time, with the equity on every close."""
        how = {"trade_from": self.trade_from, "workers": self.workers}
        return equity_over(self.compiled, self.arena, self.terms, self._tried(tried), **how)

    def _swept(self, tried: Sequence[Changes]) -> Floats:
        how = {"trade_from": self.trade_from, "workers": self.workers}
        return figures_over(self.compiled, self.arena, self.terms, self._tried(tried), **how)

    def _tried(self, tried: Sequence[Changes]) -> TriedVariants:
        chosen = {each.pointer: each.value for each in self.tunables}
        pointers = list(dict.fromkeys(pointer for changes in tried for pointer, _ in changes))
        values = np.array([[row.get(each, chosen[each]) for each in pointers] for row in map(dict, tried)], float)
        return TriedVariants(pointers, values.reshape(len(tried), len(pointers)))


FEWEST_BARS = 30
_PRICES = ("open", "high", "low", "close")


class TooShortToTry(Invalid):
    """Fewer bars than a comparison of variants needs."""


class UnreadablePrices(Invalid):
    """Bars of which a part is missing, or that are no numbers."""


class MarketStandsStill(Invalid):
    """Prices that never change: every variant would do the same."""


def check_market(panel: Panel, trade_from: int) -> None:
    """`trade_from` is the first bar on which an order may be placed."""
    prices = np.array([getattr(panel, name) for name in _PRICES])
    known = np.isfinite(prices)
    if np.isinf(prices).any() or (known.any(axis=0) != known.all(axis=0)).any():
        raise UnreadablePrices("stress.unreadable_prices")
    if trade_from < 0:
        raise TooShortToTry("stress.bad_first_bar", bar=trade_from)
    bars = int(known[0, :, trade_from:].sum(axis=1).max(initial=0))
    if bars < FEWEST_BARS:
        raise TooShortToTry("stress.too_short_to_compare", bars=bars, fewest=FEWEST_BARS)
    if not _moves(prices[:, :, trade_from:]):
        raise MarketStandsStill("stress.prices_never_change")


def _moves(prices: np.ndarray) -> bool:
    """Whether any instrument had more than one price."""
    highest, lowest = np.fmax.reduce(prices, axis=(0, 2)), np.fmin.reduce(prices, axis=(0, 2))
    return bool((highest > lowest).any())


@dataclass(frozen=True, slots=True)
class SensitivityTrial:
    """One run: the numbers that were other ones, or the friction that the strategy itself was put under."""

    changes: Changes
    friction: str | None
    sharpe: float

    def rules(self, strategy: Strategy) -> str:
        """Stands for the hash of the strategy in the key of a trial: a variant has the hash that it would have as a
        strategy of its own, so that a backtest of it is the same trial."""
        own = rules_hash(build(with_values(strategy, dict(self.changes))))
        return own if self.friction is None else f"{own}:{self.friction}"


def trials_of(finding: SensitivityFinding) -> tuple[SensitivityTrial, ...]:
    """Each run once, in a fixed order; the strategy as it is is a backtest that was counted before."""
    runs: dict[Changes, float] = {}
    chosen = {curve.pointer: curve.chosen for curve in finding.curves}
    for curve in finding.curves:
        runs |= {_changes(((curve.pointer, point.value),), chosen): point.sharpe for point in curve.points}
    if finding.heatmap is not None:
        runs |= _cells(finding.heatmap, chosen)
    runs.pop((), None)
    varied = [SensitivityTrial(changes, None, sharpe) for changes, sharpe in runs.items()]
    return (*varied, *(SensitivityTrial((), friction.kind, friction.sharpe) for friction in finding.frictions))


def _cells(heatmap: Heatmap, chosen: dict[str, float]) -> dict[Changes, float]:
    """Combinations that were left out are NaN there."""
    return {
        _changes(((heatmap.first, first), (heatmap.second, second)), chosen): float(heatmap.sharpe[row, column])
        for row, first in enumerate(heatmap.first_values)
        for column, second in enumerate(heatmap.second_values)
        if not math.isnan(heatmap.sharpe[row, column])
    }


def _changes(values: tuple[tuple[str, float], ...], chosen: dict[str, float]) -> Changes:
    """Only what differs from the strategy, in the order of pointers."""
    return tuple(sorted((pointer, plain_number(value)) for pointer, value in values if value != chosen[pointer]))
