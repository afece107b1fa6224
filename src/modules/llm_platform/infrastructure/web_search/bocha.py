"""Web search by Bocha, after its documented `POST /v1/web-search`."""

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
_MOST_RESULTS = 50
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
            "freshness": _FRESHNESS[query.freshness] if is_live(query, now) else _dates(query),
            "summary": True,
            "count": min(_MOST_RESULTS, 2 * query.limit),
        }
        answer = await self._api.post("/v1/web-search", body)
        return results_of(self.name, _found(self._pages(answer)), query, now)

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


def _dates(query: SearchQuery) -> str:
    """Whole days in Beijing around the stretch: the exact instants are checked on what comes back."""
    until = query.as_of.astimezone(_BEIJING).date().isoformat()
    since = _FIRST_DAY if query.since is None else query.since.astimezone(_BEIJING).date().isoformat()
    return f"{since}..{until}"


def _found(pages: list[Any]) -> Iterator[FoundPage]:
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
    told = text_in(page, "datePublished")
    if told:
        return parse_published(told, _BEIJING)
    # Bocha's documentation: `dateLastCrawled` is the date of publication in Beijing, although it ends in Z.
    return parse_published(text_in(page, "dateLastCrawled").removesuffix("Z"), _BEIJING)
