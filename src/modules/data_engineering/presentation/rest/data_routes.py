"""Search for a symbol, read its bars as of an instant, see what is stored."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.http.caller import Caller
from src.modules.data_engineering.application.library import MarketLibrary, asked_instant, in_utc
from src.modules.data_engineering.presentation.rest.schemas import (
    BarsOut,
    CoverageList,
    CoverageOut,
    InstrumentList,
    InstrumentOut,
)

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
