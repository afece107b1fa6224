"""Which bars an analysis stands on: those known of the last 365 days, behind the last long hole, without days on
which nothing traded."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.core.errors import Invalid
from packages.domain.market_data.bars import BarColumns, BarSeries, bar_id, instant
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market, Symbol
from src.modules.research.domain.figures import Number, Operation, ResearchFigure

Chosen: TypeAlias = npt.NDArray[np.bool_]
DAYS = 365
FEWEST_BARS = 30
# The longest holidays and an ordinary halt fit in; a share that was listed or resumed later has no year behind it.
_SLACK_DAYS = 15
# Fewer sessions than these make no range of a year, whatever their first day is.
_FEWEST_OF_A_YEAR = 100


class TooFewDailyBars(Invalid):
    """There are not enough bars to analyse."""

    code = "too_few_bars"


@dataclass(frozen=True, slots=True, eq=False)
class BarsInUse:
    """`left_out`: bars without a usable price, or of days on which nothing traded. `whole_year`: they cover the year
    before the analysis. `hole`: the missing sessions behind which they begin. `is_stale`: they end well before it."""

    series: BarSeries
    left_out: int
    whole_year: bool
    hole: Gap | None = None
    is_stale: bool = False

    def __len__(self) -> int:
        return len(self.series)

    @property
    def columns(self) -> BarColumns:
        return self.series.columns

    def day(self, place: int) -> str:
        return str(self.columns.time[place].astype("datetime64[D]"))

    def id(self, place: int) -> str:
        time = self.columns.time[place]
        return bar_id(self.series.symbol, self.series.timeframe, self.series.source_at(time), time)

    def figure(
        self,
        key: str,
        value: Number,
        unit: str,
        operation: Operation,
        *,
        bars: int,
        last: int = -1,
        column: str = "value",
    ) -> ResearchFigure:
        """A figure on a window of so many bars that ends with the bar at `last`."""
        end = range(len(self))[last]
        begin = end - bars + 1
        rows = (self.id(end),) if bars == 1 else (self.id(begin), self.id(end))
        known_at = self.columns.known_at[begin : end + 1].max().astype("datetime64[us]").item().replace(tzinfo=UTC)
        return ResearchFigure(key, value, unit, self.day(end), known_at, rows, operation, count=bars, column=column)


def bars_in_use(series: BarSeries, as_of: datetime, holes: Sequence[Gap] = ()) -> BarsInUse:
    """Raises `TooFewBars` where fewer than 30 are left. `holes`: nothing before the last of them is read, because no
    window reaches across."""
    columns = series.columns
    start = instant(as_of - timedelta(days=DAYS))
    hole = holes[-1] if holes else None
    recent = (columns.known_at <= instant(as_of)) & (columns.time >= start.astype("datetime64[D]"))
    if hole is not None:
        recent &= columns.time > np.datetime64(hole.last, "D")
    year = only(series, recent)
    kept = only(year, traded(year.columns))
    is_stale = bool(len(columns) and columns.time[-1] < instant(as_of - timedelta(days=_SLACK_DAYS)))
    if len(kept) < FEWEST_BARS:
        raise too_few(series.symbol, len(kept), as_of, hole, _end(series, hole) if is_stale else None)
    reaches_back = bool(kept.columns.time[0] <= start + np.timedelta64(_SLACK_DAYS, "D"))
    whole_year = reaches_back and not is_stale and len(kept) >= _FEWEST_OF_A_YEAR
    return BarsInUse(kept, len(year) - len(kept), whole_year, hole, is_stale)


@dataclass(frozen=True, slots=True)
class SeriesEnd:
    """The day of the last bar, where that is what makes bars few; `is_enough`: an analysis as of it has enough."""

    day: str
    is_enough: bool


def _end(series: BarSeries, hole: Gap | None) -> SeriesEnd:
    columns = series.columns
    year = columns.time > columns.time[-1] - np.timedelta64(DAYS, "D")
    if hole is not None:
        year &= columns.time > np.datetime64(hole.last, "D")
    count = int((year & traded(columns)).sum())
    return SeriesEnd(str(columns.time[-1].astype("datetime64[D]")), count >= FEWEST_BARS)


def too_few(
    symbol: Symbol, count: int, as_of: datetime, hole: Gap | None = None, end: SeriesEnd | None = None
) -> TooFewDailyBars:
    """The details name the last day with data where research as of it has enough bars."""
    said, missing = "research.too_few_bars", dict[str, object]()
    details: dict[str, object] = {"found": count, "needed": FEWEST_BARS, "symbol": str(symbol)}
    if end is not None and end.is_enough:
        said, missing = "research.too_few_bars_stale", {"last": end.day}
        details["last_day"] = end.day
    elif hole is not None:
        said, missing = "research.too_few_bars_after_hole", {"sessions": hole.sessions, "hole": hole}
    elif end is not None:
        said, missing = "research.too_few_bars_ended", {"last": end.day}
    return TooFewDailyBars(
        said,
        symbol=symbol,
        count=count,
        days=DAYS,
        until=as_of.date(),
        fewest=FEWEST_BARS,
        **missing,
        details=details,
    )


def traded(columns: BarColumns) -> Chosen:
    """Bars with four prices above zero. A bar without volume is a suspended day, unless the source has no volume at
    all, as of an index or a currency; a volume that is not known leaves the price standing."""
    prices = np.stack((columns.open, columns.high, columns.low, columns.close))
    good = np.asarray((np.isfinite(prices) & (prices > 0)).all(axis=0))
    has_volume = bool((columns.volume[good] > 0).any())
    return good & (columns.volume != 0) if has_volume else good


def only(series: BarSeries, chosen: Chosen) -> BarSeries:
    columns = BarColumns(**{field.name: getattr(series.columns, field.name)[chosen] for field in fields(BarColumns)})
    return replace(series, columns=columns)


def price_unit(symbol: Symbol) -> str:
    """What a price is in: money a share, money a coin, or plain points, as of an index."""
    if symbol.market.is_stocks and not symbol.is_index:
        return f"{RULEBOOK[symbol.market].currency}/share"
    return symbol.text.rpartition("-")[2] if symbol.market is Market.CRYPTO else "plain"
