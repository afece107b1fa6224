"""Files of bars that a person has, imported off the event loop; what else they hold goes to the row store."""

from dataclasses import dataclass
from functools import partial
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


@dataclass(frozen=True, slots=True)
class BarFiles:
    """Imports CSV and Parquet files."""

    bars: ParquetBars
    rows: SqlMarketRows
    clock: Clock

    async def load(self, path: Path, options: ImportOptions) -> ImportReport:
        now = self.clock.now()
        work = partial(
            import_file,
            path,
            self.bars,
            symbol=options.symbol,
            timeframe=options.timeframe,
            timezone=options.timezone,
            source=options.source,
            label=options.label,
            recorded_at=now,
        )
        report = await anyio.to_thread.run_sync(work)
        rows: list[Row] = [*report.actions]
        if report.first is not None and not await self.rows.read(Instrument, str(report.symbol), now):
            rows.append(_named_by_its_symbol(report.symbol, report))
        await self.rows.add(rows, now)
        return report


def _named_by_its_symbol(symbol: Symbol, report: ImportReport) -> Instrument:
    """A file names no company, so that the symbol stands in; a source that knows better is asked by a sync."""
    assert report.first is not None  # noqa: S101 - checked by the caller
    return Instrument(
        source=report.source,
        known_at=session_close(symbol.market, report.first.date()),
        symbol=symbol,
        name_en=str(symbol),
        name_zh=str(symbol),
        exchange=_EXCHANGE.get(symbol.market, ""),
        currency=_CURRENCY.get(symbol.market, "USD"),
    )
