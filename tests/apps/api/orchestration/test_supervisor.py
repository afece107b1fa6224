"""Turns at work: each ends in one `done`, whatever happens to it."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from apps.api.orchestration.stream_handler import Batch
from apps.api.orchestration.supervisor import TurnSupervisor
from apps.api.orchestration.types import ActiveTurn
from packages.contracts.chat_events import TextDelta
from packages.core.events import Event, NewEvent
from packages.core.messages import Language
from packages.domain.conversation.model import ChatSession, NewTurn, Turn, TurnOutcome, TurnStatus
from packages.domain.conversation.ports import Known, Opened
from tests.apps.api.orchestration.rig import AT, OWNER
from tests.fakes.clock import StoppedClock
from tests.fakes.conversation import MemoryChat, MemoryJournal, MemorySessions


def _outcome(status: TurnStatus, why: str = "") -> TurnOutcome:
    return TurnOutcome(status, None, None, (NewEvent("done", {"why": why}),))


@dataclass
class _Work:
    """Says its words, waits where it is told to, and fails where it is told to."""

    sessions: MemorySessions
    words: tuple[str, ...] = ("a", "b")
    gate: asyncio.Event | None = None
    fails: tuple[str, ...] = ()
    began: asyncio.Event = field(default_factory=asyncio.Event)

    async def events(self, active: ActiveTurn) -> AsyncGenerator[Batch, None]:
        for word in self.words:
            yield (TextDelta(delta=word),)
        self.began.set()
        if self.gate is not None:
            stopped = asyncio.ensure_future(active.inbox.get())
            await asyncio.wait({stopped, asyncio.ensure_future(self.gate.wait())}, return_when=asyncio.FIRST_COMPLETED)
        self._fail("events")

    async def outcome(self, active: ActiveTurn) -> TurnOutcome:
        self._fail("outcome")
        return _outcome(TurnStatus.DONE)

    def failure(self, active: ActiveTurn, error: BaseException) -> TurnOutcome:
        return _outcome(TurnStatus.FAILED, type(error).__name__)

    async def burial(self, turn: Turn, shown: str) -> tuple[ChatSession, TurnOutcome]:
        self._fail("burial")
        return await self.sessions.get(turn.owner_id, turn.session_id), _outcome(TurnStatus.FAILED, f"died at {shown}")

    def _fail(self, where: str) -> None:
        if where in self.fails:
            raise ZeroDivisionError(where)


class _BrokenJournal(MemoryJournal):
    """Cannot close a turn the first times."""

    def __init__(self, chat: MemoryChat, failures: int) -> None:
        super().__init__(chat)
        self.failures = failures

    async def close(self, turn: Turn, session: ChatSession, outcome: TurnOutcome, at: datetime) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("the disk is full")
        await super().close(turn, session, outcome, at)


class _Rig:
    def __init__(self, failures: int = 0) -> None:
        self.chat = MemoryChat()
        self.journal = _BrokenJournal(self.chat, failures)
        self.sessions = MemorySessions(self.chat)
        self.log = self.chat.events
        self.work = _Work(self.sessions)
        self.living = {"me"}
        self.noted: list[str] = []
        self.supervisor = self.another()

    def another(self) -> TurnSupervisor:
        """A process that starts on the same database."""
        return TurnSupervisor(
            self.journal,
            self.log,
            self.work,
            StoppedClock(),
            lambda holder, heard, now: holder in self.living,
            lambda what, turn_id, error: self.noted.append(what),
        )

    async def opened(self, holder: str = "me", session_id: str | None = None) -> Opened:
        new = NewTurn(OWNER, session_id, "hello", None, Language.EN, "kyc", holder, AT)
        opened = await self.journal.open(new)
        assert not isinstance(opened, Known)
        return opened

    async def began(self) -> Turn:
        opened = await self.opened()
        self.supervisor.begin(ActiveTurn(opened.turn, opened.session))
        return opened.turn

    async def told(self, turn: Turn) -> list[Event]:
        return [event async for event in self.log.tail(turn.stream_id, OWNER)]

    async def why(self, turn: Turn) -> str:
        *before, last = await self.told(turn)
        assert last.type == "done"
        assert all(event.type != "done" for event in before)
        return str(json.loads(last.json)["why"])


@pytest.fixture
async def rig() -> AsyncIterator[_Rig]:
    rig = _Rig()
    async with rig.supervisor.running(look_seconds=0.01):
        yield rig


async def test_a_turn_is_told_in_order_and_its_tail_after_it_is_stored(rig: _Rig) -> None:
    turn = await rig.began()
    events = await rig.told(turn)
    assert [event.type for event in events] == ["text_delta", "text_delta", "done"]
    assert [event.seq for event in events] == [1, 2, 3]
    stored = await rig.journal.turn(OWNER, turn.id)
    assert stored.status is TurnStatus.DONE


@pytest.mark.parametrize("stage", ["events", "outcome"])
async def test_a_stage_that_fails_ends_the_turn_as_failed(rig: _Rig, stage: str) -> None:
    rig.work.fails = (stage,)
    turn = await rig.began()
    assert await rig.why(turn) == "ZeroDivisionError"
    assert (await rig.journal.turn(OWNER, turn.id)).status is TurnStatus.FAILED
    assert rig.noted == ["turn_failed"]


async def test_an_answer_that_cannot_be_stored_ends_in_a_failed_turn_all_the_same() -> None:
    rig = _Rig(failures=1)
    async with rig.supervisor.running():
        assert await rig.why(await rig.began()) == "OSError"


async def test_a_turn_that_could_not_be_closed_at_all_is_closed_by_the_janitor() -> None:
    rig = _Rig(failures=2)
    async with rig.supervisor.running(look_seconds=0.01):
        assert await rig.why(await rig.began()) == "died at ab"


async def test_a_person_can_stop_a_turn_of_this_process_and_of_another(rig: _Rig) -> None:
    rig.work.gate = asyncio.Event()
    turn = await rig.began()
    await rig.work.began.wait()
    rig.supervisor.stop(turn.id)
    assert await rig.why(turn) == ""
    second = await rig.began()
    await rig.journal.ask_to_stop(OWNER, second.id)  # as another process writes it down
    assert await rig.why(second) == ""


async def test_the_turns_of_dead_processes_are_closed_with_what_was_shown_and_those_of_the_living_stay() -> None:
    rig = _Rig()
    dead, alive = (await rig.opened("dead")).turn, (await rig.opened("me")).turn
    await rig.log.append(dead.stream_id, NewEvent("text_delta", {"delta": "half"}))
    async with rig.another().running():
        assert await rig.why(dead) == "died at half"
    assert (await rig.journal.turn(OWNER, alive.id)).status is TurnStatus.STREAMING


async def test_a_tail_that_a_dead_process_did_not_tell_is_told_once() -> None:
    rig = _Rig()
    opened = await rig.opened("dead")
    await rig.journal.close(opened.turn, opened.session, _outcome(TurnStatus.DONE, "stored"), AT)
    async with rig.another().running():
        assert await rig.why(opened.turn) == "stored"
    await rig.another().close_abandoned()
    assert await rig.journal.unfinished() == []


async def test_a_tail_that_was_told_by_a_process_that_died_right_then_is_not_told_again() -> None:
    rig = _Rig()
    opened = await rig.opened("dead")
    await rig.journal.close(opened.turn, opened.session, _outcome(TurnStatus.DONE), AT)
    await rig.log.append(opened.turn.stream_id, NewEvent("done", {"why": "first"}), last=True)
    await rig.another().close_abandoned(opened.session.id)
    assert await rig.why(opened.turn) == "first"
    assert await rig.journal.unfinished() == []


async def test_one_that_cannot_be_buried_keeps_no_other_from_it() -> None:
    rig = _Rig()
    first, second = await rig.opened("dead"), await rig.opened("dead")
    await rig.journal.close(second.turn, second.session, _outcome(TurnStatus.DONE, "stored"), AT)
    rig.work.fails = ("burial",)
    async with rig.another().running():
        assert await rig.why(second.turn) == "stored"
    assert "turn_not_buried" in rig.noted
    assert (await rig.journal.turn(OWNER, first.turn.id)).status is TurnStatus.STREAMING


async def test_a_desk_that_closes_ends_its_turns_as_failed() -> None:
    rig = _Rig()
    rig.work.gate = asyncio.Event()
    async with rig.supervisor.running():
        turn = await rig.began()
        await rig.work.began.wait()
    assert await rig.why(turn) == "ServerClosing"


async def test_a_conversation_that_is_deleted_meanwhile_ends_its_turn_all_the_same(rig: _Rig) -> None:
    rig.work.gate = asyncio.Event()
    turn = await rig.began()
    await rig.work.began.wait()
    await rig.sessions.delete(OWNER, turn.session_id)
    assert await rig.why(turn) == ""
