"""The chat: one turn after another, from a person's message to a stored answer."""

from apps.api.agents.registry import get_handler
from apps.api.orchestration.constants import DEFAULT_STREAM_SECONDS
from apps.api.orchestration.core import ChatOrchestrator

__all__ = ["_OPENAI_STREAM_HARD_TIMEOUT_SECONDS", "ChatOrchestrator", "get_handler"]

_OPENAI_STREAM_HARD_TIMEOUT_SECONDS = DEFAULT_STREAM_SECONDS
