"""How often a source may be asked: a bucket of calls that fills up again with time, served in order of arrival."""

import asyncio
from collections.abc import Awaitable, Callable

from packages.core.clock import Clock

Sleep = Callable[[float], Awaitable[None]]
_SHORTEST_SLEEP = 0.001  # a clock counts microseconds: to wait for less than it can tell would never end


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
