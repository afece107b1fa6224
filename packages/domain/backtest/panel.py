"""The market that a backtest trades in: instruments side by side on one time axis, with the rules of each bar."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.fundamentals.record import CompanyRecord
from packages.domain.backtest.funding import FundingHistory
from packages.domain.backtest.listings import Listings
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

Counts: TypeAlias = npt.NDArray[np.int64]
PRICES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lots:
    """The smallest order of each instrument, and the steps beyond it; a step of 0 allows any fraction."""

    minimum: Floats
    step: Floats


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Panel:
    """Matrices have a row an instrument and a column a bar, float64 and C-contiguous; a bar that is not there is NaN in
    every price and in the volume. `None` stands for a rule that the market does not have; where a market has limits, a
    bar without one has 0 for the lower and infinity for the upper one."""

    market: Market
    timeframe: Timeframe
    tickers: tuple[str, ...]
    time: Instants  # when each bar begins
    session: Counts  # the number of the session that each bar belongs to, rising by one from session to session
    elapsed_days: Floats  # calendar days since the bar before, 0 for the first
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    lots: Lots
    bars_per_year: float
    sell_after_sessions: int = 0
    lower_limit: Floats | None = None
    upper_limit: Floats | None = None
    dividend: Floats | None = None  # cash a share, on the ex-date, in the terms of the prices; funding of a perpetual
    buy_duty: Floats | None = None  # a fraction of the amount, by bar
    sell_duty: Floats | None = None
    alongside: Alongside | None = None  # what rules read beside these bars; None where they read nothing else
    listings: Listings | None = None  # of a portfolio

    def __len__(self) -> int:
        return len(self.time)

    @property
    def is_whole(self) -> bool:
        """Whether every instrument has a bar at every time."""
        return bool(np.isfinite(self.close).all())

    def record(self, row: int) -> CompanyRecord | None:
        """What was known of the company, where rules read that."""
        return None if self.alongside is None else self.alongside.record(self.tickers[row])

    def funding(self, row: int) -> FundingHistory | None:
        """The rates of a perpetual, where rules read them."""
        return None if self.alongside is None else self.alongside.funding_of(self.tickers[row])

    def until(self, bars: int) -> "Panel":
        """The first bars only, as if the rest had not happened."""
        cut = {name: getattr(self, name)[..., :bars].copy() for name in _TIMED if getattr(self, name) is not None}
        beside = None if self.alongside is None else self.alongside.until(self.market, self.timeframe, cut["time"])
        listings = None if self.listings is None else self.listings.at(slice(bars))
        return replace(self, **cut, alongside=beside, listings=listings)

    def of(self, tickers: Sequence[str]) -> "Panel":
        """Some of the instruments, on the same axis."""
        at = [self.tickers.index(ticker) for ticker in tickers]
        rows = {name: getattr(self, name)[at] for name in _BY_INSTRUMENT if getattr(self, name) is not None}
        lots = Lots(minimum=self.lots.minimum[at], step=self.lots.step[at])
        listings = None if self.listings is None else self.listings.of(at)
        return replace(self, tickers=tuple(tickers), lots=lots, listings=listings, **rows)


_BY_INSTRUMENT = (*PRICES, "lower_limit", "upper_limit", "dividend")
_TIMED = ("time", "session", "elapsed_days", *_BY_INSTRUMENT, "buy_duty", "sell_duty")
