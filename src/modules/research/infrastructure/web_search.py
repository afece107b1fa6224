"""Web search through the platform's door."""

from src.modules.llm_platform.application.search import Freshness, IWebSearchProvider, SearchQuery, SearchResults
from src.modules.research.domain.brief import Document
from src.modules.research.domain.ports import Found, Search

_MOST = 8


class PlatformSearch:
    """The `WebSearch` port. `stored` searches only the desk's own news."""

    def __init__(self, web: IWebSearchProvider, stored: IWebSearchProvider) -> None:
        self._web = web
        self._stored = stored

    async def find(self, search: Search) -> Found:
        provider = self._stored if search.stored_only else self._web
        query = SearchQuery(
            text=search.text, as_of=search.as_of, freshness=Freshness.YEAR, limit=_MOST, symbol=search.symbol
        )
        results = await provider.search(query)
        return Found(_documents(results, search), results.degraded)


def _documents(results: SearchResults, search: Search) -> tuple[Document, ...]:
    return tuple(
        Document(
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
