"""Makes a brief: figures and documents become evidence rows under tags."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook, EvidenceRow, tagged
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.holes import long_holes
from packages.domain.market_data.rows import StatusKind
from packages.domain.market_data.sessions import local_day, zone_of
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert, NewsDocument
from src.modules.research.domain.errors import FutureAnalysis
from src.modules.research.domain.figures import AbsentFigure, Findings, Operation, ResearchFigure
from src.modules.research.domain.labels import LABELS
from src.modules.research.domain.ports import MarketData


async def company_of(market: MarketData, symbol: Symbol, as_of: datetime) -> CompanyProfile:
    try:
        found = await market.view(as_of).instrument(symbol)
    except UnknownSymbol:
        await _refuse_what_came_later(market, symbol, as_of)
        raise
    return CompanyProfile(symbol, found.name_zh, found.name_en, found.industry, found.currency)


async def _refuse_what_came_later(market: MarketData, symbol: Symbol, as_of: datetime) -> None:
    """To load an instrument that is stored, and was not known on the day, would not help."""
    await market.view(market.now()).instrument(symbol)
    raise UnknownSymbol("research.not_known_then", symbol=symbol, day=local_day(symbol.market, as_of))


def instant_of(market: MarketData, symbol: Symbol, analysis_date: date | None) -> datetime:
    """The last instant of the day where the instrument trades, or now when that day is not over."""
    now = market.now()
    if analysis_date is None:
        return now
    if analysis_date > local_day(symbol.market, now):
        raise FutureAnalysis("research.date_in_future", date=analysis_date)
    end = datetime.combine(analysis_date + timedelta(days=1), time(), zone_of(symbol.market))
    return min(now, end - timedelta(microseconds=1))


async def holes_in(market: MarketData, series: BarSeries | None, as_of: datetime) -> Sequence[Gap]:
    """Where too many sessions in a row are missing between daily bars for a figure to be computed across."""
    if series is None:
        return ()
    statuses = await market.view(as_of).statuses(series.symbol)
    suspended = [(status.since, status.until) for status in statuses if status.kind is StatusKind.SUSPENDED]
    days, calendar = series.columns.time.astype("datetime64[D]"), market.calendar(series.symbol.market)
    return await asyncio.to_thread(long_holes, days, calendar, suspended)


async def brief_of(
    expert: Expert,
    market: MarketData,
    company: CompanyProfile,
    as_of: datetime,
    language: Language,
    findings: Findings,
    *,
    rules: Iterable[EvidenceRow] = (),
    documents: Sequence[NewsDocument] = (),
    degraded: Sequence[str] = (),
) -> Brief:
    """`rules` are the thresholds that the expert may cite; documents keep the tags that they are given here."""
    figures = {key: finding for key, finding in findings.items() if isinstance(finding, ResearchFigure)}
    absent = {key: finding for key, finding in findings.items() if isinstance(finding, AbsentFigure)}
    rows = [_row(figure, company) for figure in figures.values()]
    book = tagged([*rows, *rules, *(_text_row(document, company) for document in documents)])
    by_id = {row.id: tag for tag, row in book.items()}
    cited = {key: by_id[row.id] for key, row in zip(figures, rows, strict=True)}
    return Brief(
        expert=expert,
        company=company,
        as_of=as_of,
        language=language,
        figures=figures,
        absent=absent,
        tags=cited | {row.metric: tag for tag, row in book.items() if row.id.startswith("rule:")},
        book=EvidenceBook(book, LABELS, await market.companies(as_of), about=str(company.symbol)),
        documents=tuple(replace(document, tag=by_id[document.tag]) for document in documents),
        degraded=tuple(degraded),
    )


def _row(figure: ResearchFigure, company: CompanyProfile) -> EvidenceRow:
    plain = figure.operation is Operation.IDENTITY and len(figure.rows) == 1
    return EvidenceRow(
        # One stored row can be read as several figures: a day's valuation has PE, PB and PS.
        id=f"{figure.rows[0]}#{figure.name}" if plain else f"calc:{company.symbol}:{figure.key}:{figure.period}",
        metric=figure.name,
        value=figure.value if isinstance(figure.value, Decimal) else Decimal(repr(float(figure.value))),
        unit=figure.unit,
        period=figure.period,
        ends=figure.ends,
        source=f"computed: {figure.operation}" if not plain else figure.rows[0].rpartition(":")[2],
        known_at=figure.known_at,
        subject=str(company.symbol),
        rows=figure.rows,
    )


def _text_row(document: NewsDocument, company: CompanyProfile) -> EvidenceRow:
    return EvidenceRow(
        id=document.tag,
        metric="document",
        value=None,
        unit="plain",
        period=str(document.published_at.date()) if document.published_at else "",
        ends=None,
        source=document.source,
        known_at=document.known_at,
        subject=str(company.symbol),
        text=f"{document.title}\n{document.text}",
    )
