"""Reads what an Anthropic server sends: one streamed event, or one whole message."""

from collections.abc import Mapping

from pydantic import BaseModel, Field

from src.modules.llm_platform.domain.requests import Finish, TokenUsage

_FINISHES = {
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.FILTERED,
}


class ContentBlock(BaseModel):
    """A piece of content: text, thinking, or the use of a tool."""

    type: str
    text: str = ""
    thinking: str = ""
    id: str = ""
    name: str = ""
    input: Mapping[str, object] = Field(default_factory=dict)


class ContentDelta(BaseModel):
    """What is added to a block, or to the message as a whole."""

    type: str = ""
    text: str = ""
    partial_json: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class AnthropicUsage(BaseModel):
    """Counts grow while the answer is streamed; those that are missing have not changed."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None

    def updated(self, later: "AnthropicUsage") -> "AnthropicUsage":
        return self.model_copy(update=later.model_dump(exclude_none=True))

    @property
    def counted(self) -> TokenUsage | None:
        """Anthropic counts what is read from and written to its cache apart from the rest of the input."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        cached = self.cache_read_input_tokens or 0
        return TokenUsage(
            self.input_tokens + cached + (self.cache_creation_input_tokens or 0), self.output_tokens, cached
        )


class Whole(BaseModel):
    """A message, complete or just begun."""

    id: str
    content: list[ContentBlock]
    stop_reason: str | None = None
    usage: AnthropicUsage | None = None

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.content if block.type == "text")


class StreamEvent(BaseModel):
    """One event of a stream; which fields it has depends on its type."""

    type: str
    index: int = 0
    message: Whole | None = None
    content_block: ContentBlock | None = None
    delta: ContentDelta | None = None
    usage: AnthropicUsage | None = None
    error: Mapping[str, object] | None = Field(default=None, repr=False)


def finish_of(reason: str) -> Finish:
    return _FINISHES.get(reason, Finish.STOP)
