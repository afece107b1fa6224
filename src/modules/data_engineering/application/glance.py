"""The market at a glance: the newest close of a few instruments, how far it moved, and the way there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.timeframe import Timeframe
from src.modules.data_engineering.application.library import MarketLibrary, Stocked

_FROM_BARS = 2  # a day's change needs the day before


@dataclass(frozen=True, slots=True)
class Glance:
    """`closes` are adjusted, oldest first, up to the last day; `change` is against the close of the bar before."""

    stocked: Stocked
    last_day: date
    closes: Sequence[float]

    @property
    def change(self) -> float | None:
        before = self.closes[-2] if len(self.closes) >= _FROM_BARS else 0.0
        return self.closes[-1] / before - 1 if before else None


@dataclass(frozen=True, slots=True)
class MarketGlance:
    """A person's own instruments where there are any, those with the newest bars first; else the demo's."""

    library: MarketLibrary

    async def of(self, count: int, bars: int) -> tuple[datetime, Sequence[Glance]]:
        view = self.library.view()
        stocked = await self.library.stocked(Timeframe.D1)
        own = [each for each in stocked if not each.stored.symbol.is_demo]
        newest = sorted(own or stocked, key=lambda each: each.stored.last, reverse=True)[:count]
        series = [await view.bars(each.stored.symbol, Timeframe.D1) for each in newest]
        seen = [_seen(each, of, bars) for each, of in zip(newest, series, strict=True) if len(of)]
        return view.as_of, seen


def _seen(stocked: Stocked, series: BarSeries, bars: int) -> Glance:
    columns = series.columns[-bars:]
    return Glance(stocked, columns.time[-1].astype("datetime64[D]").item(), columns.close.tolist())
