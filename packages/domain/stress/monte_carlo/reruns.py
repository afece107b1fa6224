"""The strategy run again on drawn paths: of one instrument many at once, of several one history after another."""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from packages.domain.backtest.engine import Compiled, backtest
from packages.domain.backtest.many import PathRuns, equity_over_paths
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.stress.worlds.assembly import Drawn
from packages.domain.stress.worlds.portfolio import FittedPortfolio
from packages.domain.stress.worlds.world import FittedWorld


@dataclass(frozen=True, slots=True, eq=False)
class PathRun:
    """What does not change from path to path; `market` tells the axis."""

    compiled: Compiled
    market: Panel
    terms: Terms
    seed: int
    trade_from: int

    def on(self, market: Panel) -> Outcome:
        return backtest(self.compiled, market, self.terms, trade_from=self.trade_from)


class Histories(Protocol):
    """The market as it might have been, and the strategy run in it."""

    @property
    def bars(self) -> int: ...

    def runs(self, first: int, end: int) -> PathRuns:
        """On the paths from `first` up to `end`, equity included."""


def histories_of(run: PathRun, world: FittedWorld | FittedPortfolio) -> Histories:
    return OneInstrument(run, world) if isinstance(world, FittedWorld) else ManyInstruments(run, world)


@dataclass(frozen=True, slots=True, eq=False)
class ManyInstruments:
    """Every history is a market of its own, made, traded in and forgotten."""

    run: PathRun
    world: FittedPortfolio

    @property
    def bars(self) -> int:
        return len(self.run.market)

    def runs(self, first: int, end: int) -> PathRuns:
        sources = self.world.sources(self.run.seed, first, end, self.bars)
        return _together([self.run.on(self.world.path(source)) for source in sources])


@dataclass(frozen=True, slots=True, eq=False)
class OneInstrument:
    """Paths share the axis, the lots and the volume, and are run together where the market has no limits."""

    run: PathRun
    world: FittedWorld

    @property
    def bars(self) -> int:
        return len(self.run.market)

    def runs(self, first: int, end: int) -> PathRuns:
        run, drawn = self.run, self.world.draw(self.run.seed, first, end, self.bars)
        if drawn.lower_limit is None:
            return equity_over_paths(
                run.compiled, run.market, drawn.prices, run.terms, trade_from=run.trade_from, workers=1
            )
        return _together([run.on(self._market(drawn, at)) for at in range(len(drawn))])

    def _market(self, drawn: Drawn, at: int) -> Panel:
        """Where every path has limits of its own, it is a market of its own."""
        row, prices = slice(at, at + 1), drawn.prices
        return replace(
            self.run.market,
            **{name: getattr(prices, name)[row] for name in ("open", "high", "low", "close")},
            **{name: getattr(drawn, name)[row] for name in ("lower_limit", "upper_limit")},
        )


def _together(outcomes: list[Outcome]) -> PathRuns:
    told = [each.figures for each in outcomes]
    figures = [[of.trades, of.final_equity, of.total_return, of.max_drawdown, of.sharpe] for of in told]
    return PathRuns(np.array(figures, dtype=np.float64), np.array([each.equity for each in outcomes]))
