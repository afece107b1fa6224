"""Where the bars of a crisis come from, whether those of an instrument cover it, and otherwise what to load."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

import numpy as np

from packages.domain.backtest.market.axis import bars_per_year, local_days
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.calendar import Calendar, CalendarEnds
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.crises.cutting import own_bars, window_bars
from packages.domain.stress.crises.windows import BadCrisisBars, CrisisWindow
from packages.domain.stress.findings import Lack, LackCode


@dataclass(frozen=True, slots=True)
class Missing:
    """No bars, and the reason: as words, and as a code with what it counts."""

    reason: str
    code: LackCode = LackCode.OTHER
    there: int | None = None
    wanted: int | None = None
    day: date | None = None


class CrisisData(Protocol):
    """Bars of single instruments in the strategy's timeframe, the ones that may stand in included."""

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        """One instrument from at least `warm_up` of its own bars before the window to its end; more does no harm."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class OnePanel:
    """`CrisisData` of a panel that is there already."""

    whole: Panel

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        if ticker not in self.whole.tickers:
            return Missing("it is not among the loaded instruments", LackCode.NOT_AMONG)
        return own_bars(self.whole, ticker)


ENOUGH = 0.8  # of the sessions of the window, and of the bars wanted before it
# A bar whose high is ten times its low is a feed's mistake; taken for a crash, it makes a fortune for who buys it.
WIDEST = 10.0
_FEWEST_BARS = 2  # a decision on a close and a fill at the next open
_DAYS_A_YEAR = 365.25
_HOLIDAYS = 14  # days that a market may rest in one go


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes to live through a window; without a calendar its sessions are reckoned from those of a year."""

    market: Market
    timeframe: Timeframe
    window: CrisisWindow
    warm_up: int
    calendar: Calendar | None = None

    @property
    def since(self) -> date:
        """The day from which bars are to be loaded."""
        years = self.warm_up / bars_per_year(self.market, self.timeframe)
        return self.window.start - timedelta(days=math.ceil(years * _DAYS_A_YEAR) + _HOLIDAYS)

    @property
    def sessions(self) -> int:
        """Of the window; for bars of a week, its whole weeks."""
        window = self.window
        days = (window.end - window.start).days + 1
        if self.timeframe is Timeframe.W1:
            return days // 7
        if self.calendar is not None:
            try:
                return len(self.calendar.sessions(window.start, window.end))
            except CalendarEnds:
                pass
        return round(days * bars_per_year(self.market, Timeframe.D1) / _DAYS_A_YEAR)

    def describe(self, ticker: str, lack: Missing) -> str:
        """What to load of an instrument, and what it lacks."""
        return f"{ticker} {self.timeframe} from {self.since} to {self.window.end} ({lack.reason})"

    def lack(self, ticker: str, lack: Missing, instead: Sequence[str]) -> Lack:
        """The same, for any language."""
        return Lack(
            code=lack.code,
            ticker=ticker,
            timeframe=self.timeframe.value,
            since=self.since,
            until=self.window.end,
            there=lack.there,
            wanted=lack.wanted,
            day=lack.day,
            instead=tuple(instead),
        )


def lack_of(panel: Panel, need: Need) -> Missing | None:
    """What the bars of one instrument fall short of; None where they are enough."""
    first, end = window_bars(panel, need.window)
    days = local_days(panel.market, panel.timeframe, panel.time[first:end])
    there, wanted, bars = len(np.unique(days)), need.sessions, end - first
    if there < ENOUGH * wanted:
        return Missing(f"{there} of {wanted} sessions are there", LackCode.SESSIONS, there, wanted)
    if bars < _FEWEST_BARS:
        words = f"{bars} bars in the window, {_FEWEST_BARS} are the fewest: take a longer window or shorter bars"
        return Missing(words, LackCode.BARS, bars, _FEWEST_BARS)
    if first < ENOUGH * need.warm_up:
        words = f"{first} of {need.warm_up} bars of warm-up are there"
        return Missing(words, LackCode.WARM_UP, first, need.warm_up)
    return _bad_market(panel, first, end)


def _bad_market(panel: Panel, first: int, end: int) -> Missing | None:
    wide = panel.high[0] > WIDEST * panel.low[0]
    if wide.any():
        day: date = panel.time[int(wide.argmax())].astype("datetime64[D]").item()
        return Missing(f"its bar of {day} spans more than {WIDEST:g} times its low", LackCode.WIDE_BAR, day=day)
    if np.ptp([panel.high[0, first:end], panel.low[0, first:end]]) == 0:
        return Missing("its price never moves there", LackCode.STANDS_STILL)
    return None


def refuse_foreign_bars(panel: Panel, need: Need, ticker: str) -> None:
    """One instrument of the strategy's market and timeframe is wanted."""
    if (panel.market, panel.timeframe) != (need.market, need.timeframe) or len(panel.tickers) != 1:
        raise BadCrisisBars(
            "stress.wrong_crisis_bars",
            ticker=ticker,
            timeframe=panel.timeframe,
            instruments=len(panel.tickers),
            market=panel.market,
            wanted_timeframe=need.timeframe,
            wanted_market=need.market,
        )


def refuse_bad_prices(panel: Panel, ticker: str) -> None:
    """A bar that is there has every price, and each is above 0."""
    prices = np.vstack([getattr(panel, name) for name in PRICES if name != "volume"])
    good = (np.isfinite(prices) & (prices > 0)).all(axis=0)
    if not good.all():
        at = np.datetime_as_string(panel.time[int(np.argmin(good))], unit="m")
        raise BadCrisisBars("stress.bad_crisis_price", ticker=ticker, at=at)
