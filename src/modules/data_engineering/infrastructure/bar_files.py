"""Files of bars that a person has, imported off the event loop; what else they hold goes to the row store."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import anyio.to_thread

from packages.core.clock import Clock
from packages.domain.market_data.rows import Instrument, Row
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.bars.import_file import import_file
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows

_CURRENCY = {Market.CN_STOCKS: "CNY"}
_EXCHANGE = {Market.CRYPTO: "24/7"}


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person said; None is found out from the file, or asked for."""

    symbol: str | None = None
    timeframe: str | None = None
    timezone: str | None = None
    source: str | None = None
    label: Label | None = None
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class BarFiles:
    """Imports CSV and Parquet files."""

    bars: ParquetBars
    rows: SqlMarketRows
    clock: Clock

    async def load(self, path: Path, options: ImportOptions) -> ImportReport:
        report = await anyio.to_thread.run_sync(self.read_one, options, path, options.symbol)
        await self.keep_rows(report)
        return report

    def read_one(self, options: ImportOptions, path: Path, symbol: str | None) -> ImportReport:
        """Blocks. The bars are stored, and nothing else that the file holds."""
        return import_file(
            path,
            self.bars,
            symbol=symbol,
            timeframe=options.timeframe,
            timezone=options.timezone,
            source=options.source,
            label=options.label,
            adjusted=options.adjusted,
            recorded_at=self.clock.now(),
        )

    async def keep_rows(self, report: ImportReport) -> None:
        """The actions that the file has, and a name for an instrument that has none."""
        rows: list[Row] = [*report.actions]
        if report.first is not None:
            since = session_close(report.symbol.market, report.first.date())
            if not await self.rows.read(Instrument, str(report.symbol), since):
                rows.append(_named_by_its_symbol(report.symbol, report.source, since))
        await self.rows.add(rows, self.clock.now())


def _named_by_its_symbol(symbol: Symbol, source: str, since: datetime) -> Instrument:
    """A file names no company, so that the symbol stands in from its first bar on; a source that knows better is asked
    by a sync."""
    return Instrument(
        source=source,
        known_at=since,
        symbol=symbol,
        name_en=str(symbol),
        name_zh=str(symbol),
        exchange=_EXCHANGE.get(symbol.market, ""),
        currency=_CURRENCY.get(symbol.market, "USD"),
    )
