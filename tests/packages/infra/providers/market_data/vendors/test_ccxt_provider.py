"""Crypto by the real ccxt, its Binance pointed at a local server with that exchange's public endpoints and errors."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from packages.domain.market_data.errors import MissingExtra, NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, Provider
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.ccxt_provider import CcxtProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.market_data.local_api import Asked, LocalApi, Reply, recorded, serving

DEMO = parse_symbol("DEMO8-USDT")
SMALL_PAGE = 3


def answers(asked: Asked) -> Reply:
    if asked.path == "/api/v3/exchangeInfo":
        return Reply(recorded("ccxt/exchange_info.json"))
    assert asked.path == "/api/v3/klines"
    assert (asked.query["symbol"], asked.query["interval"]) == ("DEMO8USDT", "1d")
    since = int(asked.query["startTime"])
    return Reply([candle for candle in recorded("ccxt/daily_klines.json") if candle[0] >= since][:SMALL_PAGE])


@pytest.fixture
def api() -> Iterator[LocalApi]:
    with serving(answers) as api:
        yield api


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2024, 6, 3, 12, tzinfo=UTC))


def provider_at(api: LocalApi, clock: StoppedClock) -> CcxtProvider:
    return CcxtProvider(clock, "binance", {"public": f"{api.url}/api/v3"})


@pytest.fixture
def provider(api: LocalApi, clock: StoppedClock) -> CcxtProvider:
    return provider_at(api, clock)


@pytest.fixture
def request_() -> BarRequest:
    return BarRequest(DEMO, Timeframe.D1, datetime(2024, 3, 2, tzinfo=UTC), datetime(2024, 3, 10, tzinfo=UTC))


class TestConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, api: LocalApi, clock: StoppedClock) -> Provider:
        return provider_at(api, clock)

    @pytest.fixture
    def known_request(self, request_: BarRequest) -> BarRequest:
        return request_

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(datetime(2024, 3, 2, tzinfo=UTC), 101.0, 11.5)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return parse_symbol("DEMO404-USDT")

    @pytest.fixture
    def slow_down(self, api: LocalApi) -> Callable[[float], None]:
        return api.slow_down


def starts(api: LocalApi) -> list[int]:
    return [int(asked.query["startTime"]) for asked in api.asked if asked.path.endswith("klines")]


async def test_pages_are_read_to_the_end_and_each_begins_behind_the_last_candle(
    provider: CcxtProvider, api: LocalApi, request_: BarRequest
) -> None:
    bars = (await provider.bars(request_)).bars
    assert bars.columns.close.tolist() == [101, 102, 103, 104, 105, 106, 107, 108]
    days = np.array(starts(api), dtype="datetime64[ms]").astype("datetime64[D]")
    assert days.astype(str).tolist() == ["2024-03-02", "2024-03-05", "2024-03-08"]


async def test_an_exchange_that_repeats_itself_does_not_hold_us_for_ever(
    clock: StoppedClock, request_: BarRequest
) -> None:
    def stuck(asked: Asked) -> Reply:
        if asked.path.endswith("exchangeInfo"):
            return answers(asked)
        return Reply(recorded("ccxt/daily_klines.json")[:2])

    with serving(stuck) as api:
        bars = (await provider_at(api, clock).bars(request_)).bars
        assert len(bars) == 1
        assert starts(api) == sorted(set(starts(api)))
        assert len(starts(api)) <= 8


async def test_an_empty_page_is_not_yet_the_end(provider: CcxtProvider, api: LocalApi, request_: BarRequest) -> None:
    await provider.bars(request_)
    api.asked.clear()
    api.trouble = [Reply([])]
    long_before = replace(request_, start=request_.start - timedelta(days=1200))
    assert len((await provider.bars(long_before)).bars) == 9
    assert starts(api)[1] - starts(api)[0] == 1000 * 86_400_000


async def test_the_candle_of_the_day_that_still_runs_is_left_out(api: LocalApi, request_: BarRequest) -> None:
    during = StoppedClock(datetime(2024, 3, 9, 23, 59, tzinfo=UTC))
    assert len((await provider_at(api, during).bars(request_)).bars) == 7
    during.move(minutes=1)
    assert len((await provider_at(api, during).bars(request_)).bars) == 8


async def test_crypto_has_no_corporate_actions(provider: CcxtProvider, request_: BarRequest) -> None:
    assert (await provider.bars(request_)).actions == ()


async def test_a_pair_that_the_exchange_does_not_list_says_what_to_ask_for(
    provider: CcxtProvider, request_: BarRequest
) -> None:
    with pytest.raises(NoData, match=r"DEMO8-USD: .* USDT"):
        await provider.bars(replace(request_, symbol=parse_symbol("DEMO8-USD")))


@pytest.mark.parametrize(
    ("reply", "error", "said"),
    [
        (Reply({"code": -1121, "msg": "Invalid symbol."}, 400), NoData, "does not list"),
        (Reply({"code": -2014, "msg": "API-key format invalid."}, 401), ProviderRefused, "API-key"),
        (
            Reply({"code": 0, "msg": "Service unavailable from a restricted location according to terms."}, 451),
            ProviderRefused,
            "Choose another exchange",
        ),
        (
            Reply({"code": -1001, "msg": "Internal error; unable to process your request."}, 503),
            ProviderDown,
            "binance",
        ),
        (Reply("<html>bad gateway</html>", 502), ProviderDown, "binance"),
        (Reply("<html>not json</html>"), ProviderDown, "binance"),
        (Reply([[1709596800000, None, "1", "1", "1", "1"]]), ProviderDown, "a price is missing"),
    ],
)
async def test_each_answer_that_is_no_answer_has_its_error(
    provider: CcxtProvider, api: LocalApi, request_: BarRequest, reply: Reply, error: type[Exception], said: str
) -> None:
    await provider.bars(request_)
    api.asked.clear()
    api.trouble = [reply]
    with pytest.raises(error, match=said):
        await provider.bars(request_)
    assert api.asked[0].path.endswith("klines")


@pytest.mark.parametrize("status", [418, 429])
async def test_too_many_requests_is_down_for_as_long_as_the_exchange_says(
    provider: CcxtProvider, api: LocalApi, request_: BarRequest, status: int
) -> None:
    api.trouble = [Reply({"code": -1003, "msg": "Too many requests."}, status, {"Retry-After": "11"})]
    with pytest.raises(ProviderDown) as caught:
        await provider.bars(request_)
    assert caught.value.details == {"retry_after_seconds": 11}


async def test_nobody_listening_is_down(clock: StoppedClock, request_: BarRequest) -> None:
    with serving(answers) as gone:
        pass
    with pytest.raises(ProviderDown, match="binance"):
        await provider_at(gone, clock).bars(request_)


async def test_an_exchange_that_ccxt_does_not_know_is_told_with_its_name(
    clock: StoppedClock, request_: BarRequest
) -> None:
    with pytest.raises(MissingExtra, match="nosuch"):
        await CcxtProvider(clock, "nosuch").bars(request_)


async def test_a_timeframe_that_the_chosen_exchange_has_not_is_left_to_the_next_source(
    clock: StoppedClock, request_: BarRequest
) -> None:
    with pytest.raises(NoData, match="4h"):
        await CcxtProvider(clock, "coinbase").bars(replace(request_, timeframe=Timeframe.H4))


async def test_calls_go_one_after_the_other_because_an_exchange_object_serves_one_thread(
    provider: CcxtProvider, request_: BarRequest
) -> None:
    later = replace(request_, start=request_.start + timedelta(days=1))
    first, second = await asyncio.gather(provider.bars(request_), provider.bars(later))
    assert (len(first.bars), len(second.bars)) == (8, 7)
