"""Columns of many instruments at once: their own bars side by side, each from the left, in matrices that fit the
processor's cache. Every row has the bits that the instrument's column by itself has."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from packages.domain.backtest.compiling.sources import (
    ComputedSource,
    NumberSource,
    PriceSource,
    Source,
    VolatilitySource,
)
from packages.domain.backtest.expressions.operations import OF_ONE_COLUMN, computed
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.universe_bars import UniverseBars
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.windows import ratio
from packages.domain.strategy.operands import AGO, ValueOperation

_AT_ONCE = 32


def fits(source: Source, universe: UniverseBars) -> bool:
    """Whether the source can be worked out for many instruments at once."""
    match source:
        case PriceSource(price):
            return price in universe.prices
        case NumberSource() | VolatilitySource():
            return True
        case ComputedSource(operation, inputs):
            return operation not in OF_ONE_COLUMN and all(fits(each, universe) for each in inputs)
        case _:
            return False


def block_columns(bars: Counts, universe: UniverseBars, sources: Sequence[Source]) -> list[Floats]:
    """For each source a matrix of instruments by those bars, NaN where there is no bar or no value."""
    found = [np.full((len(universe), len(bars)), np.nan) for _ in sources]
    for first in range(0, len(universe), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        held = universe.held[part]
        if not held.any():
            continue
        block = _Block(universe, part, held)
        places = np.where(held[:, bars], np.cumsum(held, axis=1)[:, bars] - 1, -1)
        with np.errstate(all="ignore"):
            for matrix, source in zip(found, sources, strict=True):
                matrix[part] = block.at(source, places)
    return found


@dataclass
class _Block:
    """Some instruments; parts that several columns use are worked out once."""

    universe: UniverseBars
    part: slice
    held: Flags
    known: dict[Source, Floats] = field(default_factory=dict)

    def at(self, source: Source, places: Counts) -> Floats:
        """Values on some own bars of each instrument, NaN for a place below 0. What looks at single bars is worked out
        for those alone; a window takes the whole column."""
        match source:
            case NumberSource(value):
                return np.full(places.shape, value)
            case ComputedSource(operation, (of,), bars) if operation in AGO:
                now, before = self.at(of, places), self.at(of, places - bars)
                return _since(operation, now, before)
            case ComputedSource(operation, inputs, 0):
                return computed(operation, [self.at(each, places) for each in inputs], 0)
            case _:
                values = np.take_along_axis(self.column(source), np.maximum(places, 0), axis=1)
                return np.where(places >= 0, values, np.nan)

    def column(self, source: Source) -> Floats:
        if source not in self.known:
            self.known[source] = self._worked_out(source)
        return self.known[source]

    def _worked_out(self, source: Source) -> Floats:
        match source:
            case PriceSource(price):
                return self._from_the_left(self.universe.prices[price][self.part])
            case NumberSource(value):
                return np.full((len(self.held), self._longest), value)
            case VolatilitySource():
                return source.of(self._from_the_left(self.universe.close[self.part]), self.universe.bars_per_year)
            case ComputedSource(operation, inputs, window):
                return computed(operation, [self.column(each) for each in inputs], window)
            case _:
                raise AssertionError("`fits` was asked before")

    @cached_property
    def _longest(self) -> int:
        return int(self._lengths.max())

    @cached_property
    def _lengths(self) -> Counts:
        lengths: Counts = self.held.sum(axis=1)
        return lengths

    @cached_property
    def _is_laid(self) -> bool:
        """Whether every row begins on the left already and has no gap."""
        return bool((self.held == (np.arange(self.held.shape[1]) < self._lengths[:, None])).all())

    def _from_the_left(self, matrix: Floats) -> Floats:
        there = np.arange(self._longest) < self._lengths[:, None]
        if self._is_laid:
            return np.where(there, matrix[:, : self._longest], np.nan)
        laid = np.full(there.shape, np.nan)
        laid[there] = matrix[self.held]
        return laid


def _since(operation: ValueOperation, now: Floats, before: Floats) -> Floats:
    """As `computed` has it of whole columns."""
    if operation is ValueOperation.LAG:
        return before
    found = now - before if operation is ValueOperation.CHANGE else ratio(now, before) - 1.0
    return np.where(np.isfinite(found), found, np.nan)
