"""What every record of tool calls must do."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.conversation.tool_calls import Claimed, Finished, NewCall, RunningToolCall, Spent, ToolCalls

NOW = datetime(2026, 1, 5, 12, 0, 0, 123456, tzinfo=UTC)
STALE_BEFORE = NOW - timedelta(minutes=2)
LATER = NOW + timedelta(minutes=5)
FIRST = NewCall("ann", "backtest.create_job", "key-1", "a" * 64, "token-1", NOW)
TAKING_OVER = replace(FIRST, token_id="token-2", at=LATER)
ABOUT_LATER = LATER - timedelta(minutes=2)


class ToolCallsConformance:
    @pytest.fixture
    def calls(self) -> ToolCalls:
        raise NotImplementedError

    async def test_a_finished_call_answers_every_later_claim_with_its_result(self, calls: ToolCalls) -> None:
        assert await calls.claim(FIRST, STALE_BEFORE) == Claimed()
        assert await calls.finish(FIRST, {"name": "平安", "n": 1}) == {"name": "平安", "n": 1}
        for again in (FIRST, TAKING_OVER, replace(FIRST, arguments_hash="b" * 64)):
            assert await calls.claim(again, LATER) == Finished("a" * 64, {"name": "平安", "n": 1})

    async def test_a_call_at_work_is_not_claimed_again_even_by_itself(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        assert await calls.claim(FIRST, STALE_BEFORE) == RunningToolCall("a" * 64)
        assert await calls.claim(TAKING_OVER, NOW) == RunningToolCall("a" * 64)

    async def test_of_twenty_claims_at_once_one_is_granted(self, calls: ToolCalls) -> None:
        told = await asyncio.gather(*(calls.claim(FIRST, STALE_BEFORE) for _ in range(20)))
        assert told.count(Claimed()) == 1
        assert told.count(RunningToolCall("a" * 64)) == 19

    async def test_of_twenty_keys_at_once_a_token_serves_one(self, calls: ToolCalls) -> None:
        claims = [replace(FIRST, key=f"key-{n}") for n in range(20)]
        told = await asyncio.gather(*(calls.claim(each, STALE_BEFORE) for each in claims))
        assert told.count(Claimed()) == 1
        assert told.count(Spent()) == 19

    async def test_of_twenty_that_take_over_at_once_one_does(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        takers = [replace(FIRST, token_id=f"taker-{n}", at=LATER) for n in range(20)]
        told = await asyncio.gather(*(calls.claim(each, ABOUT_LATER) for each in takers))
        assert told.count(Claimed()) == 1
        assert told.count(RunningToolCall("a" * 64)) == 19

    async def test_a_token_that_takes_over_and_starts_anew_at_once_serves_one_of_them(self, calls: ToolCalls) -> None:
        for n in range(10):
            await calls.claim(replace(FIRST, key=f"old-{n}", token_id=f"dead-{n}"), STALE_BEFORE)
        token = replace(FIRST, token_id="token-2", at=LATER)
        claims = [replace(token, key=f"{age}-{n}") for n in range(10) for age in ("old", "new")]
        told = await asyncio.gather(*(calls.claim(each, ABOUT_LATER) for each in claims))
        assert told.count(Claimed()) == 1
        assert told.count(Spent()) == 19

    async def test_claims_and_releases_in_a_crowd_never_take_a_good_token_for_a_spent_one(
        self, calls: ToolCalls
    ) -> None:
        async def claim_and_release(n: int) -> bool:
            mine = replace(FIRST, token_id=f"token-{n}")
            told = await calls.claim(mine, STALE_BEFORE)
            if told == Claimed():
                await calls.release(mine)
            return told in (Claimed(), RunningToolCall("a" * 64))

        assert all(await asyncio.gather(*(claim_and_release(n) for n in range(40))))

    async def test_tokens_tools_and_owners_do_not_hinder_each_other(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        assert await calls.claim(replace(FIRST, key="key-2"), STALE_BEFORE) == Spent()
        assert await calls.claim(replace(FIRST, owner_id="bob"), STALE_BEFORE) == Spent()
        assert await calls.claim(replace(FIRST, tool="stress.create"), STALE_BEFORE) == Claimed()
        assert await calls.claim(replace(FIRST, owner_id="bob", token_id="token-2"), STALE_BEFORE) == Claimed()

    async def test_a_released_claim_leaves_key_and_token_free(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.release(FIRST)
        assert await calls.claim(replace(FIRST, key="key-2"), STALE_BEFORE) == Claimed()
        assert await calls.claim(TAKING_OVER, STALE_BEFORE) == Claimed()

    async def test_a_finished_call_cannot_be_released(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.finish(FIRST, {"n": 1})
        await calls.release(FIRST)
        assert await calls.claim(TAKING_OVER, STALE_BEFORE) == Finished("a" * 64, {"n": 1})

    async def test_a_stale_claim_is_taken_over_for_the_same_arguments_only(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        assert await calls.claim(replace(TAKING_OVER, arguments_hash="b" * 64), ABOUT_LATER) == RunningToolCall(
            "a" * 64
        )
        assert await calls.claim(TAKING_OVER, ABOUT_LATER) == Claimed()
        assert await calls.claim(FIRST, STALE_BEFORE) == RunningToolCall("a" * 64)

    async def test_a_spent_token_takes_nothing_over(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.claim(replace(TAKING_OVER, key="key-2"), STALE_BEFORE)
        assert await calls.claim(TAKING_OVER, ABOUT_LATER) == Spent()

    async def test_who_lost_a_claim_cannot_release_it(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        same_token = replace(FIRST, at=LATER)
        assert await calls.claim(same_token, ABOUT_LATER) == Claimed()
        await calls.release(FIRST)
        assert await calls.claim(TAKING_OVER, ABOUT_LATER) == RunningToolCall("a" * 64)

    @pytest.mark.parametrize("winner", [0, 1])
    async def test_of_two_that_finish_the_first_result_stands(self, calls: ToolCalls, winner: int) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.claim(TAKING_OVER, ABOUT_LATER)
        both = [FIRST, TAKING_OVER]
        assert await calls.finish(both[winner], {"by": winner}) == {"by": winner}
        assert await calls.finish(both[1 - winner], {"by": 1 - winner}) == {"by": winner}
        assert await calls.claim(FIRST, STALE_BEFORE) == Finished("a" * 64, {"by": winner})

    async def test_what_happened_is_kept_although_who_took_it_over_gave_it_up(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.claim(TAKING_OVER, ABOUT_LATER)
        await calls.release(TAKING_OVER)
        assert await calls.finish(FIRST, {"n": 1}) == {"n": 1}
        assert await calls.claim(TAKING_OVER, ABOUT_LATER) == Finished("a" * 64, {"n": 1})

    async def test_a_late_result_is_not_given_to_other_arguments(self, calls: ToolCalls) -> None:
        await calls.claim(FIRST, STALE_BEFORE)
        await calls.claim(TAKING_OVER, ABOUT_LATER)
        await calls.release(TAKING_OVER)
        other = replace(TAKING_OVER, arguments_hash="b" * 64)
        assert await calls.claim(other, ABOUT_LATER) == Claimed()
        assert await calls.finish(FIRST, {"n": 1}) == {"n": 1}
        assert await calls.finish(other, {"n": 2}) == {"n": 2}
        assert await calls.claim(other, ABOUT_LATER) == Finished("b" * 64, {"n": 2})
