"""Market data from the library and web search from the platform, as the experts ask for them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from packages.domain.market_data.door import MarketView
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.staleness import MarketCalendar
from packages.domain.market_data.symbols import Market
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.llm_platform.application.contract import Freshness, IWebSearchProvider, SearchQuery, SearchResults
from src.modules.research.application.names import company_names
from src.modules.research.domain.brief import NewsDocument
from src.modules.research.domain.ports import FoundDocuments, SearchRequest


class LibraryMarket:
    """The `Market` port over `MarketLibrary`."""

    def __init__(self, library: MarketLibrary) -> None:
        self._library = library

    def view(self, as_of: datetime) -> MarketView:
        return self._library.view(as_of)

    async def companies(self, as_of: datetime) -> Mapping[str, Sequence[str]]:
        return await company_names(self._library, as_of)

    async def listed(self, as_of: datetime) -> Sequence[Instrument]:
        return await self._library.instruments(as_of)

    def calendar(self, market: Market) -> MarketCalendar:
        return partial(self._library.calendars, market)

    def now(self) -> datetime:
        return self._library.clock.now()


_MOST = 8


class PlatformSearch:
    """The `WebSearch` port. `stored` searches only the stored news."""

    def __init__(self, web: IWebSearchProvider, stored: IWebSearchProvider) -> None:
        self._web = web
        self._stored = stored

    async def find(self, search: SearchRequest) -> FoundDocuments:
        provider = self._stored if search.stored_only else self._web
        query = SearchQuery(
            text=search.text, as_of=search.as_of, freshness=Freshness.YEAR, limit=_MOST, symbol=search.symbol
        )
        results = await provider.search(query)
        return FoundDocuments(_documents(results, search), results.degraded)


def _documents(results: SearchResults, search: SearchRequest) -> tuple[NewsDocument, ...]:
    return tuple(
        NewsDocument(
            tag=hit.id,
            topic=search.topic,
            title=hit.title,
            text=hit.text,
            url=hit.url,
            source=hit.source,
            published_at=hit.published_at,
            known_at=hit.known_at,
        )
        for hit in results.hits
        if hit.known_at <= search.as_of
    )
