"""What every `Conversations` must do."""

from collections.abc import Mapping

import pytest

from src.modules.llm_platform.application.ports import Conversations

SAID: list[Mapping[str, object]] = [
    {"role": "user", "content": "What is 贵州茅台 worth?"},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "half a \ud83d character"},
]


class ConversationsConformance:
    @pytest.fixture
    def conversations(self) -> Conversations:
        raise NotImplementedError

    async def test_what_was_saved_is_loaded_word_for_word(self, conversations: Conversations) -> None:
        await conversations.save("ann", "resp_1", SAID)
        assert list(await conversations.load("ann", "resp_1") or ()) == SAID

    async def test_an_unknown_response_is_none(self, conversations: Conversations) -> None:
        assert await conversations.load("ann", "resp_1") is None

    async def test_another_owners_response_is_none(self, conversations: Conversations) -> None:
        await conversations.save("ann", "resp_1", SAID)
        assert await conversations.load("bob", "resp_1") is None

    async def test_a_conversation_without_messages_is_not_an_unknown_one(self, conversations: Conversations) -> None:
        await conversations.save("ann", "resp_1", [])
        assert await conversations.load("ann", "resp_1") == []

    async def test_a_response_never_changes(self, conversations: Conversations) -> None:
        await conversations.save("ann", "resp_1", SAID[:1])
        await conversations.save("ann", "resp_1", SAID)
        await conversations.save("bob", "resp_1", [])
        assert list(await conversations.load("ann", "resp_1") or ()) == SAID[:1]
        assert await conversations.load("bob", "resp_1") is None
