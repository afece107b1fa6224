"""Search for a symbol, read its bars as of an instant, see what is stored."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel

from packages.core.messages import Sentence, for_reader
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Coverage, Damaged, Gap
from packages.domain.market_data.cross_sections import CrossSection
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from packages.infra.http import Caller, while_connected
from src.modules.data_engineering.application.library import MarketLibrary, asked_instant, in_utc
from src.modules.data_engineering.application.market_coverage import MarketCoverage


class InstrumentOut(BaseModel):
    symbol: str
    name_en: str
    name_zh: str
    market: str
    exchange: str
    currency: str
    is_demo: bool
    source: str

    @classmethod
    def of(cls, instrument: Instrument) -> "InstrumentOut":
        return cls(
            symbol=str(instrument.symbol),
            name_en=instrument.name_en,
            name_zh=instrument.name_zh,
            market=instrument.market.value,
            exchange=instrument.exchange,
            currency=instrument.currency,
            is_demo=instrument.symbol.is_demo,
            source=instrument.source,
        )


class InstrumentList(BaseModel):
    instruments: list[InstrumentOut]


class BarsOut(BaseModel):
    """Columns of the same length, oldest bar first; `time` begins a bar, in UTC."""

    symbol: str
    timeframe: str
    source: str
    is_demo: bool
    adjustment: Literal["raw", "splits", "total"]
    as_of: datetime
    total: int
    time: list[datetime]
    open: list[float]
    high: list[float]
    low: list[float]
    close: list[float]
    volume: list[float]

    @classmethod
    def of(cls, series: BarSeries, as_of: datetime, newest: int) -> "BarsOut":
        columns = series.columns[-newest:]
        return cls.model_validate(
            {
                "symbol": str(series.symbol),
                "timeframe": series.timeframe.value,
                "source": series.source,
                "is_demo": series.symbol.is_demo,
                "adjustment": series.adjusted,
                "as_of": as_of,
                "total": len(series),
                "time": [f"{time}Z" for time in columns.time.astype("datetime64[s]")],
                **{name: getattr(columns, name).tolist() for name in ("open", "high", "low", "close", "volume")},
            }
        )


class GapOut(BaseModel):
    first: date
    last: date
    sessions: int

    @classmethod
    def of(cls, gap: Gap) -> "GapOut":
        return cls(first=gap.first, last=gap.last, sessions=gap.sessions)


class CoverageOut(BaseModel):
    symbol: str
    timeframe: str
    source: str
    is_demo: bool
    first: datetime
    last: datetime
    rows: int
    gaps: list[GapOut] | None

    @classmethod
    def of(cls, coverage: Coverage) -> "CoverageOut":
        stored = coverage.stored
        return cls(
            symbol=str(stored.symbol),
            timeframe=stored.timeframe.value,
            source=stored.source,
            is_demo=stored.symbol.is_demo,
            first=stored.first,
            last=stored.last,
            rows=stored.rows,
            gaps=None if coverage.gaps is None else [GapOut.of(gap) for gap in coverage.gaps],
        )


class DamagedOut(BaseModel):
    """A series of which a file cannot be read, and why."""

    symbol: str
    timeframe: str
    problem: str

    @classmethod
    def of(cls, damaged: Damaged) -> "DamagedOut":
        problem = for_reader(Sentence(damaged.problem))
        return cls(symbol=str(damaged.symbol), timeframe=damaged.timeframe.value, problem=problem)


class CoverageList(BaseModel):
    coverage: list[CoverageOut]
    damaged: list[DamagedOut] = []


class CrossSectionOut(BaseModel):
    """The raw bars of one day as they were known at `as_of`: columns of the same length, in the order of symbols."""

    day: date
    as_of: datetime
    symbols: list[str]
    sources: list[str]
    open: list[float]
    high: list[float]
    low: list[float]
    close: list[float]
    volume: list[float]
    damaged: list[DamagedOut]

    @classmethod
    def of(cls, section: CrossSection) -> "CrossSectionOut":
        damaged = [Damaged(symbol, Timeframe.D1, why) for symbol, why in section.unreadable.items()]
        return cls(
            day=section.day,
            as_of=section.as_of,
            symbols=[str(symbol) for symbol in section.symbols],
            sources=list(section.sources),
            damaged=[DamagedOut.of(one) for one in damaged],
            **{name: getattr(section.columns, name).tolist() for name in ("open", "high", "low", "close", "volume")},
        )


router = APIRouter(prefix="/data", tags=["data"])


def _library(request: Request) -> MarketLibrary:
    library: MarketLibrary = request.app.state.library
    return library


def _coverage(request: Request) -> MarketCoverage:
    coverage: MarketCoverage = request.app.state.coverage
    return coverage


Library = Annotated[MarketLibrary, Depends(_library)]
WholeMarket = Annotated[MarketCoverage, Depends(_coverage)]


@router.get("/symbols")
async def search_symbols(
    library: Library, caller: Caller, q: str = Query(min_length=1, max_length=60), limit: int = Query(20, ge=1, le=100)
) -> InstrumentList:
    """By symbol or by name, Chinese or English."""
    return InstrumentList(instruments=[InstrumentOut.of(found) for found in await library.search(q, limit)])


@router.get("/bars/{symbol}")
async def read_bars(
    symbol: str,
    library: Library,
    caller: Caller,
    timeframe: str = "1d",
    as_of: datetime | None = None,
    start: datetime | None = None,
    end: datetime | None = None,
    adjustment: Adjustment = Adjustment.SPLITS,
    limit: int = Query(1000, ge=1, le=10_000),
) -> BarsOut:
    """The newest `limit` bars of the stretch; a time without a zone is taken as UTC."""
    view = library.view(asked_instant(as_of, library.clock.now()))
    series = await view.bars(
        parse_symbol(symbol), parse_timeframe(timeframe), start=in_utc(start), end=in_utc(end), adjustment=adjustment
    )
    return BarsOut.of(series, view.as_of, limit)


@router.get("/coverage")
async def read_coverage(
    request: Request, library: Library, market: WholeMarket, caller: Caller, symbol: str | None = None
) -> CoverageList:
    """What is stored, from when to when, and the sessions missing between; what cannot be read is told."""
    if symbol:
        found = await library.coverage(parse_symbol(symbol))
        return CoverageList(coverage=[CoverageOut.of(entry) for entry in found])
    report = await while_connected(request, market.report())
    damaged = [DamagedOut.of(one) for one in report.damaged]
    return CoverageList(coverage=[CoverageOut.of(entry) for entry in report.entries], damaged=damaged)


@router.get("/cross-sections/{day}")
async def read_cross_section(
    day: date, request: Request, market: WholeMarket, caller: Caller, as_of: datetime | None = None
) -> CrossSectionOut:
    """The daily bars of every instrument on one day, as they were known at an instant."""
    at = asked_instant(as_of, market.clock.now())
    return CrossSectionOut.of(await while_connected(request, market.section(day, at)))
