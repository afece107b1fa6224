"""What every store of conversations must do for their owner."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from packages.core.messages import Language
from packages.domain.conversation.model import ChatSession, ChatSessionStatus
from packages.domain.conversation.ports import SessionMoved, TurnInProgress, UnknownSession
from tests.conformance.journal import ANSWERS, HELLO, LATER, MOVE, NOBODY, NOW, Chat, change, opened, over


async def begun(chat: Chat, number: int, title: str = "", owner_id: str = "ann") -> ChatSession:
    at = NOW + timedelta(minutes=number)
    session = await chat.sessions.create(owner_id, "kyc", Language.ZH, at)
    return await chat.sessions.change(session, change(title=title), at)


class SessionsConformance:
    @pytest.fixture
    def chat(self) -> Chat:
        raise NotImplementedError

    async def test_a_new_conversation_is_empty(self, chat: Chat) -> None:
        made = await chat.sessions.create("ann", "pre_strategy", Language.EN, NOW)
        assert made == await chat.sessions.get("ann", made.id)
        assert (made.phase, made.language, made.status, made.title) == ("pre_strategy", "en", "active", "")
        assert (made.artifacts, made.created_at, made.updated_at) == ({}, NOW, NOW)
        assert await chat.sessions.messages("ann", made.id) == []
        assert await chat.sessions.transitions("ann", made.id) == []

    async def test_a_change_outside_of_a_turn_is_stored_whole(self, chat: Chat) -> None:
        made = await chat.sessions.create("ann", "kyc", Language.EN, NOW)
        moved = change("pre_strategy", status=ChatSessionStatus.COMPLETED, transitions=(MOVE,), profile=ANSWERS)
        after = await chat.sessions.change(made, moved, LATER)
        assert after == await chat.sessions.get("ann", made.id)
        assert (after.phase, after.status, after.version) == ("pre_strategy", "completed", made.version + 1)
        assert (after.artifacts, after.title, after.updated_at) == (moved.artifacts, "标题", LATER)
        assert after.metadata == {"n": [1], "turns_in_phase": 0}
        assert await chat.sessions.transitions("ann", made.id) == [MOVE]
        assert await chat.profiles.of("ann") == ANSWERS

    async def test_who_read_an_older_conversation_cannot_overwrite_a_newer_one(self, chat: Chat) -> None:
        made = await chat.sessions.create("ann", "kyc", Language.EN, NOW)
        changes = [chat.sessions.change(made, change(title=f"t{n}", transitions=(MOVE,)), LATER) for n in range(8)]
        told = await asyncio.gather(*changes, return_exceptions=True)
        assert sum(isinstance(each, ChatSession) for each in told) == 1
        assert sum(isinstance(each, SessionMoved) for each in told) == 7
        assert await chat.sessions.transitions("ann", made.id) == [MOVE]

    async def test_a_conversation_that_answers_is_not_changed_from_outside(self, chat: Chat) -> None:
        found = await opened(chat)
        with pytest.raises(TurnInProgress):
            await chat.sessions.change(found.session, change(), LATER)
        await over(chat, found)
        with pytest.raises(SessionMoved):
            await chat.sessions.change(found.session, change(), LATER)

    async def test_another_persons_conversation_is_unknown_and_so_is_what_is_no_id(self, chat: Chat) -> None:
        mine = await begun(chat, 1)
        doors: tuple[Callable[[str, str], Awaitable[object]], ...] = (
            chat.sessions.get,
            chat.sessions.messages,
            chat.sessions.transitions,
            chat.sessions.delete,
            lambda owner, known: chat.sessions.page(owner, 10, before=known),
            lambda owner, known: chat.sessions.change(replace(mine, owner_id=owner, id=known), change(), LATER),
        )
        for door in doors:
            for owner, known in (("eve", mine.id), ("ann", NOBODY), ("ann", "x" * 5000), ("ann", "%\x00")):
                with pytest.raises(UnknownSession):
                    await door(owner, known)
        assert await chat.sessions.get("ann", mine.id) == mine

    async def test_a_deleted_conversation_is_unknown_to_its_owner(self, chat: Chat) -> None:
        gone, stays = await begun(chat, 1), await begun(chat, 2)
        await chat.sessions.delete("ann", gone.id)
        for door in (chat.sessions.get, chat.sessions.messages, chat.sessions.transitions, chat.sessions.delete):
            with pytest.raises(UnknownSession):
                await door("ann", gone.id)
        assert await chat.sessions.page("ann", 10) == [stays]

    async def test_the_list_is_paged_from_the_last_change_on(self, chat: Chat) -> None:
        made = [await begun(chat, number) for number in (1, 2, 2, 3)]
        await begun(chat, 9, owner_id="bob")
        newest = sorted(made, key=lambda each: (each.updated_at, each.id), reverse=True)
        assert await chat.sessions.page("ann", 10) == newest
        first = await chat.sessions.page("ann", 2)
        assert [*first, *await chat.sessions.page("ann", 2, before=first[-1].id)] == newest
        touched = await chat.sessions.change(newest[-1], change(), NOW + timedelta(hours=1))
        assert (await chat.sessions.page("ann", 1)) == [touched]

    async def test_a_search_finds_titles_and_messages_in_both_languages_and_any_case(self, chat: Chat) -> None:
        titled = await begun(chat, 1, "Momentum 动量策略")
        said = await over(chat, await opened(chat, replace(HELLO, message="研究一下 Ping An 平安银行", at=NOW)))
        await begun(chat, 2, "something else")
        await begun(chat, 3, "动量策略", owner_id="bob")
        for text in ("momentum", "动量", " 策略 "):
            assert await chat.sessions.page("ann", 10, search=text) == [titled]
        for text in ("PING an", "平安银", "您好"):
            assert await chat.sessions.page("ann", 10, search=text) == [said]
        assert await chat.sessions.page("ann", 10, search="港股") == []
        assert len(await chat.sessions.page("ann", 10, search="  ")) == 3

    async def test_signs_in_a_search_stand_for_themselves(self, chat: Chat) -> None:
        percent = await begun(chat, 1, r"100% \o/ of 'it'")
        under = await begun(chat, 2, "a_b")
        await begun(chat, 3, "100 ab")
        for text in ("%", "0% ", r"\o", "'it'", "/ of"):
            assert await chat.sessions.page("ann", 10, search=text) == [percent]
        assert await chat.sessions.page("ann", 10, search="_") == [under]

    async def test_a_search_is_paged_too(self, chat: Chat) -> None:
        made = [await begun(chat, number, f"plan {number % 2}") for number in range(4)]
        [last] = await chat.sessions.page("ann", 1, search="plan 1")
        assert last.id == made[3].id
        behind = await chat.sessions.page("ann", 5, before=last.id, search="plan 1")
        assert [each.id for each in behind] == [made[1].id]
