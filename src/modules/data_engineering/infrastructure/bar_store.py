"""Bars in Parquet files, read and written off the event loop."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import anyio.to_thread

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.bars.parquet_bars import ParquetBars


class ThreadedBars:
    """The application's bar store over `ParquetBars`."""

    def __init__(self, bars: ParquetBars) -> None:
        self._bars = bars

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        read = partial(self._bars.read, symbol, timeframe, as_of, start, end, source=source)
        return await anyio.to_thread.run_sync(read)

    async def append(self, series: BarSeries, recorded_at: datetime) -> int:
        return await anyio.to_thread.run_sync(self._bars.append, series, recorded_at)

    async def stored(self) -> Sequence[Stored]:
        return await anyio.to_thread.run_sync(self._bars.coverage)
