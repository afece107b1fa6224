"""The market at a glance over HTTP."""

from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from packages.infra.http import Caller
from src.modules.data_engineering.application.glance import Glance, MarketGlance


class GlanceOut(BaseModel):
    """`closes` are adjusted for splits, oldest first; the last is that of `last_day`."""

    symbol: str
    name_en: str
    name_zh: str
    currency: str
    is_demo: bool
    last_day: date
    close: float
    change: float | None
    closes: list[float]

    @classmethod
    def of(cls, seen: Glance) -> "GlanceOut":
        symbol, instrument = seen.stocked.stored.symbol, seen.stocked.instrument
        return cls(
            symbol=str(symbol),
            name_en=instrument.name_en if instrument else "",
            name_zh=instrument.name_zh if instrument else "",
            currency=instrument.currency if instrument else "",
            is_demo=symbol.is_demo,
            last_day=seen.last_day,
            close=seen.closes[-1],
            change=seen.change,
            closes=list(seen.closes),
        )


class GlanceList(BaseModel):
    as_of: datetime
    instruments: list[GlanceOut]


router = APIRouter(prefix="/data/glance", tags=["data"])


@router.get("")
async def market_glance(
    request: Request,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=24)] = 6,
    bars: Annotated[int, Query(ge=2, le=250)] = 60,
) -> GlanceList:
    """A few instruments with daily bars: one's own where there are any, those with the newest bars first; else the
    demo's."""
    as_of, seen = await MarketGlance(request.app.state.library).of(limit, bars)
    return GlanceList(as_of=as_of, instruments=[GlanceOut.of(each) for each in seen])
