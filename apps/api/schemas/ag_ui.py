"""What a client of the AG-UI protocol sends: a whole conversation, of which the person's newest message counts."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from apps.api.schemas.chat import Id
from apps.api.schemas.requests import PlainText
from packages.core.errors import Invalid

_MOST = 5_000


class NoUserMessage(Invalid):
    """The run has nothing that a person said."""


class _FromClient(BaseModel):
    """Clients add fields of their own to everything."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")


class AgUiTextPart(_FromClient):
    """A part of a message; what is no text is not read."""

    type: str
    text: PlainText = ""


class AgUiMessage(_FromClient):
    id: str | None = None
    role: str
    content: PlainText | Annotated[list[AgUiTextPart], Field(max_length=_MOST)] | None = None

    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class AgUiState(_FromClient):
    """What this desk told a client of the conversation and gets back with its next run."""

    model_config = ConfigDict(alias_generator=None)

    session_id: Id | None = None


class AgUiRun(_FromClient):
    """A run: `run_id` makes it harmless to send it again. The conversation is `state.session_id`, or the one of the
    name `thread_id`, or a new one. Tools, context and messages before the newest are not read: the desk has its own."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "threadId": "thread-1",
                "runId": "run-1",
                "state": {},
                "messages": [{"id": "1", "role": "user", "content": "What is a stop loss?"}],
                "tools": [],
                "context": [],
                "forwardedProps": {"language": "en"},
            }
        }
    )

    thread_id: Id
    run_id: Id
    messages: Annotated[list[AgUiMessage], Field(max_length=_MOST)]
    state: AgUiState | None = None
    tools: list[Any] = Field(default_factory=list)
    context: list[Any] = Field(default_factory=list)
    forwarded_props: "AgUiProps | None" = None

    def said(self) -> str:
        """What the person said last."""
        return newest(self.messages)


class AgUiProps(_FromClient):
    """What a client may ask for besides."""

    language: Literal["zh", "en"] | None = None


def newest(messages: Sequence[AgUiMessage]) -> str:
    for each in reversed(messages):
        if each.role == "user":
            return each.text()
    raise NoUserMessage("conversation.empty_message")
