"""Conversations that are kept in memory."""

import json
from collections.abc import Mapping, Sequence


class InMemoryConversations:
    def __init__(self) -> None:
        self.saved: dict[str, tuple[str, str]] = {}

    async def load(self, owner_id: str, response_id: str) -> Sequence[Mapping[str, object]] | None:
        owner, text = self.saved.get(response_id, ("", ""))
        if owner != owner_id:
            return None
        messages: list[Mapping[str, object]] = json.loads(text)
        return messages

    async def save(self, owner_id: str, response_id: str, messages: Sequence[Mapping[str, object]]) -> None:
        self.saved.setdefault(response_id, (owner_id, json.dumps([dict(message) for message in messages])))
