"""Market data from the desk's library."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from packages.domain.market_data.door import MarketView
from src.modules.data_engineering.application.library import MarketLibrary


class LibraryMarket:
    """The `Market` port over `MarketLibrary`."""

    def __init__(self, library: MarketLibrary) -> None:
        self._library = library

    def view(self, as_of: datetime) -> MarketView:
        return self._library.view(as_of)

    async def companies(self, as_of: datetime) -> Mapping[str, Sequence[str]]:
        found = await self._library.instruments(as_of)
        return {str(one.symbol): tuple(name for name in (one.name_zh, one.name_en) if name) for one in found}

    def now(self) -> datetime:
        return self._library.clock.now()
