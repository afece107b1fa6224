"""A tool call that changes something happens once, whatever the caller does and whatever dies."""

import asyncio

import pytest

from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from packages.domain.conversation.tool_calls import (
    STALE_AFTER,
    CallInProgress,
    NewCall,
    OnlyOnce,
    TokenSpent,
    ToolCallKeyTaken,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.tool_calls import MemoryToolCalls


class Bench:
    """An effect that is counted, under `OnlyOnce`."""

    def __init__(self) -> None:
        self.clock = StoppedClock()
        self.once = OnlyOnce(MemoryToolCalls(), self.clock)
        self.happened = 0

    def call(self, key: str = "key-1", arguments: str = "a", token: str = "token-1") -> NewCall:
        return NewCall("ann", "strategy.upsert_dsl", key, arguments, token, self.clock.now())

    async def effect(self) -> JsonObject:
        self.happened += 1
        return {"n": self.happened}

    async def ask(self, key: str = "key-1", arguments: str = "a", token: str = "token-1") -> JsonObject:
        return await self.once.result(self.call(key, arguments, token), self.effect)


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_the_same_key_gives_the_first_result_and_no_second_effect(bench: Bench) -> None:
    assert [await bench.ask(), await bench.ask(), await bench.ask(token="token-2")] == [{"n": 1}] * 3
    assert bench.happened == 1


async def test_the_same_key_with_other_arguments_is_refused(bench: Bench) -> None:
    await bench.ask()
    with pytest.raises(ToolCallKeyTaken, match="new key"):
        await bench.ask(arguments="b")
    assert bench.happened == 1


async def test_a_token_changes_something_once_with_a_tool(bench: Bench) -> None:
    await bench.ask()
    with pytest.raises(TokenSpent, match="next turn"):
        await bench.ask(key="key-2")
    assert await bench.ask(key="key-2", token="token-2") == {"n": 2}


async def test_a_failed_effect_leaves_key_and_token_unspent(bench: Bench) -> None:
    async def fail() -> JsonObject:
        raise Unavailable("The queue is down: try again later.")

    with pytest.raises(Unavailable):
        await bench.once.result(bench.call(), fail)
    assert await bench.ask(arguments="b") == {"n": 1}


async def test_a_call_at_work_is_not_begun_a_second_time(bench: Bench) -> None:
    inside, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> JsonObject:
        inside.set()
        await go_on.wait()
        return await bench.effect()

    first = asyncio.create_task(bench.once.result(bench.call(), slow))
    await inside.wait()
    with pytest.raises(CallInProgress, match="same key"):
        await bench.ask()
    with pytest.raises(ToolCallKeyTaken):
        await bench.ask(arguments="b")
    go_on.set()
    assert await first == {"n": 1} == await bench.ask()


@pytest.mark.parametrize("death", [RuntimeError, asyncio.CancelledError, KeyboardInterrupt])
async def test_what_dies_half_way_is_held_until_it_is_stale_and_then_taken_over(
    bench: Bench, death: type[BaseException]
) -> None:
    async def die() -> JsonObject:
        raise death

    with pytest.raises(death):
        await bench.once.result(bench.call(), die)
    with pytest.raises(CallInProgress):
        await bench.ask()
    bench.clock.move(seconds=STALE_AFTER.total_seconds())
    with pytest.raises(CallInProgress):
        await bench.ask(token="token-2")
    bench.clock.move(seconds=1)
    with pytest.raises(ToolCallKeyTaken):
        await bench.ask(arguments="b", token="token-2")
    assert await bench.ask(token="token-2") == {"n": 1}


async def test_a_slow_call_and_who_took_it_over_give_the_same_result(bench: Bench) -> None:
    async def overtaken() -> JsonObject:
        bench.clock.move(seconds=STALE_AFTER.total_seconds() + 1)
        assert await bench.ask(token="token-2") == {"n": 1}
        return await bench.effect()

    assert await bench.once.result(bench.call(), overtaken) == {"n": 1}


async def test_a_slow_call_that_fails_does_not_free_what_was_taken_over(bench: Bench) -> None:
    inside, fail = asyncio.Event(), asyncio.Event()

    async def slow_and_failing() -> JsonObject:
        inside.set()
        await fail.wait()
        raise Unavailable("The queue is down: try again later.")

    async def overtaking() -> JsonObject:
        fail.set()
        with pytest.raises(Unavailable):
            await slow
        with pytest.raises(CallInProgress):
            await bench.ask(token="token-3")
        return await bench.effect()

    slow = asyncio.create_task(bench.once.result(bench.call(), slow_and_failing))
    await inside.wait()
    bench.clock.move(seconds=STALE_AFTER.total_seconds() + 1)
    assert await bench.once.result(bench.call(token="token-2"), overtaking) == {"n": 1}
