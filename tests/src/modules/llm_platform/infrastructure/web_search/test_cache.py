"""The cache of searches: fresh enough, never shared with a question that may know less, one search at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.search import Freshness, SearchBusy, SearchHit, SearchQuery, SearchResults
from src.modules.llm_platform.infrastructure.web_search.cache import CachedSearch, SearchCacheRow
from tests.fakes.clock import StoppedClock
from tests.fakes.web_search import InMemoryWebSearch
from tests.servers.search_server import Page

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LIVE = SearchQuery(text="dividend news", as_of=NOW)
PAST = replace(LIVE, as_of=datetime(2025, 6, 15, 15, tzinfo=UTC))
PAGE = Page(title="dividend", text="news", url="https://example.com/", published_at=NOW - timedelta(hours=1))


class Hits:
    """A vendor that always finds the same, and can be held up."""

    name = "vendor"

    def __init__(self, hits: Sequence[SearchHit] = (), hold: asyncio.Event | None = None) -> None:
        self.hits, self.hold = tuple(hits), hold
        self.asked, self.heard = 0, asyncio.Queue[SearchQuery]()

    async def search(self, query: SearchQuery) -> SearchResults:
        self.asked += 1
        self.heard.put_nowait(query)
        if self.hold is not None:
            await self.hold.wait()
        return SearchResults(provider=self.name, hits=self.hits)

    async def aclose(self) -> None:
        """Nothing is open."""


def hit(published_at: datetime | None, known_at: datetime) -> SearchHit:
    return SearchHit(
        id="web:1", title="t", url="https://example.com/", text="", source="s",
        published_at=published_at, known_at=known_at,
    )  # fmt: skip


async def test_the_same_question_is_asked_once_and_answered_alike(database: Database) -> None:
    vendor = InMemoryWebSearch([PAGE], degraded="One page was left out.")
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    first = await cached.search(LIVE)
    assert await cached.search(replace(LIVE, text="  DIVIDEND   ｎｅｗｓ ")) == first
    assert first.degraded == "One page was left out."
    assert len(first.hits) == len(vendor.asked) == 1


async def test_another_question_is_asked_by_itself(database: Database) -> None:
    vendor = InMemoryWebSearch([PAGE])
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    others = [
        replace(LIVE, text="dividends news"),
        replace(LIVE, freshness=Freshness.WEEK),
        replace(LIVE, limit=3),
        replace(LIVE, symbol="DEMO1.SZ"),
        replace(LIVE, as_of=NOW - timedelta(days=1)),
        replace(LIVE, as_of=NOW - timedelta(hours=11)),
    ]
    for query in [LIVE, *others]:
        await cached.search(query)
    assert vendor.asked == [LIVE, *others]


async def test_providers_do_not_share_answers(database: Database) -> None:
    vendors = [InMemoryWebSearch([PAGE], name="one"), InMemoryWebSearch([], name="two")]
    found = [await CachedSearch(vendor, database, StoppedClock(NOW)).search(LIVE) for vendor in vendors]
    assert [len(results.hits) for results in found] == [1, 0]


LASTS = {Freshness.DAY: 30, Freshness.WEEK: 120, Freshness.MONTH: 720, Freshness.YEAR: 1440, Freshness.ANY: 1440}


async def test_an_answer_lasts_as_long_as_the_freshness_allows(database: Database) -> None:
    for freshness, minutes in LASTS.items():
        vendor, clock = InMemoryWebSearch([PAGE]), StoppedClock(NOW)
        cached = CachedSearch(vendor, database, clock)
        past = replace(PAST, freshness=freshness)
        await cached.search(past)
        clock.move(minutes=minutes, seconds=-1)
        await cached.search(past)
        assert len(vendor.asked) == 1, freshness
        clock.move(seconds=1)
        await cached.search(past)
        assert len(vendor.asked) == 2, freshness


async def test_a_fault_is_not_remembered(database: Database) -> None:
    vendor = InMemoryWebSearch([PAGE], faults=[SearchBusy("busy")])
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    with pytest.raises(SearchBusy):
        await cached.search(LIVE)
    assert len((await cached.search(LIVE)).hits) == 1


async def test_an_earlier_instant_of_the_same_day_does_not_see_what_came_after_it(database: Database) -> None:
    morning, noon = PAST.as_of - timedelta(hours=9), PAST.as_of - timedelta(hours=2)
    vendor = Hits([hit(noon, noon), hit(morning, morning)])
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    assert len((await cached.search(PAST)).hits) == 2
    early = await cached.search(replace(PAST, as_of=noon - timedelta(seconds=1)))
    assert [found.published_at for found in early.hits] == [morning]
    assert vendor.asked == 1


async def test_a_live_question_of_a_moment_before_shares_the_answer_as_of_its_own_instant(database: Database) -> None:
    vendor = Hits([hit(NOW, NOW), hit(NOW - timedelta(hours=1), NOW), hit(None, NOW)])
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    slot = replace(LIVE, as_of=NOW + timedelta(minutes=1))
    await cached.search(slot)
    before = replace(LIVE, as_of=NOW + timedelta(seconds=1))
    assert len((await cached.search(before)).hits) == 3
    assert vendor.asked == 1
    just_before = SearchQuery(text="x", as_of=NOW - timedelta(seconds=2))
    vendor.hits = (hit(NOW - timedelta(seconds=1), NOW), hit(None, NOW))
    found = await cached.search(just_before)
    assert [each.known_at for each in found.hits] == [just_before.as_of]


async def test_the_second_of_two_equal_questions_waits_for_the_first(database: Database) -> None:
    vendor = Hits([hit(None, NOW)], asyncio.Event())
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    async with asyncio.TaskGroup() as group:
        first = group.create_task(cached.search(LIVE))
        second = group.create_task(cached.search(LIVE))
        other = group.create_task(cached.search(replace(LIVE, text="something else")))
        assert {await vendor.heard.get(), await vendor.heard.get()} == {LIVE, replace(LIVE, text="something else")}
        assert vendor.hold is not None
        vendor.hold.set()
    assert first.result() == second.result() == other.result()
    assert vendor.asked == 2


async def test_when_the_first_is_cancelled_the_second_asks_for_itself(database: Database) -> None:
    vendor = Hits([hit(None, NOW)], asyncio.Event())
    cached = CachedSearch(vendor, database, StoppedClock(NOW))
    first = asyncio.create_task(cached.search(LIVE))
    await vendor.heard.get()
    second = asyncio.create_task(cached.search(LIVE))
    first.cancel()
    await asyncio.wait({first})
    vendor.hold = None
    assert len((await second).hits) == 1
    assert vendor.asked == 2


async def test_what_is_no_longer_fresh_is_purged(database: Database) -> None:
    clock = StoppedClock(NOW)
    cached = CachedSearch(InMemoryWebSearch([PAGE]), database, clock)
    await cached.search(replace(LIVE, freshness=Freshness.DAY))
    await cached.search(replace(LIVE, freshness=Freshness.WEEK))
    clock.move(minutes=45)
    assert await cached.purge() == 1
    assert await cached.purge() == 0
    clock.move(hours=3)
    await cached.search(replace(LIVE, as_of=clock.now()))
    async with database.read() as session:
        assert await session.scalar(select(func.count()).select_from(SearchCacheRow)) == 1


async def test_closing_closes_the_provider(database: Database) -> None:
    vendor = InMemoryWebSearch()
    await CachedSearch(vendor, database, StoppedClock(NOW)).aclose()
    assert vendor.closed
