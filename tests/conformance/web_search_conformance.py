"""What every `IWebSearchProvider` must do: subclass `WebSearchConformance` and give it a search over planted pages."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from src.modules.llm_platform.application.ports import IWebSearchProvider
from src.modules.llm_platform.domain.search import Freshness, SearchQuery, SearchResults
from tests.servers.search_server import Page

NOW = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
Plant = Callable[[Sequence[Page]], Awaitable[IWebSearchProvider]]


def page(
    number: int, age: timedelta, title: str = "", text: str = "", url: str = "", symbol: str | None = None
) -> Page:
    return Page(
        title=title or f"Demoworks dividend news {number}",
        text=text or "Demoworks pays a dividend 分红 方案 to its holders.",
        url=url or f"https://news{number}.example.com/story?id={number}",
        published_at=NOW - age,
        symbol=symbol,
    )


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


LIVE = SearchQuery(text="Demoworks dividend", as_of=NOW)
FOREIGN_WORDS = (
    *('"', "' OR 1=1 --", 'NEAR("a" "b", 5)', "a* AND NOT b", "tokens:x", "^x", "(", "!a & b | c:*", "\\'", "&|!()<->"),
    *("\x00", "😀", "%s :match $1 ?", "'); DROP TABLE news_index; --", "@202603", "a" * 5000, "分" * 5000, "x " * 500),
)
PAST = replace(LIVE, as_of=NOW - timedelta(days=200))


class WebSearchConformance:
    """Give `plant`; the clock behind the search must stand at `NOW`."""

    @pytest.fixture
    def plant(self) -> Plant:
        """Makes the pages all that there is to find, and gives the search."""
        raise NotImplementedError

    async def test_it_finds_pages_newest_first_and_names_itself(self, plant: Plant) -> None:
        search = await plant([page(1, hours(30)), page(2, hours(5)), page(3, hours(300))])
        results = await search.search(LIVE)
        assert [hit.title[-1] for hit in results.hits] == ["2", "1", "3"]
        assert results.provider

    async def test_a_hit_carries_what_is_needed_to_cite_it(self, plant: Plant) -> None:
        told = page(1, hours(3))
        (hit,) = (await (await plant([told])).search(LIVE)).hits
        assert (hit.title, hit.url, hit.text, hit.published_at) == (told.title, told.url, told.text, told.published_at)
        assert hit.id.partition(":")[0] in {"web", "news"}
        assert hit.source

    async def test_ids_are_unique_and_the_same_question_has_the_same_answer(self, plant: Plant) -> None:
        search = await plant([page(number, hours(number)) for number in range(1, 7)])
        first, second = await search.search(LIVE), await search.search(LIVE)
        assert first == second
        assert len({hit.id for hit in first.hits}) == 6

    async def test_nothing_published_or_known_after_the_instant_comes_out(self, plant: Plant) -> None:
        ages = [timedelta(days=days) for days in (1, 199, 200.01, 205, 220)]
        search = await plant([page(number, age) for number, age in enumerate(ages)])
        results = await search.search(PAST)
        assert [hit.title[-1] for hit in results.hits] == ["2", "3", "4"]
        _assert_nothing_later(results, PAST)

    async def test_at_the_very_instant_of_publication_a_page_can_be_found(self, plant: Plant) -> None:
        search = await plant([page(1, timedelta(days=200))])
        assert len((await search.search(PAST)).hits) == 1
        assert (await search.search(replace(PAST, as_of=PAST.as_of - timedelta(seconds=1)))).hits == ()

    @pytest.mark.parametrize("question", [LIVE, PAST], ids=["now", "in the past"])
    async def test_freshness_counts_back_from_the_instant(self, plant: Plant, question: SearchQuery) -> None:
        old = NOW - question.as_of
        ages = [hours(12), timedelta(days=6), timedelta(days=29), timedelta(days=300), timedelta(days=900)]
        search = await plant([page(number, old + age) for number, age in enumerate(ages)])
        for expected, freshness in enumerate(Freshness, 1):
            results = await search.search(replace(question, freshness=freshness))
            assert len(results.hits) == expected, freshness
            _assert_nothing_later(results, question)

    async def test_no_more_than_the_limit_comes_out(self, plant: Plant) -> None:
        search = await plant([page(number, hours(number)) for number in range(1, 10)])
        assert len((await search.search(replace(LIVE, limit=3))).hits) == 3

    async def test_one_page_told_twice_comes_out_once(self, plant: Plant) -> None:
        addresses = ["https://www.example.com/a/?id=1&utm_source=x", "http://example.com/a?id=1#top"]
        others = ["https://example.com/a?id=2"]
        told = [page(number, hours(number), url=url) for number, url in enumerate([*addresses, *others], 1)]
        results = await (await plant(told)).search(LIVE)
        assert [hit.url for hit in results.hits] == [addresses[0], others[0]]

    async def test_chinese_is_found(self, plant: Plant) -> None:
        title = "演示银行发布年度分红方案"
        search = await plant([page(1, hours(2), title=title), page(2, hours(1), title="x", text="nothing of the kind")])
        results = await search.search(replace(LIVE, text="分红 方案"))
        assert [hit.title for hit in results.hits] == [title]

    async def test_nothing_found_is_an_empty_result(self, plant: Plant) -> None:
        search = await plant([page(1, hours(2))])
        assert (await search.search(replace(LIVE, text="zzqx 火星殖民"))).hits == ()

    async def test_the_words_of_a_query_language_are_just_words(self, plant: Plant) -> None:
        search = await plant([page(1, hours(2))])
        for text in FOREIGN_WORDS:
            assert isinstance(await search.search(replace(LIVE, text=text)), SearchResults), text


def _assert_nothing_later(results: SearchResults, question: SearchQuery) -> None:
    for hit in results.hits:
        assert hit.known_at <= question.as_of
        assert hit.published_at is not None
        assert hit.published_at <= hit.known_at
        assert hit.known_at.utcoffset() == timedelta(0)
