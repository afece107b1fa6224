"""A universe by rule with the instruments of its market by name, for whatever runs it many times or day by day.

Everybody with bars is named, delisted ones included: the rule decides on each day who belongs. Nobody is left out for
never having been held, which would know the later winners.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta

import numpy as np

from packages.core.errors import TooLarge
from packages.domain.backtest.portfolio.market_bars import known_instruments
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.portfolio.running import NoWholeMarket
from packages.domain.market_data.cross_sections import BarField
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.schema.grammar import MOST_TICKERS

_FIRST_DAY = date(1900, 1, 1)


class TooManyToName(TooLarge):
    """A market with more instruments than a run of many can read each by itself."""


async def symbols_of(
    strategy: Strategy, market: WholeMarket | None, as_of: datetime, start: date | None, end: date | None
) -> tuple[Symbol, ...]:
    """The tickers, or all that the market had a bar of between these days, as it was known at the instant."""
    if not strategy.universe.is_market:
        return tuple(parse_symbol(ticker) for ticker in strategy.universe.tickers)
    if market is None:
        raise NoWholeMarket("backtest.no_whole_market")
    place = strategy.universe.market
    known = known_instruments(await market.rows(as_of), place)
    today = local_day(place, as_of)
    window = start or _FIRST_DAY, min(end or today, today)
    read = await market.panel((BarField.CLOSE,), *window, as_of, tuple(known.instruments))
    there = np.flatnonzero(read.present.any(axis=0)).tolist()
    symbols = tuple(read.symbols[at] for at in there)
    if not symbols:
        raise NoData("backtest.empty_market", market=place.value)
    if len(symbols) > MOST_TICKERS:
        count, most = f"{len(symbols):,}", f"{MOST_TICKERS:,}"
        raise TooManyToName("backtest.too_many_to_name", name=strategy.name, count=count, most=most)
    return symbols


async def named(strategy: Strategy, market: WholeMarket | None, as_of: datetime, back: timedelta) -> Strategy:
    """With everybody who had a bar in the time before an instant; a strategy with tickers is as it was."""
    if not strategy.universe.is_market:
        return strategy
    start = local_day(strategy.universe.market, as_of - back)
    symbols = await symbols_of(strategy, market, as_of, start, None)
    return replace(strategy, universe=replace(strategy.universe, tickers=tuple(map(str, symbols))))
