"""The guard around a source, with a clock that only sleeping moves."""

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import BarRequest, Provider
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.guard import Guarded, Policy, TokenBucket, VendorThreads
from tests.conformance.provider_conformance import KnownBar, ProviderConformance
from tests.fakes.clock import StoppedClock
from tests.fakes.provider import DEMO, InMemoryProvider, closes_from, daily_request


class Nap:
    """A sleep that takes no time and moves the clock instead."""

    def __init__(self, clock: StoppedClock) -> None:
        self.clock = clock
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.taken.append(seconds)
        self.clock.move(seconds=seconds)


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0)


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2024, 6, 3, 12, tzinfo=UTC))


@pytest.fixture
def nap(clock: StoppedClock) -> Nap:
    return Nap(clock)


@pytest.fixture
def source() -> InMemoryProvider:
    return InMemoryProvider()


FAST = Policy(per_second=1000, burst=1000)


@pytest.fixture
def guard(clock: StoppedClock, nap: Nap) -> Callable[..., Guarded]:
    def around(source: Provider, policy: Policy = FAST) -> Guarded:
        return Guarded(source, policy, clock, sleep=nap, random=Random(7))

    return around


class TestConformance(ProviderConformance):
    """A guarded source is a source, and so is the fake that these tests stand on."""

    @pytest.fixture(params=["fake", "guarded"])
    def provider(
        self, request: pytest.FixtureRequest, source: InMemoryProvider, guard: Callable[..., Guarded]
    ) -> Provider:
        return source if request.param == "fake" else guard(source, Policy(per_second=1000, burst=1000))

    @pytest.fixture
    def known_request(self) -> BarRequest:
        return daily_request(days=6)

    @pytest.fixture
    def known_bar(self) -> KnownBar:
        return KnownBar(datetime(2024, 3, 4, tzinfo=UTC), 100.0, 1000.0)

    @pytest.fixture
    def unknown_symbol(self) -> Symbol:
        return parse_symbol("DEMO404")

    @pytest.fixture
    def slow_down(self, source: InMemoryProvider) -> Callable[[float], None]:
        def slow(seconds: float) -> None:
            source.delay = seconds

        return slow


async def test_a_source_that_is_down_is_asked_again_with_growing_pauses(
    source: InMemoryProvider, guard: Callable[..., Guarded], nap: Nap
) -> None:
    source.failures = [ProviderDown("down"), ProviderDown("down")]
    answer = await guard(source, Policy(per_second=1000, burst=1000, attempts=3, first_pause=2)).bars(daily_request())
    assert len(answer.bars) == 5
    assert len(source.asked) == 3
    first, second = nap.taken
    assert 1 <= first <= 2
    assert 2 <= second <= 4


async def test_after_the_last_attempt_the_error_comes_out(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    source.failures = [ProviderDown(str(number)) for number in range(5)]
    with pytest.raises(ProviderDown, match="2"):
        await guard(source).bars(daily_request())
    assert len(source.asked) == 3


@pytest.mark.parametrize("final", [NoData("none"), ProviderRefused("no"), asyncio.CancelledError()])
async def test_what_another_try_cannot_mend_is_not_tried_again(
    source: InMemoryProvider, guard: Callable[..., Guarded], final: BaseException
) -> None:
    source.failures = [final]
    with pytest.raises(type(final)):
        await guard(source).bars(daily_request())
    assert len(source.asked) == 1


async def test_every_try_counts_against_the_rate(
    source: InMemoryProvider, guard: Callable[..., Guarded], clock: StoppedClock
) -> None:
    guarded = guard(source, Policy(per_second=0.5, burst=2, attempts=3, first_pause=0.1))
    source.failures = [ProviderDown("down"), ProviderDown("down")]
    begun = clock.now()
    await asyncio.gather(*(guarded.bars(daily_request(days=days)) for days in range(1, 7)))
    assert len(source.asked) == 8
    assert (clock.now() - begun).total_seconds() >= (8 - 2) / 0.5 - 0.01


async def test_the_pause_that_a_source_asks_for_is_kept(
    source: InMemoryProvider, guard: Callable[..., Guarded], nap: Nap
) -> None:
    source.failures = [ProviderDown("busy", details={"retry_after_seconds": 7})]
    await guard(source).bars(daily_request())
    assert nap.taken == [7]


async def test_a_source_that_asks_for_a_longer_pause_than_we_take_is_left_to_the_next(
    source: InMemoryProvider, guard: Callable[..., Guarded], nap: Nap
) -> None:
    source.failures = [ProviderDown("busy", details={"retry_after_seconds": 3600})]
    with pytest.raises(ProviderDown, match="busy"):
        await guard(source).bars(daily_request())
    assert nap.taken == []
    assert len(source.asked) == 1


async def test_the_same_seed_gives_the_same_pauses(clock: StoppedClock) -> None:
    naps = []
    for _ in range(2):
        source, nap = InMemoryProvider(), Nap(clock)
        source.failures = [ProviderDown("down"), ProviderDown("down")]
        await Guarded(source, FAST, clock, sleep=nap, random=Random(3)).bars(daily_request())
        naps.append(nap.taken)
    assert naps[0] == naps[1]


async def test_a_source_that_does_not_answer_in_time_is_down_and_leaves_no_task(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    source.gate = asyncio.Event()
    before = asyncio.all_tasks()
    with pytest.raises(ProviderDown, match=r"within 0\.01 seconds"):
        await guard(source, Policy(timeout=0.01, attempts=1)).bars(daily_request())
    assert source.cancelled == 1
    assert asyncio.all_tasks() == before


async def test_callers_that_ask_the_same_at_once_share_one_call(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    guarded = guard(source)
    source.gate = asyncio.Event()
    callers = [asyncio.create_task(guarded.bars(daily_request())) for _ in range(10)]
    await until(lambda: bool(source.asked))
    source.gate.set()
    answers = await asyncio.gather(*callers)
    assert len(source.asked) == 1
    assert all(answer is answers[0] for answer in answers)


async def test_a_shared_call_that_fails_fails_for_all_and_is_not_kept(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    guarded = guard(source)
    source.failures = [NoData("none yet")]
    told = await asyncio.gather(*(guarded.bars(daily_request()) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in told] == [NoData] * 3
    assert len((await guarded.bars(daily_request())).bars) == 5


async def test_one_caller_who_goes_does_not_stop_the_others(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    guarded = guard(source)
    source.gate = asyncio.Event()
    goes, stays = (asyncio.create_task(guarded.bars(daily_request())) for _ in range(2))
    await until(lambda: bool(source.asked))
    goes.cancel()
    with pytest.raises(asyncio.CancelledError):
        await goes
    source.gate.set()
    assert len((await stays).bars) == 5
    assert source.cancelled == 0


async def test_the_call_ends_when_the_last_caller_goes(source: InMemoryProvider, guard: Callable[..., Guarded]) -> None:
    guarded = guard(source)
    source.gate = asyncio.Event()
    before = asyncio.all_tasks()
    callers = [asyncio.create_task(guarded.bars(daily_request())) for _ in range(3)]
    await until(lambda: bool(source.asked))
    for caller in callers:
        caller.cancel()
    told = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(error) for error in told] == [asyncio.CancelledError] * 3
    assert source.cancelled == 1
    assert asyncio.all_tasks() == before
    source.gate.set()
    assert len((await guarded.bars(daily_request())).bars) == 5


async def test_days_that_are_over_are_kept_for_long(
    source: InMemoryProvider, guard: Callable[..., Guarded], clock: StoppedClock
) -> None:
    guarded = guard(source)
    for _ in range(3):
        await guarded.bars(daily_request())
        clock.move(hours=7)
    assert len(source.asked) == 1
    clock.move(hours=24)
    await guarded.bars(daily_request())
    assert len(source.asked) == 2


async def test_what_touches_today_is_kept_for_a_short_while(
    source: InMemoryProvider, guard: Callable[..., Guarded], clock: StoppedClock
) -> None:
    today = clock.now().date()
    source.closes = {DEMO: closes_from(100.0, 3, first=today - timedelta(days=1))}
    guarded, request = guard(source), daily_request(first=today - timedelta(days=1), days=2)
    await guarded.bars(request)
    clock.move(seconds=59)
    await guarded.bars(request)
    assert len(source.asked) == 1
    clock.move(seconds=2)
    await guarded.bars(request)
    assert len(source.asked) == 2


async def test_the_day_is_over_by_the_clock_of_its_own_market(
    guard: Callable[..., Guarded], clock: StoppedClock
) -> None:
    clock.move(hours=15)  # 03:00 UTC of the 4th, still the evening of the 3rd in New York
    yesterday = clock.now().date() - timedelta(days=1)
    source = InMemoryProvider(closes={DEMO: closes_from(100.0, 2, first=yesterday)})
    guarded, request = guard(source), daily_request(first=yesterday, days=1)
    await guarded.bars(request)
    clock.move(seconds=61)
    await guarded.bars(request)
    assert len(source.asked) == 2


async def test_the_cache_keeps_no_more_rows_than_it_may_and_forgets_the_oldest(
    source: InMemoryProvider, guard: Callable[..., Guarded]
) -> None:
    guarded = guard(source, Policy(per_second=1000, burst=1000, cached_rows=10))
    small, other, third, huge = (daily_request(days=days) for days in (4, 5, 3, 20))
    for request in (small, other, small, third):  # `third` pushes out `other`, which was read least lately
        await guarded.bars(request)
    asked = len(source.asked)
    await guarded.bars(small)
    assert len(source.asked) == asked
    await guarded.bars(other)
    assert len(source.asked) == asked + 1
    for _ in range(2):
        await guarded.bars(huge)
    assert len(source.asked) == asked + 3


async def test_company_data_and_searches_are_kept_too(guard: Callable[..., Guarded]) -> None:
    source = InMemoryProvider(fundamentals=True, search=True)
    guarded = guard(source)
    for _ in range(2):
        assert (await guarded.fundamentals(DEMO)).instrument is not None
        assert [found.symbol for found in await guarded.search("DEMO5")] == [DEMO]
    assert source.asked == [DEMO, "DEMO5"]


@given(
    per_second=st.floats(0.2, 50),
    burst=st.integers(1, 8),
    gaps=st.lists(st.floats(0, 3), min_size=1, max_size=40),
)
def test_calls_never_come_faster_than_the_bucket_allows(per_second: float, burst: int, gaps: list[float]) -> None:
    clock = StoppedClock()
    bucket = TokenBucket(per_second, burst, clock, Nap(clock))

    async def begin_times() -> list[float]:
        begun = []
        for gap in gaps:
            clock.move(seconds=gap)
            await bucket.take()
            begun.append(clock.now().timestamp())
        return begun

    begun = asyncio.run(begin_times())
    for first in range(len(begun)):
        for last in range(first, len(begun)):
            allowed = burst + (begun[last] - begun[first]) * per_second
            assert last - first + 1 <= allowed + 1e-4


async def test_those_who_wait_for_the_bucket_go_in_the_order_in_which_they_came(clock: StoppedClock, nap: Nap) -> None:
    bucket, order = TokenBucket(1, 1, clock, nap), []

    async def caller(number: int) -> None:
        await bucket.take()
        order.append(number)

    await asyncio.gather(*(caller(number) for number in range(20)))
    assert order == list(range(20))


async def test_one_who_is_cancelled_while_waiting_takes_no_call_from_the_bucket(clock: StoppedClock, nap: Nap) -> None:
    asleep = asyncio.Event()

    async def long_nap(seconds: float) -> None:
        asleep.set()
        await asyncio.Event().wait()

    bucket = TokenBucket(1, 1, clock, long_nap)
    await bucket.take()
    waiting = asyncio.create_task(bucket.take())
    await asleep.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    clock.move(seconds=1)
    async with asyncio.timeout(60):
        await bucket.take()


async def test_a_clock_that_is_set_back_does_not_fill_the_bucket(clock: StoppedClock, nap: Nap) -> None:
    bucket = TokenBucket(1, 1, clock, nap)
    await bucket.take()
    clock.move(hours=-1)
    await bucket.take()
    assert sum(nap.taken) == pytest.approx(1, abs=0.01)


async def test_hanging_threads_keep_their_places_and_the_event_loop_stays_free() -> None:
    threads, release, begun = VendorThreads(2), threading.Event(), []

    def hang() -> None:
        begun.append(1)
        release.wait(5)

    callers = [asyncio.create_task(threads.run(hang)) for _ in range(2)]
    await until(lambda: len(begun) == 2)
    for caller in callers:
        caller.cancel()
    assert [type(end) for end in await asyncio.gather(*callers, return_exceptions=True)] == [asyncio.CancelledError] * 2
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await threads.run(hang)
    assert len(begun) == 2  # two hang, so the third waited for a place in vain
    release.set()
    async with asyncio.timeout(60):
        assert await threads.run(lambda: "free again") == "free again"


async def test_a_caller_who_goes_before_the_thread_begins_gives_the_place_back() -> None:
    threads = VendorThreads(1)
    for _ in range(50):
        task = asyncio.create_task(threads.run(lambda: time.sleep(0)))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(60):
        assert await threads.run(lambda: 1) == 1


async def test_what_a_thread_raises_comes_out_and_frees_the_place() -> None:
    threads = VendorThreads(1)
    for _ in range(3):
        with pytest.raises(ProviderDown):
            await threads.run(_fail)


def _fail() -> None:
    raise ProviderDown("down")
