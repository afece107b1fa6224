"""Runs that come at the same moment begin one behind the other.

Beginning takes the processor, and what follows is waiting for a model. If a hundred runs began side by side, each
would reach its experts when all the others do; in a row, the first is far ahead when the last begins, and the work of
one falls into the waits of another.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

# While one waits for its checkpoint to be written, another can begin.
WIDTH = 8


class _Turn:
    def __init__(self, gate: asyncio.Semaphore) -> None:
        self._gate = gate
        self._is_held = True

    def leave(self) -> None:
        if self._is_held:
            self._is_held = False
            self._gate.release()


_turn: ContextVar[_Turn | None] = ContextVar("turn_of_a_run", default=None)


class AdmissionLimiter:
    """One per process."""

    def __init__(self, width: int = WIDTH) -> None:
        self._gate = asyncio.Semaphore(width)

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[None]:
        """Waits for a turn, which ends when the run says `has_begun`, or with the block."""
        await self._gate.acquire()
        turn = _Turn(self._gate)
        token = _turn.set(turn)
        try:
            yield
        finally:
            _turn.reset(token)
            turn.leave()


def has_begun() -> None:
    """The run that calls this is at its first node; the next may begin."""
    if (turn := _turn.get()) is not None:
        turn.leave()
