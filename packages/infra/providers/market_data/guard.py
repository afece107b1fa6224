"""What stands around every source: a timeout, a rate limit, retries when it is down, and threads for clients that
block."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, timedelta
from random import Random
from typing import Final, TypeVar

import anyio

from packages.core.clock import Clock
from packages.domain.market_data.errors import ProviderDown
from packages.domain.market_data.ports import BarAnswer, BarRequest, FundamentalAnswer, Provider
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.answer_cache import AnswerCache, SingleFlight

Sleep = Callable[[float], Awaitable[None]]
_SHORTEST_SLEEP = 0.001  # a clock counts microseconds: to wait for less than it can measure would never end


class TokenBucket:
    """In any stretch of `t` seconds at most `burst + t * per_second` calls begin."""

    def __init__(self, per_second: float, burst: int, clock: Clock, sleep: Sleep) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._tokens = float(burst)
        self._clock = clock
        self._sleep = sleep
        self._filled_at = clock.now()
        self._turn = asyncio.Lock()  # asyncio wakes those who wait for a lock in the order in which they came

    async def take(self) -> None:
        """Returns when a call may begin; one who is cancelled while waiting takes nothing."""
        async with self._turn:
            self._fill()
            while self._tokens < 1:
                await self._sleep(max(_SHORTEST_SLEEP, (1 - self._tokens) / self._per_second))
                self._fill()
            self._tokens -= 1

    def _fill(self) -> None:
        now = self._clock.now()
        passed = max(0.0, (now - self._filled_at).total_seconds())  # a clock that is set back fills nothing
        self._tokens = min(self._burst, self._tokens + passed * self._per_second)
        self._filled_at = now


Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a source is to be treated; times in seconds unless they are a `timedelta`."""

    timeout: float = 30.0
    per_second: float = 2.0
    burst: int = 2
    attempts: int = 3
    first_pause: float = 0.5
    longest_pause: float = 20.0
    keep_settled: timedelta = timedelta(hours=24)
    keep_moving: timedelta = timedelta(seconds=60)
    keep_company: timedelta = timedelta(hours=6)
    cached_rows: int = 500_000  # of 56 bytes each for bars


class Guarded:
    """A provider around a provider: same questions, same answers, same errors."""

    def __init__(
        self,
        provider: Provider,
        policy: Policy,
        clock: Clock,
        *,
        sleep: Sleep = asyncio.sleep,
        random: Random | None = None,
    ) -> None:
        self.name = provider.name
        self.abilities = provider.abilities
        self._provider = provider
        self._policy = policy
        self._clock = clock
        self._sleep = sleep
        self._random = random or Random()  # noqa: S311 - spreads retries, guards no secret
        self._bucket = TokenBucket(policy.per_second, policy.burst, clock, sleep)
        self._cache = AnswerCache(policy.cached_rows, clock)
        self._flights = SingleFlight()

    async def bars(self, request: BarRequest) -> BarAnswer:
        age = self._policy.keep_settled if self._is_settled(request) else self._policy.keep_moving
        return await self._ask(request, lambda: self._provider.bars(request), age, lambda answer: len(answer.bars))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        return await self._ask(
            ("fundamentals", symbol), lambda: self._provider.fundamentals(symbol), self._policy.keep_company, _rows_of
        )

    async def search(self, text: str) -> Sequence[Instrument]:
        return await self._ask(
            ("search", text), lambda: self._provider.search(text), self._policy.keep_company, lambda found: len(found)
        )

    def _is_settled(self, request: BarRequest) -> bool:
        """Whether the last day that is asked for was over, in the market's own zone, before today began."""
        zone = zone_of(request.symbol.market)
        last = request.end - timedelta(microseconds=1)
        last_day = last.astimezone(zone if request.timeframe.is_intraday else UTC).date()
        return last_day < self._clock.now().astimezone(zone).date()

    async def _ask(
        self,
        key: Hashable,
        call: Callable[[], Awaitable[Answer]],
        age: timedelta,
        rows: Callable[[Answer], int],
    ) -> Answer:
        async def ask_and_keep() -> Answer:
            answer = await self._with_retries(call)
            self._cache.keep(key, answer, rows=max(1, rows(answer)), age=age)
            return answer

        kept: Answer | None = self._cache.get(key)
        if kept is not None:
            return kept
        fresh: Answer = await self._flights.run(key, ask_and_keep)
        return fresh

    async def _with_retries(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        for attempt in range(1, self._policy.attempts):
            try:
                return await self._once(call)
            except ProviderDown as down:
                pause = self._pause(attempt, down)
                if pause > self._policy.longest_pause:
                    raise
            await self._sleep(pause)
        return await self._once(call)

    async def _once(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        await self._bucket.take()
        try:
            async with asyncio.timeout(self._policy.timeout):
                return await call()
        except TimeoutError as late:
            raise ProviderDown(
                "market_data.source_too_slow", source=self.name, seconds=f"{self._policy.timeout:g}"
            ) from late

    def _pause(self, attempt: int, down: ProviderDown) -> float:
        """What the source asks for; otherwise twice as long each time, shortened at random by up to a half."""
        requested = down.details.get("retry_after_seconds")
        if isinstance(requested, int | float):
            return float(requested)
        longest = min(self._policy.longest_pause, self._policy.first_pause * 2.0 ** (attempt - 1))
        return longest * self._random.uniform(0.5, 1.0)


def _rows_of(answer: FundamentalAnswer) -> int:
    kinds = (answer.facts, answer.valuations, answer.statuses, answer.news, answer.macro)
    return sum(len(kind) for kind in kinds)


Result = TypeVar("Result")


class VendorThreads:
    """At most `places` threads inside one client library, those that nobody waits for any more included."""

    def __init__(self, places: int = 4) -> None:
        self._free: Final = asyncio.Semaphore(places)

    async def run(self, call: Callable[[], Result]) -> Result:
        """Waits for a place, then for the call; cancelling leaves the thread to itself and returns at once."""
        await self._free.acquire()
        stay = _Stay(asyncio.get_running_loop(), self._free.release)

        def inside() -> Result:
            stay.begin()
            try:
                return call()
            finally:
                stay.end()

        try:
            # anyio's own limiter gives a place back as soon as the caller goes, so places are counted here instead.
            return await anyio.to_thread.run_sync(inside, limiter=anyio.CapacityLimiter(1), abandon_on_cancel=True)
        finally:
            stay.end_unless_begun()


class _Stay:
    """One place, given back exactly once: by the thread when it ends, or by the caller when no thread ever began."""

    def __init__(self, loop: asyncio.AbstractEventLoop, give_back: Callable[[], None]) -> None:
        self._loop = loop
        self._give_back = give_back
        self._taken = threading.Lock()

    def begin(self) -> None:
        if not self._taken.acquire(blocking=False):
            raise RuntimeError("the caller went before the thread began")

    def end(self) -> None:
        with suppress(RuntimeError):  # the loop was closed while the thread hung: nobody waits for the place
            self._loop.call_soon_threadsafe(self._give_back)

    def end_unless_begun(self) -> None:
        if self._taken.acquire(blocking=False):
            self._give_back()
