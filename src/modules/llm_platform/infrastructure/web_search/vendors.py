"""Web search by Bocha (`POST /v1/web-search`) and by Tavily (`POST /search`), after their documentation."""

from collections.abc import Iterator
from datetime import timedelta, timezone
from typing import Any

from packages.core.clock import Clock
from src.modules.llm_platform.domain.search import Freshness, SearchQuery, SearchResults
from src.modules.llm_platform.infrastructure.web_search.found import (
    FoundPage,
    Published,
    is_live,
    parse_published,
    results_of,
)
from src.modules.llm_platform.infrastructure.web_search.vendor_api import VendorApi, text_in

BOCHA_URL = "https://api.bochaai.com"
_MOST_BOCHA = 50
_BEIJING = timezone(timedelta(hours=8))
_FIRST_DAY = "2000-01-01"
_FRESHNESS = {
    Freshness.DAY: "oneDay",
    Freshness.WEEK: "oneWeek",
    Freshness.MONTH: "oneMonth",
    Freshness.YEAR: "oneYear",
    Freshness.ANY: "noLimit",
}


class BochaSearch:
    """Knows the Chinese web."""

    name = "Bocha"

    def __init__(self, api: VendorApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock

    async def search(self, query: SearchQuery) -> SearchResults:
        now = self._clock.now()
        body = {
            "query": query.text,
            "freshness": _FRESHNESS[query.freshness] if is_live(query, now) else _bocha_dates(query),
            "summary": True,
            "count": min(_MOST_BOCHA, 2 * query.limit),
        }
        answer = await self._api.post("/v1/web-search", body)
        return results_of(self.name, _bocha_found(self._pages(answer)), query, now)

    async def aclose(self) -> None:
        await self._api.aclose()

    def _pages(self, answer: dict[str, Any]) -> list[Any]:
        code = str(answer.get("code", 200))
        if code != "200":
            raise self._api.fault(int(code) if code.isdecimal() else 400, text_in(answer, "message", "msg"))
        data = answer.get("data")
        if not isinstance(data, dict):
            raise self._api.garbled("llm_platform.answer_without_data")
        web_pages = data.get("webPages") or {"value": []}
        pages = web_pages.get("value") if isinstance(web_pages, dict) else None
        if not isinstance(pages, list):
            raise self._api.garbled("llm_platform.answer_without_pages")
        return pages


def _bocha_dates(query: SearchQuery) -> str:
    """Whole days in Beijing around the stretch: the exact instants are checked on what comes back."""
    until = query.as_of.astimezone(_BEIJING).date().isoformat()
    since = _FIRST_DAY if query.since is None else query.since.astimezone(_BEIJING).date().isoformat()
    return f"{since}..{until}"


def _bocha_found(pages: list[Any]) -> Iterator[FoundPage]:
    for page in pages:
        if isinstance(page, dict):
            url = text_in(page, "url")
            yield FoundPage(
                title=text_in(page, "name") or url,
                url=url,
                text=text_in(page, "summary", "snippet"),
                source=text_in(page, "siteName") or url.partition("://")[2].partition("/")[0],
                published=_published(page),
                language=text_in(page, "language"),
            )


def _published(page: dict[str, Any]) -> Published | None:
    published = text_in(page, "datePublished")
    if published:
        return parse_published(published, _BEIJING)
    # Bocha's documentation: `dateLastCrawled` is the date of publication in Beijing, although it ends in Z.
    return parse_published(text_in(page, "dateLastCrawled").removesuffix("Z"), _BEIJING)


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
