"""The day that a replay begins with where the person names none: shortly before the strategy would have traded."""

import asyncio
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from packages.domain.backtest.market.panel_loading import load_panel
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.model import Strategy
from packages.domain.trading.deployments.model import BadReplay
from packages.infra.providers.trading.live.loading import DeployedBars, load_bars, moment, rerun

_YEAR = timedelta(days=365)
_YEARS = (1, 3, 10)  # looked back, until there was an entry
_BEFORE = 5  # bars that are seen before the first entry


async def replay_day(strategy: Strategy, view: MarketView, terms: Mapping[str, Any], now: datetime) -> date:
    """Five bars before the first entry of the last year, or of the last years; a year ago where there was none."""
    for years in _YEARS:
        loaded = await load_bars(strategy, view, terms, now - years * _YEAR)
        entry = await asyncio.to_thread(_first_entry, loaded)
        if entry is not None:
            return moment(loaded.panel, max(entry - _BEFORE, 0)).date()
    return local_day(strategy.universe.market, now - _YEAR)


async def checked_day(strategy: Strategy, view: MarketView, day: date) -> date:
    """The day itself, where the strategy has bars before it; otherwise it says when they begin."""
    symbols = [parse_symbol(ticker) for ticker in strategy.universe.tickers]
    loaded = await load_panel(view, symbols, strategy.timeframe, start=None, end=None, warm_up=0)
    first = moment(loaded.panel, 0).date()
    if day <= first:
        raise BadReplay("trading.replay_before_bars", day=day.isoformat(), first=first.isoformat())
    return day


def _first_entry(loaded: DeployedBars) -> int | None:
    """The bar of the first entry of a backtest that begins where the replay may."""
    outcome = rerun(loaded)
    entries = [*(trade.signal_bar for trade in outcome.trades), *(each.signal_bar for each in outcome.open_positions)]
    return min(entries, default=None)
