"""What every call book must do."""

import asyncio
from datetime import date, timedelta

import pytest

from packages.domain.market_data.sessions import local_day
from src.modules.judge.domain.errors import HorizonOver
from src.modules.judge.domain.ports import CallBook
from src.modules.judge.domain.settlement import SettlementReason, SettlementState
from src.modules.judge.domain.verdict import VerdictAction
from tests.src.modules.judge.making import BASE_DAY, NOW, OWNER, call, settlement

LATER = BASE_DAY + timedelta(days=60)


class CallBookConformance:
    @pytest.fixture
    def book(self) -> CallBook:
        raise NotImplementedError

    async def test_calls_are_numbered_from_one_and_each_holds_the_hash_of_the_one_before(self, book: CallBook) -> None:
        first, second = await book.append([call(1), call(2)])
        (third,) = await book.append([call(3)])
        assert [one.seq for one in (first, second, third)] == [1, 2, 3]
        assert first.previous_hash == "0" * 64
        assert (second.previous_hash, third.previous_hash) == (first.hash, second.hash)

    async def test_a_call_comes_back_as_it_was_written(self, book: CallBook) -> None:
        written = call(1)
        (entry,) = await book.append([written])
        assert entry.call == written
        assert await book.find(OWNER, "run-1") == entry
        assert list(await book.page(OWNER, 10)) == [entry]

    async def test_a_run_keeps_its_first_call(self, book: CallBook) -> None:
        (first,) = await book.append([call(1, probability=0.6)])
        (again,) = await book.append([call(2, session_id="run-1", probability=0.9)])
        both = await book.append([call(3, session_id="run-3"), call(4, session_id="run-3")])
        assert again == first
        assert [one.call.id for one in both] == [f"call-{OWNER}-3"] * 2
        assert (await book.tally(OWNER)).entries == 2

    async def test_a_call_whose_horizon_was_over_when_it_was_made_is_never_written(self, book: CallBook) -> None:
        made_on = local_day(call(1).market, NOW)
        for ended in (made_on, made_on - timedelta(days=1), made_on - timedelta(days=300)):
            with pytest.raises(HorizonOver, match=f"ended on {ended}"):
                await book.append([call(1, ends_on=ended)])
        assert list(await book.page(OWNER, 10)) == []
        (entry,) = await book.append([call(1, ends_on=made_on + timedelta(days=1))])
        assert entry.seq == 1

    async def test_owners_have_chains_of_their_own_and_see_nothing_of_each_other(self, book: CallBook) -> None:
        (mine,) = await book.append([call(1)])
        (yours,) = await book.append([call(1, owner="bob")])
        assert (mine.seq, yours.seq) == (1, 1)
        assert list(await book.page("bob", 10)) == [yours]
        assert await book.find("eve", "run-1") is None
        assert list(await book.page("eve", 10)) == []

    async def test_pages_go_backwards_without_a_gap(self, book: CallBook) -> None:
        await book.append([call(number) for number in range(1, 8)])
        first = await book.page(OWNER, 3)
        second = await book.page(OWNER, 3, first[-1].seq)
        assert [one.seq for one in (*first, *second)] == [7, 6, 5, 4, 3, 2]

    async def test_what_is_due_ends_by_the_day_and_has_no_settlement(self, book: CallBook) -> None:
        no_call = call(3, ends_on=None, action=VerdictAction.NO_CALL, probability=None)
        await book.append([call(1), call(2, ends_on=LATER + timedelta(days=1)), no_call])
        await book.append([call(1, owner="bob")])
        assert [one.call.owner_id for one in await book.due(LATER)] == ["ann", "bob"]
        assert [one.call.id for one in await book.due(LATER, OWNER)] == ["call-ann-1"]
        assert await book.due(date(2026, 1, 6)) == []
        assert await book.settle([settlement(call(1))]) == 1
        assert [one.call.owner_id for one in await book.due(LATER)] == ["bob"]

    async def test_a_call_is_settled_once(self, book: CallBook) -> None:
        await book.append([call(1)])
        first = settlement(call(1), outcome=1)
        assert await book.settle([first]) == 1
        assert await book.settle([settlement(call(1), outcome=0)]) == 0
        assert await book.settlements(OWNER, ["call-ann-1"]) == {"call-ann-1": first}

    async def test_only_outcomes_are_scored(self, book: CallBook) -> None:
        given_up = {"close": None, "own_return": None, "benchmark_return": None, "excess_return": None}
        ended = settlement(
            call(2), state=SettlementState.UNSETTLEABLE, reason=SettlementReason.DELISTED, outcome=None, **given_up
        )
        await book.append([call(1), call(2), call(3), call(4, ends_on=None)])
        await book.settle([settlement(call(1)), ended])
        assert [one.call.id for one, _ in await book.settled(OWNER)] == ["call-ann-1"]
        tally = await book.tally(OWNER)
        assert (tally.entries, tally.settled, tally.unsettleable, tally.no_call, tally.open) == (4, 1, 1, 1, 1)

    async def test_an_untouched_book_is_whole(self, book: CallBook) -> None:
        await book.append([call(number) for number in range(1, 6)])
        await book.settle([settlement(call(2)), settlement(call(4), outcome=0)])
        calls, ends = await book.verify(OWNER)
        assert (calls.ok, calls.entries, ends.ok, ends.entries) == (True, 5, True, 2)
        assert [check.entries for check in await book.verify("nobody")] == [0, 0]

    async def test_tasks_that_append_at_once_make_one_unbroken_chain(self, book: CallBook) -> None:
        await asyncio.gather(*(book.append([call(number)]) for number in range(1, 41)))
        assert sorted(one.seq for one in await book.page(OWNER, 100)) == list(range(1, 41))
        assert all(check.ok for check in await book.verify(OWNER))
