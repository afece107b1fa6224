"""The chain: by language, falling through with a word about it, and offline without a key."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.market_data.rows import NewsItem
from packages.infra.db.engine import Database
from packages.infra.db.migrate import downgrade
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.settings.data import VendorSettings
from src.modules.llm_platform.domain.search import SearchBusy, SearchQuery, SearchRefused, SearchUnavailable
from src.modules.llm_platform.infrastructure.web_search.chain import WebSearchChain, web_search
from tests.fakes.clock import StoppedClock
from tests.fakes.web_search import InMemoryWebSearch
from tests.servers.search_server import Page, Reply, SearchServer, bocha_answer, serving, tavily_answer

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
ENGLISH = SearchQuery(text="dividend", as_of=NOW)
CHINESE = SearchQuery(text="分红", as_of=NOW)
PAGE = Page(title="dividend 分红", text="", url="https://example.com/", published_at=NOW - timedelta(hours=1))


def chain(bocha: InMemoryWebSearch, tavily: InMemoryWebSearch, news: InMemoryWebSearch) -> WebSearchChain:
    return WebSearchChain(chinese=[bocha, tavily, news], other=[tavily, bocha, news])


def fakes(*found: bool) -> list[InMemoryWebSearch]:
    names = ("Bocha", "Tavily", "stored news")
    return [InMemoryWebSearch([PAGE] if pages else [], name) for name, pages in zip(names, found, strict=True)]


async def test_chinese_goes_to_bocha_and_everything_else_to_tavily_first() -> None:
    providers = fakes(True, True, True)
    search = chain(*providers)
    assert (await search.search(CHINESE)).provider == "Bocha"
    assert (await search.search(ENGLISH)).provider == "Tavily"
    assert [len(provider.asked) for provider in providers] == [1, 1, 0]


async def test_who_fails_is_passed_over_and_named() -> None:
    bocha, tavily, news = fakes(True, True, True)
    bocha.faults = [SearchRefused("Bocha refused the key: check BOCHA_API_KEY.")]
    tavily.degraded = "Of what Tavily found, one was left out."
    results = await chain(bocha, tavily, news).search(CHINESE)
    assert results.provider == "Tavily"
    assert results.degraded == "Bocha refused the key: check BOCHA_API_KEY. Of what Tavily found, one was left out."


async def test_who_finds_nothing_is_passed_over_without_blame() -> None:
    results = await chain(*fakes(False, False, True)).search(CHINESE)
    assert (results.provider, results.degraded, len(results.hits)) == ("stored news", "", 1)


async def test_nothing_found_anywhere_is_an_empty_result_that_tells_who_failed() -> None:
    bocha, tavily, news = fakes(False, False, False)
    assert (await chain(bocha, tavily, news).search(CHINESE)).hits == ()
    news.faults = [SearchBusy("The news are busy.")]
    results = await chain(bocha, tavily, news).search(CHINESE)
    assert (results.hits, results.provider, results.degraded) == ((), "Tavily", "The news are busy.")


async def test_when_everybody_fails_each_reason_is_told() -> None:
    providers = fakes(True, True, True)
    for provider in providers:
        provider.faults = [SearchBusy(f"{provider.name} is busy.")]
    with pytest.raises(SearchUnavailable, match=r"Bocha is busy\. Tavily is busy\. stored news is busy\."):
        await chain(*providers).search(CHINESE)


async def test_a_database_that_cannot_be_read_is_a_fault_of_the_stored_news(database: Database, home: object) -> None:
    await downgrade(database, "0005")
    with pytest.raises(SearchUnavailable, match="check the database"):
        await web_search(VendorSettings(), database, StoppedClock(NOW)).search(ENGLISH)


async def test_closing_closes_everybody() -> None:
    providers = fakes(False, False, False)
    await chain(*providers).aclose()
    assert all(provider.closed for provider in providers)


@pytest.fixture
def bocha() -> Iterator[SearchServer]:
    with serving(bocha_answer([PAGE])) as server:
        yield server


@pytest.fixture
def tavily() -> Iterator[SearchServer]:
    with serving(tavily_answer([PAGE])) as server:
        yield server


async def store_news(database: Database) -> None:
    news = NewsItem(
        source="demo", known_at=NOW - timedelta(hours=2), key="k", symbol=None, published_at=NOW - timedelta(hours=2),
        language="zh", title="年度分红 dividend", text="", url="https://demo.invalid/k",
    )  # fmt: skip
    await SqlMarketRows(database).add([news], NOW)


@pytest.mark.parametrize("keys", [{}, {"BOCHA_API_KEY": "", "TAVILY_API_KEY": " "}])
async def test_without_a_key_only_the_stored_news_are_searched(
    database: Database, home: object, bocha: SearchServer, tavily: SearchServer, keys: dict[str, str]
) -> None:
    await store_news(database)
    vendors = VendorSettings.model_validate(keys)
    search = web_search(vendors, database, StoppedClock(NOW), bocha_url=bocha.url, tavily_url=tavily.url)
    results = await search.search(CHINESE)
    assert (results.provider, [hit.id for hit in results.hits], results.degraded) == (
        "stored news",
        ["news:k:demo"],
        "",
    )
    assert bocha.asked == tavily.asked == []
    await search.aclose()


async def test_with_keys_answers_are_cached_and_a_broken_vendor_leads_to_the_stored_news(
    database: Database, home: object, bocha: SearchServer, tavily: SearchServer
) -> None:
    await store_news(database)
    vendors = VendorSettings.model_validate({"BOCHA_API_KEY": "b", "TAVILY_API_KEY": "t"})
    search = web_search(vendors, database, StoppedClock(NOW), bocha_url=bocha.url, tavily_url=tavily.url)
    assert (await search.search(CHINESE)).provider == (await search.search(CHINESE)).provider == "Bocha"
    assert (len(bocha.asked), len(tavily.asked)) == (1, 0)
    bocha.answer = tavily.answer = lambda _: Reply({"message": "no"}, 401)
    results = await search.search(replace(CHINESE, text="年度 分红"))
    assert results.provider == "stored news"
    assert "BOCHA_API_KEY" in results.degraded
    assert "TAVILY_API_KEY" in results.degraded
    await search.aclose()
