"""The weights of legs by name on every rebalancing day, each a value on the leg's own bars."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.analysis.truth import Truths
from packages.domain.backtest.compiling.sources import Catalogue, ExpressionCompiler
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.own_bars import OwnBars
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.scoring import ConditionColumns
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import Constant
from packages.domain.strategy.portfolio import model as p


@dataclass(frozen=True, slots=True, eq=False)
class KnownLegs:
    """The days on which all weights were known, the row of each leg, and a row of weights a leg."""

    bars: Counts
    rows: Counts
    weights: Floats

    def each(self) -> Iterator[tuple[Floats, Counts, int]]:
        """Weights, rows and bar of each day."""
        for number, bar in enumerate(self.bars.tolist()):
            yield np.ascontiguousarray(self.weights[:, number]), self.rows, bar


def named_legs(
    strategy: Strategy, weights: p.LegWeights, universe: UniverseBars, catalogue: Catalogue, bars: Counts
) -> KnownLegs:
    tickers, compiler = strategy.universe.tickers, ExpressionCompiler(strategy, catalogue)
    rows = np.array([tickers.index(leg.ticker) for leg in weights.legs], dtype=np.int64)
    found = np.full((len(rows), len(bars)), np.nan)
    for at, (row, leg) in enumerate(zip(rows.tolist(), weights.legs, strict=True)):
        own, there = universe.own(row), universe.held[row, bars]
        found[at, there] = _column(own, compiler, leg)[universe.own_places(row, bars)[there]]
    known = np.isfinite(found).all(axis=0)
    if (target := strategy.as_portfolio.volatility) is not None:
        known &= (universe.first_bars[rows, None] <= bars[None, :] - target.lookback).all(axis=0)
    wanted = _within(found[:, known], float(weights.gross))
    if weights.hold is not None:
        wanted *= _held(universe, int(rows[0]), compiler, weights.hold)[bars[known]]
    return KnownLegs(bars[known], rows, wanted)


def _column(own: OwnBars, compiler: ExpressionCompiler, leg: p.NamedLeg) -> Floats:
    if isinstance(leg.weight, Constant):
        return np.full(len(own.close), float(leg.weight.value))
    return own.column(compiler.source("", leg.weight))


def _within(weights: Floats, gross: float) -> Floats:
    """All of a day times the same number, where they come to more."""
    total = np.abs(weights).sum(axis=0)
    return np.where(total > gross, weights * (gross / np.where(total > 0, total, 1.0)), weights)


def _held(universe: UniverseBars, row: int, compiler: ExpressionCompiler, hold: p.HoldingCondition) -> Flags:
    """On every bar of the axis; between the own bars of the leg it is what it was."""
    truths = Truths(ConditionColumns(universe.own(row), compiler))
    since, until = truths.of(hold.since).tolist(), truths.of(hold.until).tolist()
    own, state = np.zeros(len(since) + 1, dtype=bool), False
    for bar, (begins, ends) in enumerate(zip(since, until, strict=True)):
        state = not ends and (state or begins)
        own[bar + 1] = state
    held: Flags = own[np.cumsum(universe.held[row])]
    return held
