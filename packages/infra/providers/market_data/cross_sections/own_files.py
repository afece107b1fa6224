"""Symbols that are read from their own files, because they have changed since they were folded or cannot be."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from packages.core.messages import Message
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.cross_sections import StopCheck
from packages.domain.market_data.door import refuse_later_bars
from packages.domain.market_data.errors import CorruptData, Leak
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_AT_ONCE = 64


@dataclass(slots=True)
class OwnFiles:
    """As of one instant. `unreadable`: those that could not be read, and why."""

    bars: ParquetBars
    symbols: frozenset[Symbol]
    as_of: datetime
    stop: StopCheck
    unreadable: dict[Symbol, Message] = field(default_factory=dict)

    def read(self, only: Sequence[Symbol] | None, first: int | None, last: int | None) -> dict[Symbol, BarSeries]:
        """Bars of the days in [first, last], counted from 1970; a symbol that has none there is not in the answer."""
        wanted = sorted(self.symbols if only is None else self.symbols.intersection(only), key=str)
        start, end = (None if day is None else _EPOCH + timedelta(days=day) for day in (first, last))
        until = None if end is None else end + timedelta(days=1)
        found: dict[Symbol, BarSeries] = {}
        for place in range(0, len(wanted), _AT_ONCE):
            self.stop()
            found |= self._some(wanted[place : place + _AT_ONCE], start, until)
        return {symbol: series for symbol, series in found.items() if len(series) and self._is_allowed(series)}

    def read_sources(self) -> dict[tuple[Symbol, str], BarSeries]:
        """Every series by its source, whole."""
        found = {}
        for symbol in sorted(self.symbols, key=str):
            self.stop()
            try:
                for source in self.bars.sources(symbol, Timeframe.D1):
                    series = self.bars.read_many([symbol], Timeframe.D1, self.as_of, source=source).get(symbol)
                    if series is not None and len(series):
                        found[symbol, source] = series
            except CorruptData as error:
                self.unreadable[symbol] = error.said
        return found

    def _some(self, symbols: Sequence[Symbol], start: datetime | None, end: datetime | None) -> dict[Symbol, BarSeries]:
        try:
            return self.bars.read_many(symbols, Timeframe.D1, self.as_of, start, end)
        except CorruptData as error:
            if len(symbols) == 1:
                self.unreadable[symbols[0]] = error.said
                return {}
        return {symbol: one for each in symbols for symbol, one in self._some([each], start, end).items()}

    def _is_allowed(self, series: BarSeries) -> bool:
        """By the door; where it refuses, the others are answered all the same."""
        try:
            refuse_later_bars(series, self.as_of)
        except Leak as error:
            self.unreadable[series.symbol] = error.said
            return False
        return True
