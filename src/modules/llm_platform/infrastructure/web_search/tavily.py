"""Web search by Tavily, after its documented `POST /search`."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from packages.core.clock import Clock
from src.modules.llm_platform.domain.search import Freshness, SearchQuery, SearchResults
from src.modules.llm_platform.infrastructure.web_search.found import FoundPage, is_live, parse_published, results_of
from src.modules.llm_platform.infrastructure.web_search.vendor_api import VendorApi, text_in

TAVILY_URL = "https://api.tavily.com"
_MOST_RESULTS = 20
_LONGEST_QUESTION = 400


class TavilySearch:
    """Asks for news, because only news come with a date."""

    name = "Tavily"

    def __init__(self, api: VendorApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock

    async def search(self, query: SearchQuery) -> SearchResults:
        now = self._clock.now()
        answer = await self._api.post("/search", _body(query, live=is_live(query, now)))
        pages = answer.get("results")
        if not isinstance(pages, list):
            raise self._api.garbled("llm_platform.answer_without_results")
        return results_of(self.name, _found(pages), query, now)

    async def aclose(self) -> None:
        await self._api.aclose()


def _body(query: SearchQuery, live: bool) -> dict[str, object]:
    return {
        "query": query.text[:_LONGEST_QUESTION],
        "topic": "news",
        "search_depth": "basic",
        "max_results": min(_MOST_RESULTS, 2 * query.limit),
        "include_answer": False,
        "include_raw_content": False,
        "include_images": False,
        **(_time_range(query) if live else _dates(query)),
    }


def _time_range(query: SearchQuery) -> dict[str, str]:
    return {} if query.freshness is Freshness.ANY else {"time_range": query.freshness.value}


def _dates(query: SearchQuery) -> dict[str, str]:
    """Whole days around the stretch: the exact instants are checked on what comes back."""
    until = {"end_date": (query.as_of + timedelta(days=1)).date().isoformat()}
    return until if query.since is None else {"start_date": query.since.date().isoformat(), **until}


def _found(pages: list[Any]) -> Iterator[FoundPage]:
    for page in pages:
        if isinstance(page, dict):
            url = text_in(page, "url")
            yield FoundPage(
                title=text_in(page, "title") or url,
                url=url,
                text=text_in(page, "content"),
                source=url.partition("://")[2].partition("/")[0],
                published=parse_published(page.get("published_date")),
            )
