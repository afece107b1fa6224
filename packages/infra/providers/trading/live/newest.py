"""Brings the newest bars of what a deployment trades, so that it goes on without anybody who syncs."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from packages.core.errors import Unavailable
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Strategy

Bring = Callable[[Symbol, Timeframe], Awaitable[object]]
_LONGEST = 30.0  # seconds: a tick waits no longer for a source
_log = structlog.get_logger(__name__)


class NewestBars:
    """A source that is down or has nothing new does not stop a tick: it goes on with the bars that are there, and
    limits on stale data bind as ever."""

    def __init__(self, bring: Bring, longest: float = _LONGEST) -> None:
        self._bring = bring
        self._longest = longest

    async def __call__(self, strategy: Strategy) -> None:
        async with asyncio.TaskGroup() as group:
            for ticker in strategy.universe.tickers:
                group.create_task(self._one(parse_symbol(ticker), strategy.timeframe))

    async def _one(self, symbol: Symbol, timeframe: Timeframe) -> None:
        try:
            async with asyncio.timeout(self._longest):
                await self._bring(symbol, timeframe)
        except (NoData, Unavailable, TimeoutError) as error:
            _log.warning("newest_bars_missing", symbol=str(symbol), timeframe=timeframe.value, reason=str(error))
