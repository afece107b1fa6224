"""What a model says in one round, piece by piece, whatever protocol carried it."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from src.modules.llm_platform.infrastructure.providers.tool_catalogue import ToolCatalogue

# In the shape of chat-completions messages; `echo` holds what only the server of this turn wants to see again.
Message = Mapping[str, object]
ToolChoice = Literal["auto", "none", "required"]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of what the model thought before it answered."""

    text: str


@dataclass(frozen=True, slots=True)
class CallOpened:
    """The model begins to call a tool; `slot` numbers the calls of the round from 0, without gaps."""

    slot: int
    call_id: str | None
    function: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """A piece of the JSON text of a call's arguments."""

    slot: int
    text: str


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Why the model stopped, and what it cost. `echo` is merged into the message when this turn goes on."""

    finish: Finish
    usage: TokenUsage | None
    echo: Message = field(default_factory=dict)


Delta = TextDelta | ReasoningDelta | CallOpened | CallArguments | RoundEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One round's question. `tool_choice` None: the model is offered no tools."""

    system: str | None
    messages: Sequence[Message]
    catalogue: ToolCatalogue
    tool_choice: ToolChoice | None
    temperature: float | None
    max_output_tokens: int


class SpeakingModel(Protocol):
    """A model that answers one round; its last delta is the `RoundEnd`, or it raises a `ModelFault`."""

    def speak(self, question: Question) -> AsyncGenerator[Delta, None]: ...
