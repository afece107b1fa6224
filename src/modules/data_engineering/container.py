"""Wires the data use cases to the database, the Parquet files and the outside sources."""

from functools import partial

from packages.core.clock import Clock
from packages.infra.bars.parquet_bars import ParquetBars
from packages.infra.db.engine import Database
from packages.infra.db.market_reader import SqlRowReader
from packages.infra.db.market_rows import SqlMarketRows
from packages.infra.providers.calendars.exchanges import calendar_of
from packages.infra.providers.market_data.catalogue import Desk, provider_chain
from packages.settings.load import Settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.sync import Sync
from src.modules.data_engineering.infrastructure.bar_files import BarFiles
from src.modules.data_engineering.infrastructure.bar_store import ThreadedBars
from src.modules.data_engineering.infrastructure.packs import Packs
from src.modules.data_engineering.infrastructure.row_store import SqlRowStore
from src.modules.data_engineering.infrastructure.sources import ChainedSources


class DataEngineeringContainer:
    """One per process: the bar store keeps what it has read, and the sources keep their rates."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self._clock = clock
        self._home = settings.home.home
        self._bars = ParquetBars(settings.home.bars)
        self._rows = SqlMarketRows(database)
        self._calendars = partial(calendar_of, home=settings.home.home)
        self._desk = Desk(vendors=settings.vendors, clock=clock, cache=settings.home.home / "cache")

    def library(self) -> MarketLibrary:
        bars, rows = ThreadedBars(self._bars), SqlRowStore(self._rows)
        return MarketLibrary(bars, rows, SqlRowReader(self._rows), self._calendars, self._clock)

    def sync(self) -> Sync:
        sources = ChainedSources(provider_chain(self._desk))
        return Sync(sources, ThreadedBars(self._bars), SqlRowStore(self._rows), self._clock)

    def packs(self) -> Packs:
        return Packs(ThreadedBars(self._bars), SqlRowStore(self._rows), self._clock, self._home)

    def files(self) -> BarFiles:
        return BarFiles(self._bars, self._rows, self._clock)
