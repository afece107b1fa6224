"""What every journal of turns must do."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from packages.core.events import EventLog, NewEvent, UnknownStream
from packages.core.messages import Language
from packages.domain.accounts.ports import Profiles
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.model import (
    ChatSession,
    ChatSessionStatus,
    NewTurn,
    Role,
    SessionChange,
    SessionMessage,
    Transition,
    Turn,
    TurnOutcome,
    TurnStatus,
)
from packages.domain.conversation.ports import (
    ClientTurnTaken,
    Journal,
    Known,
    Opened,
    Sessions,
    TurnInProgress,
    UnknownSession,
    UnknownTurn,
)

NOW = datetime(2026, 1, 5, 12, 0, 0, 123456, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)
NOBODY = "00000000-0000-7000-8000-0000000000ff"
HELLO = NewTurn("ann", None, "你好, 100% ready", "client-1", Language.ZH, "kyc", "host:1:2", NOW)
TAIL = (NewEvent("genui", {"payload": {"type": "choice_prompt", "问": "?"}}), NewEvent("done", {"phase": "kyc"}))
ANSWERS = Profile(RiskTolerance.MODERATE, ReturnExpectation.GROWTH, TradingYears.YEARS_1_3)
MOVE = Transition("kyc", "pre_strategy", "turn", "kyc_complete", None, LATER, {"turn": "1"})


@dataclass(frozen=True, slots=True)
class Chat:
    """What a conversation is stored in."""

    journal: Journal
    sessions: Sessions
    profiles: Profiles
    events: EventLog


async def opened(chat: Chat, new: NewTurn = HELLO) -> Opened:
    found = await chat.journal.open(new)
    assert isinstance(found, Opened)
    return found


def change(phase: str = "kyc", **also: object) -> SessionChange:
    made = SessionChange(
        phase, ChatSessionStatus.ACTIVE, {"kyc": {"profile": {"a": "甲"}}}, {"n": [1]}, "resp-1", "标题"
    )
    return replace(made, **also)  # type: ignore[arg-type]


def answer_to(turn: Turn, words: str = "您好") -> SessionMessage:
    return SessionMessage(
        id=f"{turn.id[:-1]}f",
        session_id=turn.session_id,
        turn_id=turn.id,
        role=Role.ASSISTANT,
        content=words,
        phase=turn.phase,
        created_at=LATER,
        engine="rules",
        tool_calls=({"type": "mcp_call", "arguments": {"x": None}},),
        cards=({"type": "tradingview_chart", "symbol": "DEMO5"},),
        token_usage={"total_tokens": 7},
        response_id="resp-1",
        failure={"error_class": "StreamBroken", "message": "断了", "status_code": None},
    )


def outcome(turn: Turn, status: TurnStatus = TurnStatus.DONE, session: SessionChange | None = None) -> TurnOutcome:
    return TurnOutcome(status, answer_to(turn), session, TAIL)


async def over(chat: Chat, found: Opened, session: SessionChange | None = None) -> ChatSession:
    await chat.journal.close(found.turn, found.session, outcome(found.turn, session=session), LATER)
    await chat.journal.mark_delivered(found.turn.id)
    return await chat.sessions.get(found.turn.owner_id, found.session.id)


class JournalConformance:
    @pytest.fixture
    def chat(self) -> Chat:
        raise NotImplementedError

    async def test_a_message_without_a_conversation_begins_one_and_is_stored_before_anything_else(
        self, chat: Chat
    ) -> None:
        found = await opened(chat)
        assert found.session == await chat.sessions.get("ann", found.session.id)
        assert (found.session.phase, found.session.language, found.session.status) == ("kyc", "zh", "active")
        assert found.session.metadata == {"turns_in_phase": 1}
        assert found.turn == await chat.journal.turn("ann", found.turn.id)
        assert (found.turn.status, found.turn.holder, found.turn.alive_at) == (TurnStatus.STREAMING, "host:1:2", NOW)
        [said] = await chat.sessions.messages("ann", found.session.id)
        assert (said.role, said.content, said.turn_id, said.created_at) == ("user", HELLO.message, found.turn.id, NOW)

    async def test_only_the_turn_that_begins_a_conversation_is_its_first(self, chat: Chat) -> None:
        first = await opened(chat)
        await over(chat, first)
        second = await opened(chat, replace(HELLO, session_id=first.session.id, client_turn_id="client-2"))
        assert (first.is_first, second.is_first) == (True, False)

    async def test_a_turn_can_be_followed_by_its_owner_from_the_moment_it_is_stored(self, chat: Chat) -> None:
        found = await opened(chat)
        assert await chat.events.read(found.turn.stream_id, "ann") == ()
        with pytest.raises(UnknownStream):
            await chat.events.read(found.turn.stream_id, "bob")

    async def test_a_turn_that_ends_stores_answer_session_moves_and_answers_at_once(self, chat: Chat) -> None:
        found = await opened(chat)
        made = change("pre_strategy", transitions=(MOVE, replace(MOVE, reason="again")), profile=ANSWERS)
        await chat.journal.close(found.turn, found.session, outcome(found.turn, session=made), LATER)
        after = await chat.sessions.get("ann", found.session.id)
        assert (after.phase, after.artifacts, after.title) == ("pre_strategy", made.artifacts, "标题")
        assert (after.previous_response_id, after.updated_at) == ("resp-1", LATER)
        assert after.version == found.session.version + 1
        assert (await chat.sessions.messages("ann", after.id))[1:] == [answer_to(found.turn)]
        assert await chat.sessions.transitions("ann", after.id) == [*made.transitions]
        assert await chat.profiles.of("ann") == ANSWERS
        ended = await chat.journal.turn("ann", found.turn.id)
        assert (ended.status, ended.tail) == (TurnStatus.DONE, TAIL)

    async def test_a_conversation_is_called_after_its_first_message_until_it_gets_another_title(
        self, chat: Chat
    ) -> None:
        session = await over(chat, await opened(chat), change(title=None))
        assert session.title == HELLO.message
        later = replace(HELLO, session_id=session.id, client_turn_id=None, message="later words")
        assert (await over(chat, await opened(chat, later), change(title=None))).title == HELLO.message
        renamed = await over(chat, await opened(chat, later), change(title="Golden cross"))
        assert renamed.title == "Golden cross"

    async def test_the_turns_of_a_phase_are_counted_and_begin_anew_with_the_next(self, chat: Chat) -> None:
        back = replace(MOVE, from_phase="pre_strategy", to_phase="kyc")
        session = await over(chat, await opened(chat), change(transitions=(MOVE, back)))
        assert session.metadata == {"n": [1], "turns_in_phase": 1}
        again = replace(HELLO, session_id=session.id, client_turn_id=None)
        second = await opened(chat, again)
        assert second.session.metadata["turns_in_phase"] == 2
        moved = change("pre_strategy", metadata={"turns_in_phase": 9}, transitions=(MOVE,))
        assert (await over(chat, second, moved)).metadata == {"turns_in_phase": 0}
        assert await chat.sessions.transitions("ann", session.id) == [MOVE, back, MOVE]
        assert (await opened(chat, again)).session.metadata["turns_in_phase"] == 1

    async def test_the_language_of_a_message_becomes_that_of_the_conversation(self, chat: Chat) -> None:
        session = await over(chat, await opened(chat))
        more = replace(HELLO, session_id=session.id, client_turn_id=None)
        assert (await over(chat, await opened(chat, replace(more, language=None)))).language == "zh"
        assert (await over(chat, await opened(chat, replace(more, language=Language.EN)))).language == "en"

    async def test_the_same_message_under_the_same_client_id_is_the_same_turn(self, chat: Chat) -> None:
        assert await chat.journal.known(HELLO) is None
        found = await opened(chat)
        here = replace(HELLO, session_id=found.session.id)
        for again in (HELLO, here):
            assert await chat.journal.open(again) == await chat.journal.known(again) == Known(found.turn)
        await over(chat, found)
        known = await chat.journal.open(here)
        assert isinstance(known, Known)
        assert (known.turn.id, known.turn.status) == (found.turn.id, TurnStatus.DONE)
        assert len(await chat.sessions.messages("ann", found.session.id)) == 2

    async def test_a_client_id_stands_for_one_message_of_one_conversation_of_one_owner(self, chat: Chat) -> None:
        found = await opened(chat)
        other = await over(chat, await opened(chat, replace(HELLO, client_turn_id="client-2")))
        for taken in (replace(HELLO, message="else"), replace(HELLO, session_id=other.id)):
            for way in (chat.journal.open, chat.journal.known):
                with pytest.raises(ClientTurnTaken):
                    await way(taken)
        bobs = replace(HELLO, owner_id="bob")
        assert await chat.journal.known(bobs) is None
        with pytest.raises(UnknownSession):
            await chat.journal.known(replace(bobs, session_id=other.id))
        assert (await opened(chat, bobs)).turn.id != found.turn.id

    async def test_one_turn_at_a_time(self, chat: Chat) -> None:
        found = await opened(chat)
        more = replace(HELLO, session_id=found.session.id, client_turn_id="client-2")
        with pytest.raises(TurnInProgress):
            await chat.journal.open(more)
        assert len(await chat.sessions.messages("ann", found.session.id)) == 1
        await over(chat, found)
        assert (await opened(chat, more)).session.id == found.session.id

    async def test_of_ten_messages_at_once_one_is_taken(self, chat: Chat) -> None:
        session = await chat.sessions.create("ann", "kyc", Language.EN, NOW)
        sent = [replace(HELLO, session_id=session.id, client_turn_id=f"c-{n}") for n in range(10)]
        answers = await asyncio.gather(*(chat.journal.open(each) for each in sent), return_exceptions=True)
        assert sum(isinstance(each, Opened) for each in answers) == 1
        assert sum(isinstance(each, TurnInProgress) for each in answers) == 9
        assert len(await chat.sessions.messages("ann", session.id)) == 1

    @pytest.mark.parametrize("into", ["a new conversation", "one that is there"])
    async def test_of_ten_equal_messages_at_once_one_begins_and_the_others_find_it(self, chat: Chat, into: str) -> None:
        there = await chat.sessions.create("ann", "kyc", Language.EN, NOW)
        sent = HELLO if into == "a new conversation" else replace(HELLO, session_id=there.id)
        answers = await asyncio.gather(*(chat.journal.open(sent) for _ in range(10)))
        assert sum(isinstance(each, Opened) for each in answers) == 1
        assert len({each.turn.id for each in answers}) == 1
        assert len(await chat.sessions.page("ann", 20)) == (2 if sent is HELLO else 1)

    async def test_of_two_ends_the_first_stands(self, chat: Chat) -> None:
        found = await opened(chat)
        await over(chat, found, change(title="first"))
        failed = outcome(found.turn, TurnStatus.FAILED, change(title="second", transitions=(MOVE,)))
        await chat.journal.close(found.turn, found.session, failed, LATER)
        assert (await chat.journal.turn("ann", found.turn.id)).status is TurnStatus.DONE
        assert (await chat.journal.turn("ann", found.turn.id)).tail is None
        session = await chat.sessions.get("ann", found.session.id)
        assert (session.title, session.version) == ("first", found.session.version + 1)
        assert len(await chat.sessions.messages("ann", found.session.id)) == 2
        assert await chat.sessions.transitions("ann", found.session.id) == []

    async def test_of_ten_ends_at_once_one_stands(self, chat: Chat) -> None:
        found = await opened(chat)
        ends = [outcome(found.turn, session=change(title=f"t{n}", transitions=(MOVE,))) for n in range(10)]
        await asyncio.gather(*(chat.journal.close(found.turn, found.session, each, LATER) for each in ends))
        assert len(await chat.sessions.messages("ann", found.session.id)) == 2
        assert await chat.sessions.transitions("ann", found.session.id) == [MOVE]
        assert (await chat.sessions.get("ann", found.session.id)).version == found.session.version + 1

    async def test_a_turn_is_unfinished_until_its_tail_is_told(self, chat: Chat) -> None:
        found, other = await opened(chat), await opened(chat, replace(HELLO, owner_id="bob"))
        assert {each.id for each in await chat.journal.unfinished()} == {found.turn.id, other.turn.id}
        await chat.journal.mark_delivered(found.turn.id)
        assert await chat.journal.unfinished(found.session.id) == [found.turn]
        await chat.journal.close(found.turn, found.session, TurnOutcome(TurnStatus.FAILED, None, None, ()), LATER)
        [left] = await chat.journal.unfinished(found.session.id)
        assert (left.status, left.tail) == (TurnStatus.FAILED, ())
        await chat.journal.mark_delivered(found.turn.id)
        assert await chat.journal.unfinished() == [other.turn]

    async def test_after_a_dead_turn_was_closed_the_conversation_goes_on_with_nothing_lost(self, chat: Chat) -> None:
        found = await opened(chat)
        [dead] = await chat.journal.unfinished(found.session.id)
        crashed = TurnOutcome(TurnStatus.FAILED, None, None, TAIL)
        await chat.journal.close(dead, found.session, crashed, LATER)
        session = await chat.sessions.get("ann", dead.session_id)
        assert (session.version, session.updated_at) == (found.session.version + 1, LATER)
        again = await opened(chat, replace(HELLO, session_id=dead.session_id, client_turn_id="client-2"))
        said = await chat.sessions.messages("ann", dead.session_id)
        assert [each.turn_id for each in said] == [dead.id, again.turn.id]

    async def test_a_turn_says_that_it_lives_while_it_streams(self, chat: Chat) -> None:
        found, other = await opened(chat), await opened(chat, replace(HELLO, owner_id="bob"))
        await over(chat, other)
        await chat.journal.keep_alive([found.turn.id, other.turn.id], LATER)
        await chat.journal.keep_alive([], LATER)
        assert (await chat.journal.turn("ann", found.turn.id)).alive_at == LATER
        assert (await chat.journal.turn("bob", other.turn.id)).alive_at == NOW

    async def test_a_turn_is_asked_to_stop_by_its_owner_and_while_it_streams(self, chat: Chat) -> None:
        found, other = await opened(chat), await opened(chat, replace(HELLO, owner_id="bob"))
        await over(chat, other)
        for stranger in (("bob", found.turn.id), ("ann", NOBODY), ("ann", "x\x00")):
            with pytest.raises(UnknownTurn):
                await chat.journal.ask_to_stop(*stranger)
        both = [found.turn.id, other.turn.id]
        assert await chat.journal.asked_to_stop(both) == []
        assert (await chat.journal.ask_to_stop("ann", found.turn.id)).id == found.turn.id
        assert (await chat.journal.ask_to_stop("bob", other.turn.id)).status is TurnStatus.DONE
        assert await chat.journal.asked_to_stop(both) == [found.turn.id]
        assert await chat.journal.asked_to_stop([]) == []

    async def test_another_persons_conversation_and_turn_are_unknown(self, chat: Chat) -> None:
        found = await opened(chat)
        for stranger in (("eve", found.session.id), ("ann", NOBODY), ("ann", "'; --\x00")):
            with pytest.raises(UnknownSession):
                await chat.journal.open(replace(HELLO, owner_id=stranger[0], session_id=stranger[1]))
        for stranger in (("eve", found.turn.id), ("ann", NOBODY), ("ann", "?\x00")):
            with pytest.raises(UnknownTurn):
                await chat.journal.turn(*stranger)

    async def test_a_conversation_that_is_deleted_while_it_streams_is_asked_to_stop_and_keeps_nothing_more(
        self, chat: Chat
    ) -> None:
        found = await opened(chat)
        await chat.sessions.delete("ann", found.session.id)
        assert await chat.journal.asked_to_stop([found.turn.id]) == [found.turn.id]
        assert await chat.journal.unfinished() == []
        ending = outcome(found.turn, TurnStatus.STOPPED, change(profile=ANSWERS))
        await chat.journal.close(found.turn, found.session, ending, LATER)
        await chat.journal.mark_delivered(found.turn.id)
        assert await chat.profiles.of("ann") == Profile()
        with pytest.raises(UnknownTurn):
            await chat.journal.turn("ann", found.turn.id)
        with pytest.raises(UnknownSession):
            await chat.journal.open(replace(HELLO, session_id=found.session.id, client_turn_id="client-2"))
        with pytest.raises(ClientTurnTaken):
            await chat.journal.open(HELLO)

    async def test_a_deletion_and_an_end_at_once_leave_a_closed_turn_of_an_unknown_conversation(
        self, chat: Chat
    ) -> None:
        for n in range(5):
            found = await opened(chat, replace(HELLO, client_turn_id=f"c-{n}"))
            await asyncio.gather(
                chat.sessions.delete("ann", found.session.id),
                chat.journal.close(found.turn, found.session, outcome(found.turn, session=change()), LATER),
            )
        assert await chat.sessions.page("ann", 10) == []
        assert await chat.journal.unfinished() == []
