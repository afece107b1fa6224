"""Wires the data use cases to the database, the Parquet files and the outside sources.

What is heavy (polars, the sources, the demo companies) is imported when a use case asks for it, so that a server is
ready sooner.
"""

from datetime import timedelta
from functools import cached_property, partial
from typing import TYPE_CHECKING

from packages.core.clock import Clock, FixedClock
from packages.core.events import JsonObject
from packages.domain.market_data.ports import SourceState
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import JobCall, Jobs
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows, SqlRowReader
from packages.settings.load import Settings
from src.modules.data_engineering.application.demo_watch import DemoWatch
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.market_coverage import MarketCoverage
from src.modules.data_engineering.application.offers import DataOffers
from src.modules.data_engineering.application.sync import Sync, SyncWork
from src.modules.data_engineering.infrastructure.daily_market import ThreadedDailyMarket
from src.modules.data_engineering.infrastructure.imports.record import ImportLook, ImportRecord
from src.modules.data_engineering.infrastructure.imports.service import DataImports
from src.modules.data_engineering.infrastructure.imports.staging import Staging
from src.modules.data_engineering.infrastructure.stores import SqlRowStore, ThreadedBars

if TYPE_CHECKING:
    from packages.domain.market_data.cross_sections import CrossSections
    from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
    from packages.infra.providers.market_data.cross_sections.whole_market import StoredWholeMarket
    from src.modules.data_engineering.infrastructure.bar_files import BarFiles
    from src.modules.data_engineering.infrastructure.imports.storing import ImportStoring
    from src.modules.data_engineering.infrastructure.packs import Packs
    from src.modules.data_engineering.infrastructure.row_files import RowFiles


class DataEngineeringContainer:
    """One per process: the bar store keeps what it has read, and the sources keep their rates."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self._clock = clock
        self._settings = settings
        self._database = database
        self._rows = SqlMarketRows(database)

    def library(self) -> MarketLibrary:
        rows, calendars = SqlRowStore(self._rows), partial(calendar_of, home=self._settings.home.home)
        demo = self._settings.data.demo
        return MarketLibrary(self._bar_store(), rows, SqlRowReader(self._rows), calendars, self._clock, demo)

    def coverage(self) -> MarketCoverage:
        """Of everything that is stored."""
        calendars = partial(calendar_of, home=self._settings.home.home)
        return MarketCoverage(self.daily_market(), calendars, self._clock, self._settings.data.demo)

    def daily_market(self) -> ThreadedDailyMarket:
        return ThreadedDailyMarket(lambda: self.cross_sections, self._database)

    @cached_property
    def cross_sections(self) -> "CrossSections":
        """Everything on one day, and panels over many: for callers off the event loop."""
        from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections

        return MappedCrossSections(self._bars)

    def whole_market(self) -> "StoredWholeMarket":
        """What portfolios choose from: all bars by date and all rows."""
        from packages.infra.providers.market_data.cross_sections.whole_market import StoredWholeMarket

        return StoredWholeMarket(lambda: self.cross_sections, self._database)

    def sync(self) -> Sync:
        from packages.infra.providers.market_data.catalogue import VendorAccess, provider_chain
        from src.modules.data_engineering.infrastructure.sources import ChainedSources

        home = self._settings.home.home
        access = VendorAccess(vendors=self._settings.vendors, clock=self._clock, cache=home / "cache")
        return Sync(ChainedSources(provider_chain(access)), self._bar_store(), SqlRowStore(self._rows), self._clock)

    def offers(self) -> DataOffers:
        return DataOffers(self.library(), self._source_states)

    def _source_states(self, market: Market) -> tuple[SourceState, ...]:
        from packages.infra.providers.market_data.readiness import sources_of_bars

        return sources_of_bars(self._settings.vendors, market)

    async def newest(self, symbol: Symbol, timeframe: Timeframe) -> None:
        """The newest bars of what an outside source has given before, and of the demo market."""
        if symbol.is_demo:
            await self.look_at_demo(timeframe)
        else:
            await self._one_sync.newest(symbol, timeframe)

    async def look_at_demo(self, bars: Timeframe = Timeframe.D1) -> None:
        """Updates the demo market where the settings ask for it and something may have happened in it."""
        if self._settings.data.keeps_demo:
            await self._demo_watch.look(bars)

    @cached_property
    def _demo_watch(self) -> DemoWatch:
        return DemoWatch(lambda: self.packs().update_demo(), self._clock, self._settings.home.demo_mark)

    def sync_work(self) -> SyncWork:
        """The handler of the job `data.sync`."""
        return SyncWork(lambda: self._one_sync)

    @cached_property
    def _one_sync(self) -> Sync:
        return self.sync()

    def packs(self) -> "Packs":
        from src.modules.data_engineering.infrastructure.packs import Packs

        rows, home = SqlRowStore(self._rows), self._settings.home.home
        return Packs(self._bar_store(), rows, self._clock, home, self._settings.data.demo)

    def files(self) -> "BarFiles":
        from src.modules.data_engineering.infrastructure.bar_files import BarFiles

        return BarFiles(self._bars, self._rows, self._clock)

    def row_files(self) -> "RowFiles":
        from src.modules.data_engineering.infrastructure.row_files import RowFiles

        return RowFiles(self.files(), self._rows, self._clock, self._settings.home.home / "imports")

    def imports(self, jobs: Jobs) -> DataImports:
        limits = self._settings.imports
        return DataImports(self.staging(), self._look_at, self.undo_import, jobs, self._clock, limits)

    async def _look_at(self, record: ImportRecord) -> ImportLook:
        from src.modules.data_engineering.infrastructure.imports.reading import ImportReading

        return await ImportReading(self.staging(), self._files_of).look(record)

    async def undo_import(self, record: ImportRecord) -> ImportRecord:
        from src.modules.data_engineering.infrastructure.imports.undoing import ImportUndo

        return await ImportUndo(self.staging(), self._settings.home.bars, self._database).run(record)

    def import_storing(self) -> "ImportStoring":
        from src.modules.data_engineering.infrastructure.imports.storing import ImportStoring

        return ImportStoring(self.staging(), self._files_of, self._clock)

    async def store_import(self, call: JobCall) -> JsonObject:
        """The handler of the job `data.import`."""
        return await self.import_storing().handle(call)

    def staging(self) -> Staging:
        limits, root = self._settings.imports, self._settings.home.home / "uploads"
        return Staging(root, timedelta(hours=limits.import_keep_hours), timedelta(days=limits.import_undo_days))

    def _files_of(self, record: ImportRecord) -> "RowFiles":
        """The reader of one import; from its confirmation on it keeps what was there before."""
        from packages.infra.providers.market_data.bars.kept_parts import KeptParts
        from packages.infra.providers.market_data.rows.kept_rows import KeepingRows, KeptRows
        from src.modules.data_engineering.infrastructure.bar_files import BarFiles
        from src.modules.data_engineering.infrastructure.row_files import RowFiles

        staging, most = self.staging(), self._settings.imports.import_max_unpacked_bytes
        if record.confirmed_at is None:
            return RowFiles(self.files(), self._rows, self._clock, staging.work_folder(record), most)
        before, at = staging.before_folder(record), record.confirmed_at
        clock, rows = FixedClock(at), KeepingRows(self._database, KeptRows(before, at))
        bars = BarFiles(self._bars.keeping(KeptParts(before, at)), rows, clock)
        if record.origin == "terminal":
            return RowFiles(bars, rows, clock, self._settings.home.home / "imports")
        return RowFiles(bars, rows, clock, staging.work_folder(record), most)

    def _bar_store(self) -> ThreadedBars:
        return ThreadedBars(lambda: self._bars, lambda: self.cross_sections)

    @cached_property
    def _bars(self) -> "ParquetBars":
        from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars

        return ParquetBars(self._settings.home.bars, on_daily=self._fold_if_due)

    def _fold_if_due(self) -> None:
        from packages.infra.providers.market_data.cross_sections.folding import fold_if_due

        fold_if_due(self._settings.home.bars)
