"""Deployments, opened."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

from apps.api.openings.strategies import open_strategy_jobs
from apps.api.strategy_jobs import StrategyJobs
from packages.core.events import EventLog
from packages.infra.db.event_log import SqlEventLog
from packages.infra.providers.trading.container import TradingContainer
from packages.infra.security.vault import Vault
from packages.settings.load import Settings


@asynccontextmanager
async def open_trading(settings: Settings) -> AsyncIterator[TradingContainer]:
    """Deployments without a server around them, for the terminal; what they begin, a server goes on with."""
    async with AsyncExitStack() as stack:
        strategy_jobs = await stack.enter_async_context(open_strategy_jobs(settings))
        events = await stack.enter_async_context(SqlEventLog(strategy_jobs.database, strategy_jobs.clock).running())
        yield await stack.enter_async_context(aclosing(trading_on(settings, strategy_jobs, events)))


def trading_on(settings: Settings, strategy_jobs: StrategyJobs, events: EventLog) -> TradingContainer:
    return TradingContainer(
        database=strategy_jobs.database,
        seals=Vault(settings.home.keys, "broker-keys"),
        book=strategy_jobs.book,
        events=events,
        views=strategy_jobs.library.view,
        stored=strategy_jobs.library.stored,
        calendars=strategy_jobs.library.calendars,
        clock=strategy_jobs.clock,
        fetch_bars=strategy_jobs.fetch_bars,
        market=strategy_jobs.market,
    )
