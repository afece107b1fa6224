"""Alpaca by its real client, against a local server with its paging and its errors."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, Provider
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.vendors.alpaca_provider import AlpacaPlan, AlpacaProvider
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.fakes.clock import StoppedClock
from tests.packages.infra.providers.market_data.local_api import Asked, LocalApi, Reply, recorded, serving

PAGE = 2
DEMO = parse_symbol("DEMO5")


def answers(asked: Asked) -> Reply:
    if asked.path == "/v1/corporate-actions":
        return Reply(recorded("alpaca/corporate_actions.json"))
    assert asked.path == "/v2/stocks/bars"
    name = "daily" if asked.query["timeframe"] == "1Day" else "minute"
    symbol = asked.query["symbols"]
    bars = [bar for bar in recorded(f"alpaca/{name}_bars.json")["bars"].get(symbol, []) if is_inside(bar["t"], asked)]
    first = int(asked.query.get("page_token", 0))
    page = bars[first : first + PAGE]
    token = str(first + PAGE) if first + PAGE < len(bars) else None
    return Reply({"bars": {symbol: page} if page else {}, "next_page_token": token})


def is_inside(time: str, asked: Asked) -> bool:
    """Alpaca takes both ends in."""
    at = datetime.fromisoformat(time)
    return instant_of(asked.query["start"]) <= at <= instant_of(asked.query["end"])


def instant_of(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


@pytest.fixture
def api() -> Iterator[LocalApi]:
    with serving(answers) as api:
        yield api


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2024, 6, 3, 12, tzinfo=UTC))


@pytest.fixture
def provider(api: LocalApi, clock: StoppedClock) -> AlpacaProvider:
    return AlpacaProvider(clock, "the-key", "the-secret", url=api.url)


@pytest.fixture
def request_() -> BarRequest:
    return BarRequest(DEMO, Timeframe.D1, datetime(2024, 3, 5, tzinfo=UTC), datetime(2024, 3, 13, tzinfo=UTC))


class TestConformance(ProviderConformance):
    @pytest.fixture
    def provider(self, api: LocalApi, clock: StoppedClock) -> Provider:
        return AlpacaProvider(clock, "the-key", "the-secret", url=api.url)

    @pytest.fixture
    def known_request(self, request_: BarRequest) -> BarRequest:
        return request_

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(datetime(2024, 3, 5, tzinfo=UTC), 707.0, 1100.0)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return parse_symbol("DEMO404")

    @pytest.fixture
    def slow_down(self, api: LocalApi) -> Callable[[float], None]:
        return api.slow_down


async def test_all_pages_are_read_and_days_keep_their_date_when_the_clocks_change(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest
) -> None:
    bars = (await provider.bars(request_)).bars
    days = np.datetime_as_string(bars.columns.time, unit="D").tolist()
    # Summer time began on the 10th: the stamps before it are 05:00 UTC, those after it 04:00.
    assert days == ["2024-03-05", "2024-03-06", "2024-03-07", "2024-03-08", "2024-03-11", "2024-03-12"]
    tokens = [asked.query.get("page_token") for asked in api.asked if asked.path.endswith("/bars")]
    assert tokens == [None, "2", "4", "6"]


async def test_raw_prices_of_the_consolidated_tape_are_asked_for_with_the_key_in_the_header(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest
) -> None:
    await provider.bars(request_)
    first = api.asked[0]
    assert (first.query["adjustment"], first.query["feed"], first.query["timeframe"]) == ("raw", "sip", "1Day")
    assert (first.headers["APCA-API-KEY-ID"], first.headers["APCA-API-SECRET-KEY"]) == ("the-key", "the-secret")


async def test_actions_are_found_by_their_ex_date_though_alpaca_looks_by_the_day_of_processing(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest
) -> None:
    actions = (await provider.bars(request_)).actions
    assert [(action.ex_date, action.kind, action.value) for action in actions] == [
        (date(2024, 3, 7), ActionKind.DIVIDEND, Decimal("0.75")),  # the regular and the special one of the same day
        (date(2024, 3, 11), ActionKind.SPLIT, Decimal(7)),
        (date(2024, 3, 12), ActionKind.SPLIT, Decimal("1.05")),
    ]
    assert actions[0].known_at == datetime(2024, 3, 7, 5, tzinfo=UTC)
    asked = api.asked[-1].query
    assert (asked["start"], asked["end"]) == ("2024-03-05", "2024-07-11")


async def test_minutes_are_stamped_with_their_start_in_utc(provider: AlpacaProvider) -> None:
    start = datetime(2024, 3, 8, 14, 31, tzinfo=UTC)
    minutes = BarRequest(DEMO, Timeframe.M1, start, start + timedelta(minutes=3))
    columns = (await provider.bars(minutes)).bars.columns
    assert np.datetime_as_string(columns.time, unit="m").tolist() == [
        "2024-03-08T14:31",
        "2024-03-08T14:32",
        "2024-03-08T14:33",
    ]
    assert (columns.known_at - columns.time == np.timedelta64(60, "s")).all()


async def test_on_the_free_plan_the_day_is_not_over_before_its_last_quarter_of_an_hour_is_told(
    provider: AlpacaProvider, api: LocalApi, clock: StoppedClock, request_: BarRequest
) -> None:
    close = datetime(2024, 3, 12, 20, tzinfo=UTC)
    clock.move(seconds=(close - clock.now()).total_seconds() + 300)
    assert len((await provider.bars(request_)).bars) == 5
    assert instant_of(api.asked[0].query["end"]) == clock.now() - timedelta(minutes=16)
    clock.move(minutes=12)
    assert len((await provider.bars(request_)).bars) == 6


@pytest.mark.parametrize(
    ("plan", "feed"), [(AlpacaPlan.SIP, "sip"), (AlpacaPlan.IEX, "iex"), (AlpacaPlan.SIP_DELAYED, "sip")]
)
async def test_the_feed_follows_the_plan(
    api: LocalApi, clock: StoppedClock, request_: BarRequest, plan: AlpacaPlan, feed: str
) -> None:
    await AlpacaProvider(clock, "k", "s", plan, url=api.url).bars(request_)
    assert api.asked[0].query["feed"] == feed


async def test_a_stretch_that_lies_in_the_future_is_not_even_asked_for(
    provider: AlpacaProvider, api: LocalApi, clock: StoppedClock, request_: BarRequest
) -> None:
    tomorrow = clock.now() + timedelta(days=1)
    with pytest.raises(NoData):
        await provider.bars(replace(request_, start=tomorrow, end=tomorrow + timedelta(days=1)))
    assert api.asked == []


@pytest.mark.parametrize(
    ("reply", "error", "said"),
    [
        (Reply({"message": "unauthorized."}, 401), ProviderRefused, "ALPACA_API_KEY"),
        (
            Reply({"message": "subscription does not permit querying recent SIP data"}, 403),
            ProviderRefused,
            "does not permit",
        ),
        (Reply({"message": "invalid symbol: DEMO5"}, 400), NoData, "invalid symbol"),
        (Reply({"code": 42210000, "message": "unprocessable"}, 422), NoData, "unprocessable"),
        (Reply({"message": "internal server error"}, 500), ProviderDown, "status 500"),
        (Reply("<html>bad gateway</html>", 502), ProviderDown, "bad gateway"),
        (Reply("<html>not json</html>"), ProviderDown, "cannot be read"),
        (Reply({"unexpected": []}), ProviderDown, "cannot be read"),
        (Reply({"bars": {"DEMO5": [{"t": "2024-03-05T05:00:00Z"}]}, "next_page_token": None}), ProviderDown, "read"),
    ],
)
async def test_each_answer_that_is_no_answer_has_its_error(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest, reply: Reply, error: type[Exception], said: str
) -> None:
    api.trouble = [reply]
    with pytest.raises(error, match=said):
        await provider.bars(request_)
    assert len(api.asked) == 1  # another try is the guard's business


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry-After": "9"}, {"retry_after_seconds": 9}),
        ({"X-RateLimit-Reset": "1717416042"}, {"retry_after_seconds": 42}),
        ({}, {}),
    ],
)
async def test_too_many_requests_is_down_for_as_long_as_alpaca_says(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest, headers: dict[str, str], pause: dict[str, int]
) -> None:
    api.trouble = [Reply({"message": "too many requests."}, 429, headers)]
    with pytest.raises(ProviderDown) as caught:
        await provider.bars(request_)
    assert caught.value.details == pause
    assert len(api.asked) == 1


async def test_bars_that_contradict_themselves_are_nonsense(
    provider: AlpacaProvider, api: LocalApi, request_: BarRequest
) -> None:
    bar = {"t": "2024-03-05T05:00:00Z", "o": 5.0, "h": 1.0, "l": 1.0, "c": 5.0, "v": 1, "n": 1, "vw": 1.0}
    api.trouble = [Reply({"bars": {"DEMO5": [bar]}, "next_page_token": None})]
    with pytest.raises(ProviderDown, match="bad bars"):
        await provider.bars(request_)


async def test_nobody_listening_is_down(clock: StoppedClock, request_: BarRequest) -> None:
    with serving(answers) as gone:
        pass
    with pytest.raises(ProviderDown, match="could not be reached"):
        await AlpacaProvider(clock, "k", "s", url=gone.url).bars(request_)
