"""Prices for the judge from the desk's library."""

from datetime import datetime

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData, UnknownSymbol
from packages.domain.market_data.rows import StatusKind
from packages.domain.market_data.symbols import Symbol
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.judge.domain.ports import Standing


class LibraryJudgeMarket:
    """The `JudgeMarket` port over `MarketLibrary`."""

    def __init__(self, library: MarketLibrary) -> None:
        self._library = library

    def now(self) -> datetime:
        return self._library.clock.now()

    async def bars(
        self, symbol: Symbol, as_of: datetime, start: datetime | None = None, source: str | None = None
    ) -> BarSeries | None:
        view = self._library.view(as_of)
        try:
            series = await view.bars(symbol, start=start, adjustment=Adjustment.TOTAL, source=source)
        except (NoData, UnknownSymbol):
            return None
        return series if len(series) else None

    async def standing(self, symbol: Symbol, as_of: datetime) -> Standing:
        view = self._library.view(as_of)
        statuses = await view.statuses(symbol)
        stretches = tuple((one.since, one.until) for one in statuses if one.kind is StatusKind.SUSPENDED)
        try:
            return Standing(stretches, (await view.instrument(symbol)).delisted_on)
        except UnknownSymbol:
            return Standing(stretches, None)
