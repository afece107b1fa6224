"""The application's stores: bars in Parquet files, used off the event loop, and rows in the SQL database."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import anyio.to_thread

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.rows import Instrument, Row
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.infrastructure.daily_market import run_stoppable

if TYPE_CHECKING:
    from packages.domain.market_data.cross_sections import CrossSections
    from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars


class ThreadedBars:
    """The application's bar store over `ParquetBars`, which is made when it is first needed; `sections` keep account
    of all that is stored."""

    def __init__(
        self, bars: "Callable[[], ParquetBars]", sections: "Callable[[], CrossSections] | None" = None
    ) -> None:
        self._bars = bars
        self._sections = sections

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        def read() -> BarSeries:
            return self._bars().read(symbol, timeframe, as_of, start, end, source=source)

        return await anyio.to_thread.run_sync(read)

    async def append(self, series: BarSeries, recorded_at: datetime) -> int:
        return await anyio.to_thread.run_sync(lambda: self._bars().append(series, recorded_at))

    async def stored(self) -> Sequence[Stored]:
        """What cannot be read is omitted; the coverage of the market reports it."""
        sections = self._sections
        if sections is None:
            return await anyio.to_thread.run_sync(lambda: self._bars().coverage())
        return (await run_stoppable(lambda stop: sections().inventory(stop=stop))).stored


class SqlRowStore:
    """The application's row store."""

    def __init__(self, rows: SqlMarketRows) -> None:
        self._rows = rows

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        return await self._rows.add(rows, recorded_at)

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        wanted = text.casefold()
        found = await self._rows.find(Instrument, text, limit, as_of)
        return [i for i in found if any(wanted in name.casefold() for name in (str(i.symbol), i.name_en, i.name_zh))]
