"""Indicators on the stored bars of an instrument over HTTP, for charts."""

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.routes.dependencies import App
from packages.contracts.backtest.charted import ChartIndicatorOut, ChartIndicatorsOut
from packages.core.messages import Language
from packages.domain.backtest.charted import factor_in
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.http import Caller
from src.modules.data_engineering.application.library import asked_instant, in_utc

MOST = 12  # indicators on one chart

router = APIRouter(prefix="/data/indicators", tags=["data"])


@router.get("/{symbol}")
async def chart_indicators(
    symbol: str,
    services: App,
    caller: Caller,
    indicator: Annotated[
        list[str], Query(min_length=1, max_length=MOST, description="As sma(period=20), macd, ema(period=50)@1w.")
    ],
    timeframe: str = "1d",
    as_of: datetime | None = None,
    end: datetime | None = None,
    adjustment: Adjustment = Adjustment.SPLITS,
    limit: Annotated[int, Query(ge=1, le=10_000)] = 1000,
    language: Language = Language.ZH,
) -> ChartIndicatorsOut:
    """On the newest `limit` bars, worked out from all bars before them too, so that the first ones have values."""
    view = services.library.view(asked_instant(as_of, services.library.clock.now()))
    factors = [factor_in(text) for text in indicator]
    bars = await view.bars(parse_symbol(symbol), parse_timeframe(timeframe), end=in_utc(end), adjustment=adjustment)

    def worked_out() -> list[ChartIndicatorOut]:
        catalogue = services.strategies.catalogue
        return [
            ChartIndicatorOut.of(text, factor, bars, catalogue, language, limit)
            for text, factor in zip(indicator, factors, strict=True)
        ]

    return ChartIndicatorsOut.of(bars, view.as_of, await asyncio.to_thread(worked_out), limit)
