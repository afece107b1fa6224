"""Tavily and Bocha against a local server that answers as they document it, or worse."""

import random
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from src.modules.llm_platform.domain.search import (
    BadSearch,
    Freshness,
    SearchBusy,
    SearchFault,
    SearchGarbled,
    SearchQuery,
    SearchRefused,
    SearchUnreachable,
)
from src.modules.llm_platform.infrastructure.web_search.cache import NamedSearch
from src.modules.llm_platform.infrastructure.web_search.vendor_api import Tries, Vendor, VendorApi
from src.modules.llm_platform.infrastructure.web_search.vendors import BochaSearch, TavilySearch
from tests.fakes.clock import StoppedClock
from tests.servers.search_server import Asked, Page, Reply, SearchServer, bocha_answer, serving, tavily_answer

NOW = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
KEY = "tvly-very-secret-key-0123456789"
LIVE = SearchQuery(text="Demoworks 分红", as_of=NOW)
PAST = replace(LIVE, as_of=datetime(2025, 6, 15, 20, 0, tzinfo=UTC))


@dataclass
class Desk:
    """A vendor's adapter, the server behind it, and the waits between its tries."""

    search: NamedSearch
    server: SearchServer
    page: Callable[..., dict[str, Any]]
    answer: Callable[[list[Any]], Reply]
    waits: list[float]


def tavily_page(published: object = "Mon, 02 Mar 2026 07:00:00 GMT", **more: object) -> dict[str, Any]:
    return {"title": "T", "url": "https://example.com/a", "content": "c", "published_date": published, **more}


def bocha_page(published: object = "2026-03-02T15:00:00+08:00", **more: object) -> dict[str, Any]:
    return {
        "name": "T",
        "url": "https://example.com/a",
        "snippet": "s",
        "summary": "c",
        "datePublished": published,
        **more,
    }


def tavily_pages(pages: list[Any]) -> Reply:
    return Reply({"query": "q", "results": pages})


def bocha_pages(pages: list[Any]) -> Reply:
    return Reply({"code": 200, "msg": None, "data": {"webPages": {"value": pages}}})


@asynccontextmanager
async def desk_of(kind: str, server: SearchServer, timeout_seconds: float = 5.0) -> AsyncIterator[Desk]:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    vendor = Vendor(name=kind, base_url=server.url, key=SecretStr(KEY), setting=f"{kind.upper()}_API_KEY")
    api = VendorApi(vendor, StoppedClock(NOW), Tries(timeout_seconds=timeout_seconds), sleep, random.Random(1))
    if kind == "Tavily":
        desk = Desk(TavilySearch(api, StoppedClock(NOW)), server, tavily_page, tavily_pages, waits)
    else:
        desk = Desk(BochaSearch(api, StoppedClock(NOW)), server, bocha_page, bocha_pages, waits)
    yield desk
    await desk.search.aclose()


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with serving(tavily_answer([])) as local:
        yield local


@pytest.fixture(params=["Tavily", "Bocha"])
async def desk(request: pytest.FixtureRequest, server: SearchServer) -> AsyncIterator[Desk]:
    server.answer = tavily_answer([]) if request.param == "Tavily" else bocha_answer([])
    async with desk_of(request.param, server) as desk:
        yield desk


async def body_sent(kind: str, server: SearchServer, query: SearchQuery) -> Asked:
    server.answer = tavily_answer([]) if kind == "Tavily" else bocha_answer([])
    async with desk_of(kind, server) as desk:
        await desk.search.search(query)
    return server.asked[-1]


async def test_tavily_is_asked_as_it_documents(server: SearchServer) -> None:
    asked = await body_sent("Tavily", server, replace(LIVE, freshness=Freshness.WEEK, limit=5))
    assert (asked.path, asked.headers["authorization"]) == ("/search", f"Bearer {KEY}")
    assert asked.body == {
        "query": LIVE.text, "topic": "news", "search_depth": "basic", "max_results": 10, "time_range": "week",
        "include_answer": False, "include_raw_content": False, "include_images": False,
    }  # fmt: skip


async def test_bocha_is_asked_as_it_documents(server: SearchServer) -> None:
    asked = await body_sent("Bocha", server, replace(LIVE, freshness=Freshness.WEEK, limit=5))
    assert (asked.path, asked.headers["authorization"]) == ("/v1/web-search", f"Bearer {KEY}")
    assert asked.body == {"query": LIVE.text, "freshness": "oneWeek", "summary": True, "count": 10}


async def test_about_the_past_both_are_asked_for_the_days_of_the_stretch(server: SearchServer) -> None:
    tavily = (await body_sent("Tavily", server, replace(PAST, freshness=Freshness.WEEK))).body
    assert (tavily["start_date"], tavily["end_date"]) == ("2025-06-08", "2025-06-16")
    assert "time_range" not in tavily
    assert (await body_sent("Bocha", server, replace(PAST, freshness=Freshness.WEEK))).body["freshness"] == (
        "2025-06-09..2025-06-16"
    )


async def test_without_a_limit_of_age_none_is_asked_for(server: SearchServer) -> None:
    anything = replace(LIVE, freshness=Freshness.ANY, limit=50)
    tavily = (await body_sent("Tavily", server, anything)).body
    assert not {"time_range", "start_date", "end_date"} & set(tavily)
    assert tavily["max_results"] == 20
    bocha = (await body_sent("Bocha", server, anything)).body
    assert (bocha["freshness"], bocha["count"]) == ("noLimit", 50)
    assert (await body_sent("Bocha", server, replace(PAST, freshness=Freshness.ANY))).body["freshness"] == (
        "2000-01-01..2025-06-16"
    )


async def test_a_live_hit_without_a_date_is_kept_and_comes_last(desk: Desk) -> None:
    pages = [desk.page(None, url="https://example.com/1"), desk.page(url="https://example.com/2")]
    desk.server.answer = lambda _: desk.answer(pages)
    results = await desk.search.search(LIVE)
    assert [(hit.url[-1], hit.published_at is None, hit.known_at) for hit in results.hits] == [
        ("2", False, NOW),
        ("1", True, NOW),
    ]
    assert results.degraded == ""


async def test_about_the_past_what_has_no_date_or_a_later_one_is_left_out_and_counted(desk: Desk) -> None:
    told = [None, "", "yesterday", "2025-06-15", "2025-06-14", "2025-06-15T19:59:00+00:00", "2025-06-15T20:01:00+00:00"]
    pages = [desk.page(each, url=f"https://{number}.example.com/{number}") for number, each in enumerate(told)]
    desk.server.answer = lambda _: desk.answer(pages)
    results = await desk.search.search(PAST)
    # The 15th ends earlier in Beijing than the instant that is asked about.
    known = ["5", "4"] if desk.search.name == "Tavily" else ["5", "3", "4"]
    assert [hit.url[-1] for hit in results.hits] == known
    assert "3 without a date" in results.degraded
    assert "dated later than was asked for" in results.degraded
    assert all(hit.known_at <= PAST.as_of for hit in results.hits)


async def test_a_page_at_a_private_address_is_left_out_and_counted(desk: Desk) -> None:
    pages = [desk.page(url="http://169.254.169.254/latest"), desk.page(url="javascript:alert(1)"), desk.page()]
    desk.server.answer = lambda _: desk.answer(pages)
    results = await desk.search.search(LIVE)
    assert [hit.url for hit in results.hits] == ["https://example.com/a"]
    assert "2 without a public address" in results.degraded


async def test_pages_that_lack_fields_or_are_no_objects_do_no_harm(desk: Desk) -> None:
    odd: list[Any] = [
        None,
        7,
        "x",
        [],
        {},
        {"url": 5},
        {"url": "https://example.com/b", "title": 3, "name": {}},
        desk.page(),
    ]
    desk.server.answer = lambda _: desk.answer(odd)
    results = await desk.search.search(LIVE)
    assert {(hit.url, hit.title) for hit in results.hits} == {
        ("https://example.com/a", "T"),
        ("https://example.com/b", "https://example.com/b"),
    }


async def test_bocha_falls_back_to_its_other_date_which_is_in_beijing_although_it_says_otherwise(
    server: SearchServer,
) -> None:
    page = {"name": "T", "url": "https://example.com/a", "snippet": "s", "dateLastCrawled": "2026-03-02T15:00:00Z"}
    server.answer = lambda _: bocha_pages([page])
    async with desk_of("Bocha", server) as desk:
        (hit,) = (await desk.search.search(LIVE)).hits
    assert (hit.published_at, hit.text, hit.source) == (NOW - timedelta(minutes=90), "s", "example.com")


async def test_bocha_without_pages_is_an_empty_result(server: SearchServer) -> None:
    server.answer = lambda _: Reply({"code": 200, "data": {"webPages": None}})
    async with desk_of("Bocha", server) as desk:
        assert (await desk.search.search(LIVE)).hits == ()


@pytest.mark.parametrize(
    ("status", "fault", "words"),
    [
        (400, SearchRefused, "did not take the question"),
        (401, SearchRefused, "check .*_API_KEY"),
        (403, SearchRefused, "check .*_API_KEY"),
        (432, SearchRefused, "used up"),
        (433, SearchRefused, "used up"),
        (429, SearchBusy, "no more questions"),
        (500, SearchBusy, "failed inside"),
        (503, SearchBusy, "failed inside"),
    ],
)
async def test_a_refusal_is_a_fault_that_says_what_to_do_and_never_the_key(
    desk: Desk, status: int, fault: type[SearchFault], words: str
) -> None:
    said = {"detail": {"error": f"not with {KEY}"}, "message": f"not with {KEY}", "code": str(status)}
    desk.server.answer = lambda _: Reply(said, status)
    with pytest.raises(fault, match=words) as caught:
        await desk.search.search(LIVE)
    assert KEY not in f"{caught.value!r} {caught.value.message} {caught.value.details}"
    assert len(desk.server.asked) == (3 if caught.value.retryable else 1)


async def test_bochas_refusal_inside_a_good_status_is_a_fault_too(server: SearchServer) -> None:
    server.answer = lambda _: Reply({"code": "403", "message": "You do not have enough money", "log_id": "x"})
    async with desk_of("Bocha", server) as desk:
        with pytest.raises(SearchRefused, match="BOCHA_API_KEY"):
            await desk.search.search(LIVE)


async def test_after_a_passing_fault_it_is_tried_again_with_growing_waits(desk: Desk) -> None:
    desk.server.trouble = [Reply({}, 500), Reply({}, 429)]
    desk.server.answer = lambda _: desk.answer([desk.page()])
    assert len((await desk.search.search(LIVE)).hits) == 1
    assert len(desk.waits) == 2
    assert 0.25 <= desk.waits[0] <= 0.5 <= desk.waits[1] <= 1.0


@pytest.mark.parametrize(("told", "wait"), [("3", 3.0), ("Mon, 02 Mar 2026 08:30:04 GMT", 4.0)])
async def test_the_vendors_own_wish_to_wait_is_honoured(desk: Desk, told: str, wait: float) -> None:
    desk.server.trouble = [Reply({}, 429, {"Retry-After": told})]
    await desk.search.search(LIVE)
    assert desk.waits == [wait]


async def test_a_wish_to_wait_that_makes_no_sense_is_as_good_as_none(desk: Desk) -> None:
    desk.server.trouble = [Reply({}, 429, {"Retry-After": "soon"})]
    await desk.search.search(LIVE)
    assert len(desk.waits) == 1
    assert desk.waits[0] <= 0.5


async def test_who_asks_to_wait_too_long_is_not_waited_for(desk: Desk) -> None:
    desk.server.trouble = [Reply({}, 429, {"Retry-After": "3600"})]
    with pytest.raises(SearchBusy) as caught:
        await desk.search.search(LIVE)
    assert caught.value.retry_after == 3600
    assert desk.waits == []


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff\xfe", b"[1,2]", b"null", b"{}", b'{"results": 5, "data": 5}'])
async def test_an_answer_that_cannot_be_read_is_garbled(desk: Desk, body: bytes) -> None:
    desk.server.answer = lambda _: Reply(body)
    with pytest.raises(SearchGarbled, match="cannot be read"):
        await desk.search.search(LIVE)
    assert len(desk.server.asked) == 1


@pytest.mark.parametrize("data", [{"webPages": 5}, {"webPages": {"value": "x"}}, {"webPages": {"x": 1}}])
async def test_bochas_answer_with_other_pages_than_documented_is_garbled(server: SearchServer, data: object) -> None:
    server.answer = lambda _: Reply({"code": 200, "data": data})
    async with desk_of("Bocha", server) as desk:
        with pytest.raises(SearchGarbled):
            await desk.search.search(LIVE)


@pytest.mark.parametrize("kind", ["Tavily", "Bocha"])
async def test_a_vendor_that_says_nothing_is_given_up(kind: str, server: SearchServer) -> None:
    server.hold = threading.Event()
    async with desk_of(kind, server, timeout_seconds=0.1) as desk:
        with pytest.raises(SearchUnreachable, match=r"within 0\.1 seconds"):
            await desk.search.search(LIVE)
    assert desk.waits == []
    server.hold.set()


async def test_a_vendor_that_is_not_there_is_unreachable(server: SearchServer) -> None:
    gone = replace(Vendor(name="Tavily", base_url="", key=SecretStr(KEY), setting="X"), base_url="http://127.0.0.1:1")
    api = VendorApi(gone, StoppedClock(NOW), Tries(most=1))
    with pytest.raises(SearchUnreachable, match="ConnectError"):
        await api.post("/search", {})
    await api.aclose()


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(Vendor(name="Tavily", base_url="", key=SecretStr(KEY), setting="TAVILY_API_KEY"))


@pytest.mark.parametrize(
    "wrong", [{"text": "  "}, {"limit": 0}, {"limit": 51}, {"as_of": NOW.replace(tzinfo=None)}], ids=str
)
def test_a_question_that_cannot_be_asked_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSearch):
        replace(LIVE, **wrong)


async def test_a_long_page_is_cut(desk: Desk) -> None:
    page = Page(title="Demoworks" * 100, text="分红" * 9000, url="https://example.com/a", published_at=NOW)
    desk.server.answer = (tavily_answer if desk.search.name == "Tavily" else bocha_answer)([page])
    (hit,) = (await desk.search.search(LIVE)).hits
    assert (len(hit.title), len(hit.text), hit.language) == (300, 4000, "")
