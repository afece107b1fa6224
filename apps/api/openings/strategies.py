"""Strategies and the long work on them, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from apps.api.openings.database import open_database
from apps.api.strategy_jobs import StrategyJobs
from packages.core.clock import SystemClock
from packages.infra.kernel.build import install_kernel
from packages.infra.strategy.strategies import strategy_book
from packages.settings.load import Settings
from src.modules.data_engineering.container import DataEngineeringContainer


@asynccontextmanager
async def open_strategy_jobs(settings: Settings) -> AsyncIterator[StrategyJobs]:
    """Strategies and the work on them without a server around them, for the terminal and for notebooks."""
    clock = SystemClock()
    install_kernel()
    async with open_database(settings) as database:
        data = DataEngineeringContainer(database, settings, clock)
        await data.look_at_demo()
        book = strategy_book(database, clock)
        yield StrategyJobs(database, data.library(), book, clock, data.newest, data.whole_market)
