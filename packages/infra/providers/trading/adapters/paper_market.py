"""The market as the paper broker sees it: one bar of every instrument, with the rules that hold on it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np

from packages.core.errors import Conflict
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.market_data.bars import Floats


class BarsSkipped(Conflict):
    """A bar came before the one that it follows: give the account every bar in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperQuote:
    """The bar of one instrument. `mean_volume` and `volatility` are of the 20 own bars before it, NaN while unknown."""

    open: float
    high: float
    low: float
    close: float
    volume: float = math.nan
    lower_limit: float = -math.inf
    upper_limit: float = math.inf
    mean_volume: float = math.nan
    volatility: float = math.nan


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketBar:
    """What happened at one time of the shared axis. An instrument without a bar has no quote. `previous` is the time of
    the bar before on the axis, None for the first; days and sessions are counted from there. `factors` is what prices
    of this bar were multiplied by for splits after it, `factors_before` those of the bar before; 1 if there is none."""

    time: datetime
    previous: datetime | None
    elapsed_days: float
    sessions_passed: int
    quotes: Mapping[str, PaperQuote]
    dividends: Mapping[str, float]  # cash a share, only where there is one; of a perpetual its funding
    settled: frozenset[str] = frozenset()  # instruments that are gone, and paid out at their last close
    buy_duty: float = 0.0
    sell_duty: float = 0.0
    factors: Mapping[str, float] = field(default_factory=dict)
    factors_before: Mapping[str, float] = field(default_factory=dict)


class PaperMarket:
    """The bars of a panel, one after another. `split` has what its prices were multiplied by, as it was loaded."""

    def __init__(self, arena: Arena, split: Floats | None = None) -> None:
        self._arena = arena
        self._split = split
        self.panel = arena.panel
        self._ends = None if arena.panel.listings is None else universe_of(arena.panel).settled()

    def __len__(self) -> int:
        return len(self.panel)

    def bar(self, index: int) -> MarketBar:
        panel = self.panel
        passed = int(panel.session[index] - panel.session[index - 1]) if index else 0
        return MarketBar(
            time=_utc(panel.time[index]),
            previous=_utc(panel.time[index - 1]) if index else None,
            elapsed_days=float(panel.elapsed_days[index]),
            sessions_passed=passed,
            quotes={
                ticker: self._quote(at, index)
                for at, ticker in enumerate(panel.tickers)
                if not math.isnan(panel.close[at, index])
            },
            dividends=self._dividends(index),
            settled=self._settled(index),
            buy_duty=0.0 if panel.buy_duty is None else float(panel.buy_duty[index]),
            sell_duty=0.0 if panel.sell_duty is None else float(panel.sell_duty[index]),
            factors=self.factors(index),
            factors_before=self.factors(index - 1) if index else {},
        )

    def factors(self, index: int) -> dict[str, float]:
        """Of the splits that were known when the panel was loaded."""
        if self._split is None:
            return {}
        factors = zip(self.panel.tickers, self._split[:, index].tolist(), strict=True)
        return {ticker: factor for ticker, factor in factors if factor != 1.0}

    def _quote(self, at: int, index: int) -> PaperQuote:
        panel, (mean_volume, volatility) = self.panel, self._arena.depth
        return PaperQuote(
            open=float(panel.open[at, index]),
            high=float(panel.high[at, index]),
            low=float(panel.low[at, index]),
            close=float(panel.close[at, index]),
            volume=float(panel.volume[at, index]),
            lower_limit=-math.inf if panel.lower_limit is None else float(panel.lower_limit[at, index]),
            upper_limit=math.inf if panel.upper_limit is None else float(panel.upper_limit[at, index]),
            mean_volume=float(mean_volume[at, index]),
            volatility=float(volatility[at, index]),
        )

    def _settled(self, index: int) -> frozenset[str]:
        """Where a portfolio knows who was delisted."""
        if self._ends is None:
            return frozenset()
        return frozenset(self.panel.tickers[at] for at in np.flatnonzero(self._ends == index).tolist())

    def _dividends(self, index: int) -> dict[str, float]:
        if self.panel.dividend is None:
            return {}
        paid = zip(self.panel.tickers, self.panel.dividend[:, index].tolist(), strict=True)
        return {ticker: each for ticker, each in paid if each > 0 or each < 0}


def _utc(time: np.datetime64) -> datetime:
    instant: datetime = time.astype("datetime64[us]").item()
    return instant.replace(tzinfo=UTC)
