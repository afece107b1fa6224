"""Search through the platform's door, and the fake that stands in for it: both keep to the same rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from packages.core.errors import Unavailable
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.search import SearchHit, SearchQuery, SearchResults, SearchUnavailable
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews
from src.modules.research.domain.ports import SearchRequest, WebSearch
from src.modules.research.infrastructure.neighbours import PlatformSearch
from tests.fakes.research_search import InMemorySearch, document

AS_OF = datetime(2025, 12, 31, tzinfo=UTC)
ASKED = SearchRequest(topic="economy", text="经济", symbol=None, as_of=AS_OF)
Planted = Callable[[Sequence[datetime]], WebSearch]


@dataclass
class Hits:
    """A provider of the platform that gives what it is told to."""

    hits: tuple[SearchHit, ...] = ()
    fault: SearchUnavailable | None = None
    asked: SearchQuery | None = None

    async def search(self, query: SearchQuery) -> SearchResults:
        self.asked = query
        if self.fault is not None:
            raise self.fault
        return SearchResults(provider="told", hits=self.hits, degraded="One page had no date." if self.hits else "")


def hit(known_at: datetime, name: str = "a") -> SearchHit:
    return SearchHit(
        id=f"news:{name}:s", title="t", url=f"https://e.example/{name}", text="x", source="s",
        published_at=known_at, known_at=known_at,
    )  # fmt: skip


def through_the_platform(known: Sequence[datetime]) -> WebSearch:
    provider = Hits(tuple(hit(at, str(place)) for place, at in enumerate(known)))
    return PlatformSearch(provider, provider)


def in_memory(known: Sequence[datetime]) -> WebSearch:
    return InMemorySearch({"economy": [document(str(place), "t", published_at=at) for place, at in enumerate(known)]})


@pytest.mark.parametrize("planted", [through_the_platform, in_memory])
async def test_nothing_that_was_known_later_is_found(planted: Planted) -> None:
    found = await planted([AS_OF - timedelta(days=1), AS_OF + timedelta(days=1)]).find(ASKED)
    assert [one.known_at for one in found.documents] == [AS_OF - timedelta(days=1)]


@pytest.mark.parametrize("planted", [through_the_platform, in_memory])
async def test_what_is_found_carries_its_topic_its_address_and_its_row(planted: Planted) -> None:
    (only,) = (await planted([AS_OF]).find(ASKED)).documents
    assert only.topic == "economy"
    assert only.url.startswith("https://")
    assert only.tag.startswith("news:")


@pytest.mark.parametrize("planted", [through_the_platform, in_memory])
async def test_nothing_found_is_an_empty_answer(planted: Planted) -> None:
    assert (await planted([]).find(ASKED)).documents == ()


@pytest.mark.parametrize(
    "search",
    [PlatformSearch(Hits(fault=SearchUnavailable("Down.")), Hits()), InMemorySearch(failing=["economy"])],
)
async def test_nobody_answering_is_unavailable(search: WebSearch) -> None:
    with pytest.raises(Unavailable):
        await search.find(ASKED)


async def test_what_went_wrong_on_the_way_is_passed_on() -> None:
    assert (await through_the_platform([AS_OF]).find(ASKED)).degraded == "One page had no date."


async def test_an_invented_company_is_looked_up_among_stored_news_only() -> None:
    web, stored = Hits(), Hits()
    await PlatformSearch(web, stored).find(replace(ASKED, stored_only=True))
    assert web.asked is None
    assert stored.asked is not None
    assert stored.asked.since == AS_OF - timedelta(days=366)


async def test_the_stored_demo_news_are_found_by_the_questions_of_the_experts(demo_database: Database) -> None:
    news = LocalNews(demo_database)
    search = PlatformSearch(news, news)
    spring = datetime(2024, 5, 6, tzinfo=UTC)
    rates = await search.find(replace(ASKED, text="政策利率 流动性", as_of=spring))
    assert rates.documents
    assert all("利率" in one.title for one in rates.documents)
    own = await search.find(replace(ASKED, text="演示星河制造 业绩 净利润", symbol="DEMO1.SZ", topic="earnings"))
    assert own.documents
    assert all(one.known_at <= AS_OF for one in own.documents)
