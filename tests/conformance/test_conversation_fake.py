"""Conversations in memory do what the stores do."""

import pytest

from tests.conformance.chat_sessions import SessionsConformance
from tests.conformance.journal import Chat, JournalConformance
from tests.fakes.conversation import MemoryChat, MemoryJournal, MemoryProfiles, MemorySessions


class TestMemoryChat(JournalConformance, SessionsConformance):
    @pytest.fixture
    def chat(self) -> Chat:
        shared = MemoryChat()
        return Chat(MemoryJournal(shared), MemorySessions(shared), MemoryProfiles(shared), shared.events)
