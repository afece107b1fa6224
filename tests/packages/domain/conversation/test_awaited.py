"""What a conversation waits for follows from what is stored; its end decides nothing for the person."""

from datetime import UTC, datetime
from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.conversation.awaited import (
    AwaitedKind,
    AwaitedWork,
    FetchPurpose,
    WorkProgress,
    awaited_in,
    fetch_json,
    understood_after,
    understood_from,
)
from packages.domain.conversation.model import ChatSession, ChatSessionStatus, Role
from packages.domain.conversation.understanding.model import FailedFetch, Wish
from packages.domain.conversation.waiting import ended_work, follow_up_turn, waiting_for
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 1, 2, tzinfo=UTC)
RESEARCH = {"research": {"research_session_id": "r-1", "status": "running"}}


def session(phase: str, metadata: dict[str, Any] | None = None, version: int = 1, **artifacts: Any) -> ChatSession:
    return ChatSession(
        id="s",
        owner_id="me",
        title="",
        phase=phase,
        status=ChatSessionStatus.ACTIVE,
        language=Language.EN,
        artifacts=artifacts,
        metadata=metadata or {},
        previous_response_id=None,
        version=version,
        created_at=NOW,
        updated_at=NOW,
    )


def backtest(status: str) -> dict[str, Any]:
    return {"profile": {"backtest_job_id": "b-1", "backtest_status": status}}


class Watch:
    """`WorkWatch` that knows some of the work."""

    def __init__(self, **known: WorkProgress) -> None:
        self._known = known

    async def look(self, owner_id: str, work: AwaitedWork) -> WorkProgress | None:
        return self._known.get(work.kind)


@pytest.mark.parametrize("status", ["pending", "running"])
def test_a_backtest_that_ran_when_the_last_turn_ended_is_waited_for(status: str) -> None:
    assert awaited_in(session("strategy", strategy=backtest(status))) == (AwaitedWork(AwaitedKind.BACKTEST, "b-1"),)


def test_what_the_conversation_has_heard_the_end_of_is_not_waited_for() -> None:
    assert awaited_in(session("strategy", strategy=backtest("done"))) == ()
    assert awaited_in(session("strategy", {"told_work": "b-1"}, strategy=backtest("running"))) == ()
    assert awaited_in(session("kyc", strategy=backtest("running"))) == ()


def test_a_stress_test_and_research_are_waited_for_side_by_side() -> None:
    tested = {"profile": {"stress_report_id": "t-1"}, "runtime": {"stress_status": "running"}}
    found = awaited_in(session("stress_test", RESEARCH, stress_test=tested))
    assert [each.name for each in found] == ["stress:t-1", "research:r-1"]


def test_data_that_the_person_chose_are_waited_for_with_their_instrument() -> None:
    begun = {"runtime": {"fetch": fetch_json("j-1", "TSLA", FetchPurpose.CHOSEN)}}
    [work] = awaited_in(session("pre_strategy", pre_strategy=begun))
    assert (work.kind, work.symbol) == (AwaitedKind.FETCH, "TSLA")
    understood = understood_after(work)
    assert (dict(understood.answers), understood.is_choice) == ({"target_instrument": "TSLA"}, True)


@pytest.mark.parametrize("kind", list(AwaitedKind))
@pytest.mark.parametrize("purpose", list(FetchPurpose))
def test_the_end_of_work_decides_nothing_that_only_a_person_decides(kind: AwaitedKind, purpose: FetchPurpose) -> None:
    understood = understood_after(AwaitedWork(kind, "x", "TSLA", purpose))
    assert set(understood.answers) <= {"target_instrument"}
    assert understood.proposal is None
    assert understood.override is None
    assert Wish.YES not in understood.wishes


async def test_work_that_is_gone_is_waited_for_no_longer() -> None:
    waits = session("strategy", RESEARCH, strategy=backtest("running"))
    assert [each.work.kind for each in await waiting_for(waits, Watch(research=WorkProgress("running")))] == [
        "research"
    ]


async def test_the_first_work_that_has_ended_is_told_also_when_it_failed() -> None:
    waits = session("strategy", RESEARCH, strategy=backtest("running"))
    running = WorkProgress("running", 0.5)
    assert await ended_work(waits, Watch(backtest=running, research=running)) is None
    ended = await ended_work(waits, Watch(backtest=running, research=WorkProgress("failed")))
    assert ended == AwaitedWork(AwaitedKind.RESEARCH, "r-1").failure


def test_data_that_were_not_brought_are_no_choice_of_an_instrument() -> None:
    begun = {"runtime": {"fetch": {"job_id": "f-1", "symbol": "TSLA", "purpose": "chosen"}}}
    waits = session("pre_strategy", pre_strategy=begun)
    (work,) = awaited_in(waits)
    assert understood_from(work.name, waits).answers == {"target_instrument": "TSLA"}
    failed = understood_from(work.failure, waits)
    assert (failed.answers, failed.fetch_failed) == ({}, FailedFetch("f-1", "TSLA"))


def test_a_second_fetch_is_waited_for_beside_one_that_was_told() -> None:
    begun = {"runtime": {"fetch": {"job_id": "f-1", "symbol": "TSLA", "purpose": "chosen"}}}
    second = {"fetch": {"job_id": "f-2", "symbol": "TSLA", "purpose": "research"}}
    waits = session("pre_strategy", {**second, "told_work": ["f-1"]}, pre_strategy=begun)
    assert [work.id for work in awaited_in(waits)] == ["f-2"]
    assert awaited_in(session("pre_strategy", {**second, "told_work": ["f-1", "f-2"]}, pre_strategy=begun)) == ()


def test_two_windows_that_see_the_same_end_open_the_same_turn() -> None:
    work, clock = AwaitedWork(AwaitedKind.STRESS, "t-1"), StoppedClock()
    first, second = (follow_up_turn(session("stress_test"), work.name, "me", clock) for _ in range(2))
    later = follow_up_turn(session("stress_test", version=2), work.name, "me", clock)
    assert first.client_turn_id == second.client_turn_id != later.client_turn_id
    assert first.role is Role.SYSTEM
