"""The chain: who is asked next, who is not, and what is said about it."""

import asyncio
from dataclasses import replace

import pytest

from packages.core.messages import Message, message
from packages.domain.market_data.errors import (
    BadSymbol,
    MissingExtra,
    NoData,
    NoProvider,
    ProviderDown,
    ProviderRefused,
    WrongTimeframe,
)
from packages.domain.market_data.ports import Tried
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.chain import ProviderChain
from tests.fakes.provider import DEMO, InMemoryProvider, daily_request


@pytest.fixture
def first() -> InMemoryProvider:
    return InMemoryProvider("first")


@pytest.fixture
def second() -> InMemoryProvider:
    return InMemoryProvider("second")


@pytest.fixture
def chain(first: InMemoryProvider, second: InMemoryProvider) -> ProviderChain:
    return ProviderChain({Market.US_STOCKS: [first, second]})


async def test_the_first_source_that_answers_is_named_and_nobody_else_is_asked(
    chain: ProviderChain, second: InMemoryProvider
) -> None:
    told = await chain.bars(daily_request())
    assert (told.provider, told.tried) == ("first", ())
    assert told.answer.bars.source == "first"
    assert second.asked == []


@pytest.mark.parametrize("error", [ProviderDown, ProviderRefused, MissingExtra, NoData])
async def test_when_a_source_cannot_answer_the_next_one_does_and_the_answer_says_so(
    chain: ProviderChain, first: InMemoryProvider, error: type[ProviderDown]
) -> None:
    first.failures = [error("the reason")]
    told = await chain.bars(daily_request())
    assert told.provider == "second"
    assert told.tried == (Tried("first", Message.verbatim("the reason")),)


async def test_when_everybody_answers_and_has_nothing_there_is_no_data(
    chain: ProviderChain, first: InMemoryProvider, second: InMemoryProvider
) -> None:
    first.failures, second.failures = [NoData("not listed.")], [NoData("nothing.")]
    with pytest.raises(NoData, match=r"first: not listed\. second: nothing\."):
        await chain.bars(daily_request())


async def test_when_nobody_answers_all_reasons_are_told(
    chain: ProviderChain, first: InMemoryProvider, second: InMemoryProvider
) -> None:
    first.failures, second.failures = [ProviderRefused("no token.")], [ProviderDown("no line.")]
    with pytest.raises(NoProvider, match=r"daily bars for DEMO5\. first: no token\. second: no line\.") as caught:
        await chain.bars(daily_request())
    assert caught.value.details == {
        "tried": [
            {"provider": "first", "reason": "no token."},
            {"provider": "second", "reason": "no line."},
        ]
    }


@pytest.mark.parametrize(
    "error", [WrongTimeframe("no such"), BadSymbol("no such"), asyncio.CancelledError(), KeyError()]
)
async def test_a_wrong_question_a_cancellation_and_a_fault_of_ours_are_not_passed_on(
    chain: ProviderChain, first: InMemoryProvider, second: InMemoryProvider, error: BaseException
) -> None:
    first.failures = [error]
    with pytest.raises(type(error)):
        await chain.bars(daily_request())
    assert second.asked == []


async def test_a_source_without_the_timeframe_is_passed_over_and_named(second: InMemoryProvider) -> None:
    hourly = InMemoryProvider("hourly", timeframes=frozenset({Timeframe.H1}))
    told = await ProviderChain({Market.US_STOCKS: [hourly, second]}).bars(daily_request())
    assert told.provider == "second"
    assert told.tried == (Tried("hourly", message("market_data.lacks_timeframe", timeframe="1d")),)
    assert hourly.asked == []


async def test_a_timeframe_that_no_source_of_the_market_has_is_a_wrong_question(
    chain: ProviderChain, first: InMemoryProvider
) -> None:
    with pytest.raises(WrongTimeframe, match="ask for one of 1d"):
        await chain.bars(replace(daily_request(), timeframe=Timeframe.W1))
    assert first.asked == []


async def test_a_market_without_sources_says_what_to_do(chain: ProviderChain) -> None:
    with pytest.raises(NoProvider, match="import a CSV or Parquet file"):
        await chain.bars(daily_request(parse_symbol("EURUSD=X")))
    assert chain.sources(Market.FOREX) == ()


async def test_company_data_comes_from_the_first_source_that_has_any(first: InMemoryProvider) -> None:
    companies = InMemoryProvider("companies", fundamentals=True)
    told = await ProviderChain({Market.US_STOCKS: [first, companies]}).fundamentals(DEMO)
    assert told.provider == "companies"
    assert told.answer.instrument is not None
    assert told.tried == (Tried("first", message("market_data.lacks_company_data")),)


async def test_a_search_asks_the_sources_that_can_search(first: InMemoryProvider) -> None:
    index = InMemoryProvider("index", search=True)
    told = await ProviderChain({Market.US_STOCKS: [first, index]}).search(Market.US_STOCKS, "demo5")
    assert [found.symbol for found in told.answer] == [DEMO]
    assert told.tried == (Tried("first", message("market_data.lacks_search")),)


async def test_cancelling_the_caller_cancels_the_source_that_is_being_asked(
    chain: ProviderChain, first: InMemoryProvider, second: InMemoryProvider
) -> None:
    first.gate = asyncio.Event()
    caller = asyncio.create_task(chain.bars(daily_request()))
    while not first.asked:
        await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert first.cancelled == 1
    assert second.asked == []
