"""Every web search passes the one suite: the fake, the stored news on both databases, both vendors, and the chain."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack

import pytest
from pydantic import SecretStr

from packages.domain.market_data.rows import NewsItem
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from packages.settings.data import VendorSettings
from src.modules.llm_platform.application.ports import IWebSearchProvider
from src.modules.llm_platform.infrastructure.web_search.chain import LocalNews, web_search
from src.modules.llm_platform.infrastructure.web_search.vendor_api import Vendor, VendorApi
from src.modules.llm_platform.infrastructure.web_search.vendors import BochaSearch, TavilySearch
from tests.conformance.web_search_conformance import NOW, Plant, WebSearchConformance
from tests.fakes.clock import StoppedClock
from tests.fakes.web_search import InMemoryWebSearch
from tests.servers.search_server import Page, SearchServer, bocha_answer, serving, tavily_answer

CLOCK = StoppedClock(NOW)


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with serving(tavily_answer([])) as local:
        yield local


def _api(server: SearchServer) -> VendorApi:
    return VendorApi(Vendor(name="Vendor", base_url=server.url, key=SecretStr("k"), setting="VENDOR_KEY"), CLOCK)


async def store(database: Database, pages: Sequence[Page]) -> None:
    news = [
        NewsItem(
            source="demo",
            known_at=page.published_at,
            key=f"{number}",
            symbol=None if page.symbol is None else parse_symbol(page.symbol),
            published_at=page.published_at,
            language="en",
            title=page.title,
            text=page.text,
            url=page.url,
        )
        for number, page in enumerate(pages)
        if page.published_at is not None
    ]
    await SqlMarketRows(database).add(news, NOW)


class TestTheFake(WebSearchConformance):
    @pytest.fixture
    def plant(self) -> Plant:
        async def plant(pages: Sequence[Page]) -> IWebSearchProvider:
            return InMemoryWebSearch(pages)

        return plant


class TestLocalNews(WebSearchConformance):
    @pytest.fixture
    def plant(self, database: Database) -> Plant:
        async def plant(pages: Sequence[Page]) -> IWebSearchProvider:
            await store(database, pages)
            return LocalNews(database)

        return plant


class TestTavily(WebSearchConformance):
    @pytest.fixture
    async def plant(self, server: SearchServer) -> AsyncIterator[Plant]:
        search = TavilySearch(_api(server), CLOCK)

        async def plant(pages: Sequence[Page]) -> IWebSearchProvider:
            server.answer = tavily_answer(list(pages))
            return search

        yield plant
        await search.aclose()


class TestBocha(WebSearchConformance):
    @pytest.fixture
    async def plant(self, server: SearchServer) -> AsyncIterator[Plant]:
        search = BochaSearch(_api(server), CLOCK)

        async def plant(pages: Sequence[Page]) -> IWebSearchProvider:
            server.answer = bocha_answer(list(pages))
            return search

        yield plant
        await search.aclose()


class TestTheChain(WebSearchConformance):
    @pytest.fixture
    async def plant(self, database: Database, server: SearchServer, home: object) -> AsyncIterator[Plant]:
        keys = VendorSettings.model_validate({"BOCHA_API_KEY": "b", "TAVILY_API_KEY": "t"})
        with ExitStack() as stack:
            bocha = stack.enter_context(serving(bocha_answer([])))
            search = web_search(keys, database, CLOCK, bocha_url=bocha.url, tavily_url=server.url)

            async def plant(pages: Sequence[Page]) -> IWebSearchProvider:
                server.answer, bocha.answer = tavily_answer(list(pages)), bocha_answer(list(pages))
                return search

            yield plant
            await search.aclose()
