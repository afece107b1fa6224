"""How a turn's events stand in the event log."""

import json

from packages.contracts.chat_events import ChatEvent, McpEvent, OpenAiEvent, TextDelta
from packages.core.events import NewEvent


def new_event(event: ChatEvent) -> NewEvent:
    plain = isinstance(event, OpenAiEvent | TextDelta | McpEvent)  # by the thousand, and JSON as they are
    told = dict(event) if plain else event.model_dump(mode="json", by_alias=True)
    return NewEvent(told.pop("type"), told)


def delta_of(text: str) -> str:
    """The words in a `text_delta` as it was told."""
    return str(json.loads(text).get("delta", ""))
