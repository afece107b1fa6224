"""Search in the news that the desk has stored: no network, and exact about what was known when."""

from sqlalchemy.exc import DBAPIError

from packages.domain.market_data.rows import NewsItem
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.news_search import NewsQuestion, NewsSearch
from src.modules.llm_platform.domain.search import SearchHit, SearchQuery, SearchResults, SearchUnreachable
from src.modules.llm_platform.infrastructure.web_search.same_page import without_repeats


class LocalNews:
    """The last link of every search, and the only one without a key."""

    name = "stored news"

    def __init__(self, database: Database) -> None:
        self._news = NewsSearch(database)

    async def search(self, query: SearchQuery) -> SearchResults:
        question = NewsQuestion(
            text=query.text,
            as_of=query.as_of,
            limit=2 * query.limit,
            since=query.since,
            symbol=None if query.symbol is None else query.symbol.strip().upper(),
        )
        try:
            found = await self._news.find(question)
        except (DBAPIError, OSError) as error:
            raise SearchUnreachable("llm_platform.news_unreadable") from error
        hits = without_repeats(_hit(news) for news in found)
        return SearchResults(provider=self.name, hits=tuple(hits[: query.limit]))

    async def aclose(self) -> None:
        """The database is closed by whoever opened it."""


def _hit(news: NewsItem) -> SearchHit:
    return SearchHit(
        id=news.id,
        title=news.title,
        url=news.url,
        text=news.text,
        source=news.source,
        published_at=news.published_at,
        known_at=news.known_at,
        language=news.language,
    )
