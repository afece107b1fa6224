"""A tool call that changes something happens once: the same key gives the first result, a spent token gives none.

A call is claimed before its effect and finished after it. A claim whose process died is taken over once it is stale;
the effect then runs again under the same key, which the services below take for the same request. A claim that was
slow rather than dead may end after that: what is finished first stands, and only its holder gives a claim up.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias, assert_never

from packages.core.clock import Clock
from packages.core.errors import Conflict, Forbidden, ParleyError
from packages.core.events import JsonObject

STALE_AFTER = timedelta(seconds=120)


class ToolCallKeyTaken(Conflict):
    """The idempotency key stands for another call."""

    code = "key_taken"


class CallInProgress(Conflict):
    """The same call is at work."""


class TokenSpent(Forbidden):
    """A token of one turn changes something once with each tool."""


@dataclass(frozen=True, slots=True)
class NewCall:
    """`token_id` is the `jti` of the token that the call came with; `arguments_hash` is of all but the key."""

    owner_id: str
    tool: str
    key: str
    arguments_hash: str
    token_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Claimed:
    """Nobody has done this yet: do it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """It was done, with this result."""

    arguments_hash: str
    result: JsonObject


@dataclass(frozen=True, slots=True)
class RunningToolCall:
    """Somebody is at it."""

    arguments_hash: str


@dataclass(frozen=True, slots=True)
class Spent:
    """The token has changed something with this tool under another key."""


Standing: TypeAlias = Claimed | Finished | RunningToolCall | Spent


class ToolCalls(Protocol):
    """The record of calls; every method is one transaction."""

    async def claim(self, call: NewCall, stale_before: datetime) -> Standing:
        """Takes over an unfinished call of the same arguments that was claimed before `stale_before`."""

    async def finish(self, call: NewCall, result: JsonObject) -> JsonObject:
        """The result that stands: the first one, when a call that was taken over is finished twice."""

    async def release(self, call: NewCall) -> None:
        """Forgets this claim, not one that took it over; its effect did not happen, and the token is unspent again."""


class OnlyOnce:
    """Lets the effect of a call happen once."""

    def __init__(self, calls: ToolCalls, clock: Clock) -> None:
        self._calls = calls
        self._clock = clock

    async def result(self, call: NewCall, effect: Callable[[], Awaitable[JsonObject]]) -> JsonObject:
        match await self._calls.claim(call, self._clock.now() - STALE_AFTER):
            case Claimed():
                return await self._happen(call, effect)
            case Finished(arguments_hash, result):
                _require_the_same(call, arguments_hash)
                return result
            case RunningToolCall(arguments_hash):
                _require_the_same(call, arguments_hash)
                raise CallInProgress("tools.call_in_progress")
            case Spent():
                raise TokenSpent("tools.turn_already_changed")
            case other:
                assert_never(other)

    async def _happen(self, call: NewCall, effect: Callable[[], Awaitable[JsonObject]]) -> JsonObject:
        try:
            result = await effect()
        except ParleyError:
            await self._calls.release(call)
            raise
        return await self._calls.finish(call, result)


def _require_the_same(call: NewCall, arguments_hash: str) -> None:
    if call.arguments_hash != arguments_hash:
        raise ToolCallKeyTaken("tools.key_taken")
