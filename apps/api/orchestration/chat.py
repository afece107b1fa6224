"""The chat as the routes reach it."""

from dataclasses import dataclass

from apps.api.orchestration.artifacts import HandlerOf
from apps.api.orchestration.confirming import StrategyConfirming
from apps.api.orchestration.core import ChatOrchestrator
from packages.domain.conversation.ports import Journal, Sessions


@dataclass(frozen=True, slots=True)
class Chat:
    """Sending goes through the orchestrator alone; the others are for looking, and for the confirm button."""

    orchestrator: ChatOrchestrator
    sessions: Sessions
    journal: Journal
    handlers: HandlerOf
    confirming: StrategyConfirming
