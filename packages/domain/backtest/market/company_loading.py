"""What was known of the companies of a universe, read through the as-of door."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np

from packages.domain.backtest.fundamentals.record import CompanyRecord, CompanyRows, company_record
from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.needs import CompanyNeeds
from packages.domain.backtest.market.shortfalls import Note, Shortfall
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import CalendarEvent, CorporateAction, FinancialFact, Instrument
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.symbols import load_command, missing_data, parse_symbol

_AT_ONCE = 8


async def load_records(
    view: MarketView, needs: CompanyNeeds, panel: Panel, ticker_bars: Sequence[TickerBars]
) -> tuple[CompanyRecord, ...]:
    """One for each ticker of the panel, in its order."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def rows_of(row: int, bars: TickerBars) -> CompanyRows:
        symbol = bars.series.symbol
        async with gate:
            facts = await view.fact_history(symbol) if needs.reports else ()
            events = await view.events(symbol) if needs.report_days else ()
        last, source = _last_day(panel, row), bars.series.source
        return company_rows(needs, bars.instrument, facts, bars.actions, events, last, source)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(rows_of(row, bars)) for row, bars in enumerate(ticker_bars)]
    rows = [task.result() for task in tasks]
    return await asyncio.to_thread(lambda: tuple(company_record(each, needs.figures) for each in rows))


def company_rows(
    needs: CompanyNeeds,
    instrument: Instrument,
    facts: Iterable[FinancialFact],
    actions: Sequence[CorporateAction],
    events: Sequence[CalendarEvent],
    last: date,
    source: str,
) -> CompanyRows:
    """`facts` in the order in which they became known; lines that nobody asked for are left out."""
    items = frozenset(needs.items)
    return CompanyRows(
        symbol=instrument.symbol.text,
        currency=instrument.currency,
        facts=[fact for fact in facts if fact.item in items],
        actions=actions,
        events=events,
        last=last,
        raw_prices=not is_adjusted(source),
    )


def refuse_nothing_known(needs: CompanyNeeds, records: Sequence[CompanyRecord]) -> None:
    """Where no company has what the rules compare, they could never come true."""
    symbols = [parse_symbol(each.symbol) for each in records]
    named: dict[str, object] = {"symbols": [symbol.text for symbol in symbols]}
    if needs.reports and not any(each.knows_reports for each in records):
        details = named | missing_data(*symbols)
        raise NoData("backtest.no_company_reports", symbols=symbols, command=load_command(*symbols), details=details)
    if needs.report_days and not any(len(each.report_days.day) for each in records):
        raise NoData("backtest.no_company_report_days", symbols=symbols, details=named)


def company_notes(
    needs: CompanyNeeds, records: Sequence[CompanyRecord], panel: Panel, first_bar: int
) -> tuple[Note, ...]:
    """Which companies lack what, and on how many of their own bars that are traded."""
    closes = bar_known_at(panel.market, panel.timeframe, panel.time[first_bar:])
    held = np.isfinite(panel.close[:, first_bar:])
    rows = [(each, held[panel.tickers.index(each.symbol)]) for each in records]
    found = [note for each, own in rows for note in _notes(needs, each, closes[own])]
    return tuple(note for note in found if note.bars > 0)


def _notes(needs: CompanyNeeds, record: CompanyRecord, closes: Instants) -> Iterable[Note]:
    if needs.reports:
        yield Note(Shortfall.NO_REPORTS, record.symbol, _before(record.reported_at, closes))
        foreign = int(np.isnan(record.is_priced).all()) if needs.figures and record.knows_reports else 0
        yield Note(Shortfall.NOT_IN_PRICES, record.symbol, foreign * len(closes))
    if needs.report_days:
        yield Note(Shortfall.NO_REPORT_DAYS, record.symbol, _before(np.sort(record.report_days.known_at), closes))
    if needs.dividends:
        yield Note(Shortfall.NO_DIVIDENDS, record.symbol, _before(np.sort(record.dividends.known_at), closes))


def _before(instants: Instants, closes: Instants) -> int:
    """Bars on which nothing of it was known."""
    return int(np.searchsorted(closes, instants[0])) if len(instants) else len(closes)


def _last_day(panel: Panel, row: int) -> date:
    last = np.flatnonzero(np.isfinite(panel.close[row]))[-1]
    day: date = panel.time[last].astype("datetime64[D]").item()
    return day
