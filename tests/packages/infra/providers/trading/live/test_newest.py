"""A deployment brings its own bars, and trades on without them when nobody can tell any."""

import asyncio

from packages.domain.market_data.errors import NoData, NoProvider
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.build import build
from packages.infra.providers.trading.live.loading import NewestBars
from tests.corpus.sample_strategy import sample


async def test_every_ticker_is_asked_for_in_the_timeframe_of_the_strategy() -> None:
    strategy, asked = build(sample()), []

    async def bring(symbol: Symbol, timeframe: Timeframe) -> None:
        asked.append((str(symbol), timeframe))

    await NewestBars(bring)(strategy)
    assert [timeframe for _, timeframe in asked] == [strategy.timeframe] * len(strategy.universe.tickers)


async def test_a_source_that_is_down_empty_or_silent_stops_no_tick() -> None:
    async def down(symbol: Symbol, timeframe: Timeframe) -> None:
        raise NoProvider("Nobody answers.")

    async def empty(symbol: Symbol, timeframe: Timeframe) -> None:
        raise NoData("Nothing new.")

    async def silent(symbol: Symbol, timeframe: Timeframe) -> None:
        await asyncio.Event().wait()

    for bring in (down, empty, silent):
        await NewestBars(bring, longest=0.01)(build(sample()))
