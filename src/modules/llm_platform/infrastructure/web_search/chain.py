"""Web search: vendors in the order of the language, then the news that is stored here.

Stored news needs no network, and is exact about what was known when.
"""

from collections.abc import Sequence
from dataclasses import replace

import structlog
from pydantic import SecretStr
from sqlalchemy.exc import DBAPIError

from packages.core.clock import Clock
from packages.core.messages import Message, joined, message
from packages.domain.market_data.rows import NewsItem
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.news_index import is_chinese
from packages.infra.providers.market_data.rows.news_search import NewsQuestion, NewsSearch
from packages.settings.data import VendorSettings
from src.modules.llm_platform.domain.search import (
    SearchFault,
    SearchHit,
    SearchQuery,
    SearchResults,
    SearchUnavailable,
    SearchUnreachable,
)
from src.modules.llm_platform.infrastructure.web_search.cache import CachedSearch, NamedSearch
from src.modules.llm_platform.infrastructure.web_search.found import without_repeats
from src.modules.llm_platform.infrastructure.web_search.vendor_api import Vendor, VendorApi
from src.modules.llm_platform.infrastructure.web_search.vendors import BOCHA_URL, TAVILY_URL, BochaSearch, TavilySearch


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
            whole_market=query.symbol is None,
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


_log = structlog.get_logger(__name__)


class WebSearchChain:
    """Asks one after the other until one finds something. `chinese` and `other` hold the same providers, each in its
    own order."""

    def __init__(self, chinese: Sequence[NamedSearch], other: Sequence[NamedSearch]) -> None:
        self._chinese = tuple(chinese)
        self._other = tuple(other)

    async def search(self, query: SearchQuery) -> SearchResults:
        """Nothing found anywhere is an empty result; raises `SearchUnavailable` when nobody could search."""
        notes: list[str] = []
        said: list[Message] = []
        answered: SearchResults | None = None
        for provider in self._chinese if is_chinese(query.text) else self._other:
            try:
                results = await provider.search(query)
            except SearchFault as fault:
                _log.warning("web_search_failed", provider=provider.name, error=fault.code)
                notes.append(fault.message)
                said.append(fault.said)
                continue
            notes += [results.degraded] if results.degraded else []
            answered = replace(results, degraded=" ".join(notes))
            if answered.hits:
                return answered
        if answered is None:
            notes_said = joined(said) if said else message("llm_platform.no_search_provider")
            raise SearchUnavailable("llm_platform.no_search", notes=notes_said)
        return answered if not notes else replace(answered, degraded=" ".join(notes))

    async def aclose(self) -> None:
        for provider in self._chinese:
            await provider.aclose()


def web_search(
    vendors: VendorSettings, database: Database, clock: Clock, bocha_url: str = BOCHA_URL, tavily_url: str = TAVILY_URL
) -> WebSearchChain:
    """Bocha first for Chinese text, Tavily first otherwise, the stored news last; without a key only these.

    Close it with `aclose()`; no connection is opened before the first search.
    """
    bocha: list[NamedSearch] = []
    tavily: list[NamedSearch] = []
    if (key := _given(vendors.bocha_api_key)) is not None:
        vendor = Vendor(name=BochaSearch.name, base_url=bocha_url, key=key, setting="BOCHA_API_KEY")
        bocha.append(CachedSearch(BochaSearch(VendorApi(vendor, clock), clock), database, clock))
    if (key := _given(vendors.tavily_api_key)) is not None:
        vendor = Vendor(name=TavilySearch.name, base_url=tavily_url, key=key, setting="TAVILY_API_KEY")
        tavily.append(CachedSearch(TavilySearch(VendorApi(vendor, clock), clock), database, clock))
    news = LocalNews(database)
    return WebSearchChain(chinese=[*bocha, *tavily, news], other=[*tavily, *bocha, news])


def _given(key: SecretStr | None) -> SecretStr | None:
    """An empty key in an environment file is no key."""
    return key if key is not None and key.get_secret_value().strip() else None
