"""Conversations in the database: what all stores do, what two processes do to each other, and what a kill leaves."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from packages.core.clock import SystemClock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.accounts.model import User
from packages.domain.conversation.model import TurnOutcome, TurnStatus
from packages.domain.conversation.ports import Known, Opened, TurnInProgress
from packages.infra.accounts import SqlAccounts, SqlProfiles
from packages.infra.conversation.journal import SqlJournal
from packages.infra.conversation.sessions import SqlChatSessions
from packages.infra.conversation.writing import ChatWrites
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.db.holders import is_alive
from tests.conformance.chat_sessions import SessionsConformance
from tests.conformance.journal import (
    ANSWERS,
    HELLO,
    LATER,
    MOVE,
    NOW,
    TAIL,
    Chat,
    JournalConformance,
    answer_to,
    change,
    opened,
    outcome,
    over,
)
from tests.forked import ended
from tests.packages.infra.db import chat_victim


@asynccontextmanager
async def open_chat(database: Database) -> AsyncIterator[Chat]:
    clock = SystemClock()
    async with aclosing(ChatWrites(database)) as writes:
        yield Chat(
            SqlJournal(database, writes, Ids(clock)),
            SqlChatSessions(database, writes, clock, Ids(clock)),
            SqlProfiles(database),
            SqlEventLog(database, clock),
        )


@pytest.fixture
async def sql_chat(database: Database) -> AsyncIterator[Chat]:
    for name in ("ann", "bob"):
        await SqlAccounts(database).ensure_user(User(name, None, name, NOW))
    async with open_chat(database) as chat:
        yield chat


@pytest.fixture
async def other_chat(database: Database) -> AsyncIterator[Chat]:
    """As another process has it."""
    other = Database(database.url)
    async with open_chat(other) as chat:
        yield chat
    await other.aclose()


class TestSqlChat(JournalConformance, SessionsConformance):
    @pytest.fixture
    def chat(self, sql_chat: Chat) -> Chat:
        return sql_chat


async def test_of_messages_to_two_processes_at_once_each_conversation_takes_one(
    sql_chat: Chat, other_chat: Chat
) -> None:
    made = [await sql_chat.sessions.create("ann", "kyc", Language.EN, NOW) for _ in range(4)]
    sent = [
        chat.journal.open(replace(HELLO, session_id=session.id, client_turn_id=f"{session.id}-{who}"))
        for session in made
        for who, chat in enumerate((sql_chat, other_chat, sql_chat))
    ]
    told = await asyncio.gather(*sent, return_exceptions=True)
    assert sum(isinstance(each, Opened) for each in told) == len(made)
    assert sum(isinstance(each, TurnInProgress) for each in told) == 2 * len(made)
    for session in made:
        assert len(await sql_chat.sessions.messages("ann", session.id)) == 1


async def test_a_first_message_that_two_processes_get_at_once_begins_one_conversation(
    sql_chat: Chat, other_chat: Chat
) -> None:
    told = await asyncio.gather(*(chat.journal.open(HELLO) for chat in (sql_chat, other_chat) * 5))
    assert sum(isinstance(each, Opened) for each in told) == 1
    assert sum(isinstance(each, Known) for each in told) == 9
    assert len(await sql_chat.sessions.page("ann", 10)) == 1


async def test_of_two_processes_that_bury_a_turn_one_does_and_the_conversation_goes_on(
    sql_chat: Chat, other_chat: Chat
) -> None:
    found = await opened(sql_chat)
    crashed = TurnOutcome(TurnStatus.FAILED, answer_to(found.turn), change(transitions=(MOVE,)), TAIL)
    burials = (chat.journal.close(found.turn, found.session, crashed, LATER) for chat in (sql_chat, other_chat) * 3)
    await asyncio.gather(*burials)
    assert await other_chat.sessions.transitions("ann", found.session.id) == [MOVE]
    assert len(await other_chat.sessions.messages("ann", found.session.id)) == 2
    assert (await other_chat.sessions.get("ann", found.session.id)).version == found.session.version + 1
    await opened(other_chat, replace(HELLO, session_id=found.session.id, client_turn_id="client-2"))


async def test_answers_that_two_conversations_of_a_person_end_with_at_once_do_not_hinder_each_other(
    sql_chat: Chat, other_chat: Chat
) -> None:
    found = [await opened(sql_chat, replace(HELLO, client_turn_id=f"c-{n}")) for n in range(6)]
    ends = [
        chat.journal.close(each.turn, each.session, outcome(each.turn, session=change(profile=ANSWERS)), LATER)
        for each, chat in zip(found, (sql_chat, other_chat) * 3, strict=True)
    ]
    await asyncio.gather(*ends)
    assert await sql_chat.profiles.of("ann") == ANSWERS
    for each in found:
        assert (await sql_chat.journal.turn("ann", each.turn.id)).status is TurnStatus.DONE


async def test_the_database_itself_holds_a_conversation_to_one_open_turn(sql_chat: Chat, database: Database) -> None:
    found = await opened(sql_chat)
    copied = text(
        "INSERT INTO chat_turns (id, session_id, owner_id, status, phase, holder, alive_at, started_at, stop_asked) "
        "SELECT 'another', session_id, owner_id, status, phase, holder, alive_at, started_at, stop_asked "
        "FROM chat_turns"
    )
    with pytest.raises(IntegrityError):
        async with database.write() as session:
            await session.execute(copied)
    await over(sql_chat, found)
    async with database.write() as session:
        await session.execute(copied)


async def test_moves_between_phases_are_append_only(sql_chat: Chat, database: Database) -> None:
    found = await opened(sql_chat)
    await over(sql_chat, found, change(transitions=(MOVE,)))
    for statement in ("UPDATE chat_transitions SET reason = 'x'", "DELETE FROM chat_transitions"):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(text(statement))
    assert await sql_chat.sessions.transitions("ann", found.session.id) == [MOVE]


async def test_what_no_database_takes_is_stored_as_lost_characters_and_numbers(sql_chat: Chat) -> None:
    wild = replace(HELLO, message="a\x00b\ud800c\U0001f600")
    found = await opened(sql_chat, wild)
    assert found.turn.message.content == "a\ufffdb\ufffdc\U0001f600"
    assert isinstance(await sql_chat.journal.open(wild), Known)
    cards: tuple[JsonObject, ...] = ({"\ud800\x00": float("nan"), "more": [float("inf"), 1.5]},)
    spoken = replace(answer_to(found.turn, "\x00"), cards=cards, response_id="\x00")
    ending = TurnOutcome(TurnStatus.DONE, spoken, change(title="\udfff", metadata={"x": "\x00"}), TAIL)
    await sql_chat.journal.close(found.turn, found.session, ending, LATER)
    _, answer = await sql_chat.sessions.messages("ann", found.session.id)
    assert (answer.content, answer.response_id) == ("\ufffd", "\ufffd")
    assert json.dumps(answer.cards[0]) == json.dumps({"\ud800\x00": None, "more": [None, 1.5]})
    assert (await sql_chat.sessions.get("ann", found.session.id)).title == "\ufffd"
    assert len(await sql_chat.sessions.page("ann", 5, search="\x00")) == 1


@pytest.mark.parametrize("when", ["between", "closing"])
async def test_a_process_that_is_killed_leaves_an_unfinished_turn_with_the_message_and_nothing_else(
    sql_chat: Chat, database: Database, when: str
) -> None:
    killed = await asyncio.to_thread(ended, chat_victim.__name__, database.url.for_async, when)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    [left] = await sql_chat.journal.unfinished()
    assert (left.status, left.message.content) == (TurnStatus.STREAMING, HELLO.message)
    assert not is_alive(left.holder, left.alive_at, left.alive_at)
    [said] = await sql_chat.sessions.messages("ann", left.session_id)
    assert said.content == HELLO.message
    session = await sql_chat.sessions.get("ann", left.session_id)
    assert (session.phase, session.title) == ("kyc", "")
    assert await sql_chat.sessions.transitions("ann", left.session_id) == []
