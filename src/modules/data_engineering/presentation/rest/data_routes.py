"""Search for a symbol, read its bars as of an instant, see what is stored."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Coverage, Gap
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.http import Caller
from src.modules.data_engineering.application.library import MarketLibrary, asked_instant, in_utc


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


class CoverageList(BaseModel):
    coverage: list[CoverageOut]


router = APIRouter(prefix="/data", tags=["data"])


def _library(request: Request) -> MarketLibrary:
    library: MarketLibrary = request.app.state.library
    return library


Library = Annotated[MarketLibrary, Depends(_library)]


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
async def read_coverage(library: Library, caller: Caller, symbol: str | None = None) -> CoverageList:
    """What is stored, from when to when, and the sessions missing between."""
    wanted = parse_symbol(symbol) if symbol else None
    return CoverageList(coverage=[CoverageOut.of(entry) for entry in await library.coverage(wanted)])
