"""Reads what a report draws from the market library, as it was known at the run's instant."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from packages.core.errors import ParleyError
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.domain.report_material import DailyCloses, DailyMultiple, DueEvent, ReportMaterial
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.research.application.multiple_history import own_multiples
from src.modules.research.application.names import evidence_names

_SHOWN = timedelta(days=400)
_MULTIPLES_SHOWN = timedelta(days=3 * 366)
_MULTIPLES = ("pe_ttm", "pb", "ps_ttm")


@dataclass(frozen=True, slots=True)
class ReportLibraryAdapter:
    """What is not stored is omitted: a report without a chart is still a report."""

    library: MarketLibrary

    async def material(self, symbol: str, benchmark: str | None, as_of: datetime) -> ReportMaterial:
        view = self.library.view(as_of)
        return ReportMaterial(
            names=(await evidence_names()).labels,
            prices=await _closes(view, symbol),
            benchmark=await _closes(view, benchmark) if benchmark else None,
            multiples=(*await _multiples(view, symbol), *await _own(view, symbol)),
            ahead=await _ahead(view, symbol),
        )


async def _closes(view: MarketView, symbol: str) -> DailyCloses | None:
    start = view.as_of.astimezone(UTC) - _SHOWN
    try:
        series = await view.bars(parse_symbol(symbol), start=start, raw_only=True)
    except ParleyError:
        return None
    columns = series.columns
    if not len(columns.time):
        return None
    days = tuple(columns.time.astype("datetime64[D]").astype(object).tolist())
    return DailyCloses(symbol, series.source, days, tuple(columns.close.tolist()), tuple(columns.volume.tolist()))


async def _ahead(view: MarketView, symbol: str) -> tuple[DueEvent, ...]:
    today = view.as_of.date()
    rows = [*await view.events(parse_symbol(symbol), today), *await view.events(None, today)]
    return tuple(DueEvent(row.day, row.title) for row in sorted(rows, key=lambda row: row.day) if row.day > today)


async def _own(view: MarketView, symbol: str) -> tuple[DailyMultiple, ...]:
    """Our own, which stand in where no source has any."""
    found = await own_multiples(view, parse_symbol(symbol))
    return tuple(DailyMultiple(one.metric, one.days, one.values, one.source) for one in found)


async def _multiples(view: MarketView, symbol: str) -> tuple[DailyMultiple, ...]:
    since = (view.as_of - _MULTIPLES_SHOWN).date()
    rows = sorted(await view.valuations(parse_symbol(symbol), since), key=lambda row: row.day)
    found = []
    for metric in _MULTIPLES:
        points = [(row.day, float(value)) for row in rows if (value := getattr(row, metric)) is not None and value > 0]
        if points:
            days, values = zip(*points, strict=True)
            found.append(DailyMultiple(metric, days, values, rows[-1].source))
    return tuple(found)
