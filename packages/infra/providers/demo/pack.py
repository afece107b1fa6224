"""The demo pack: everything about the fictional companies, made from one seed in about a second.

It is made when it is loaded, so the repository holds no data file and nothing in it can be stale: the same seed gives
the same bytes on every machine, and a test holds the fingerprint.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import (
    CorporateAction,
    FinancialFact,
    Instrument,
    MacroPoint,
    Membership,
    NewsItem,
    Row,
    StatusPeriod,
    Valuation,
)
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

DEFAULT_SEED = 20260101


@dataclass(frozen=True, slots=True, eq=False)
class DemoPack:
    """All rows have the source `demo`; `bars` holds the series of each symbol, daily first."""

    instruments: tuple[Instrument, ...]
    bars: Mapping[Symbol, tuple[BarSeries, ...]]
    actions: tuple[CorporateAction, ...]
    statuses: tuple[StatusPeriod, ...]
    facts: tuple[FinancialFact, ...]
    valuations: tuple[Valuation, ...]
    news: tuple[NewsItem, ...]
    macro: tuple[MacroPoint, ...]
    memberships: tuple[Membership, ...]

    def series(self, symbol: Symbol, timeframe: Timeframe = Timeframe.D1) -> BarSeries:
        for series in self.bars.get(symbol, ()):
            if series.timeframe is timeframe:
                return series
        raise NoData("market_data.demo_has_no_bars", timeframe=timeframe, symbol=symbol)

    def all_bars(self) -> Iterator[BarSeries]:
        return (series for of_symbol in self.bars.values() for series in of_symbol)

    def rows(self) -> Iterator[Row]:
        """Every row that is not a bar."""
        yield from self.instruments
        yield from self.actions
        yield from self.statuses
        yield from self.facts
        yield from self.valuations
        yield from self.news
        yield from self.macro
        yield from self.memberships

    def fingerprint(self) -> str:
        """The SHA-256 of every bar and row."""
        digest = sha256()
        for series in self.all_bars():
            digest.update(f"{series.symbol} {series.timeframe} {series.source} {series.adjusted}".encode())
            for column in fields(series.columns):
                digest.update(getattr(series.columns, column.name).tobytes())
        for row in self.rows():
            digest.update(repr(row).encode())
        return digest.hexdigest()
