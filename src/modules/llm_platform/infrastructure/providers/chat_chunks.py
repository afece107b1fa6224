"""Reads what chat-completions servers send: one streamed chunk, or one whole completion."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from src.modules.llm_platform.infrastructure.providers.chat_messages import text_of


def _as_text(value: Any) -> Any:
    """Nothing is an empty text; some servers send a list of parts."""
    if value is None:
        return ""
    return text_of(value) if isinstance(value, list) else value


def _no_object_as_empty(value: Any) -> Any:
    return {} if value is None else value


def _no_list_as_empty(value: Any) -> Any:
    return [] if value is None else value


def _arguments_as_text(value: Any) -> Any:
    """Some servers send the arguments as an object instead of as its text."""
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    return _as_text(value)


Text = Annotated[str, BeforeValidator(_as_text)]


class FunctionPiece(BaseModel):
    """The name and the arguments of a call, or a piece of them."""

    name: Text = ""
    arguments: Annotated[str, BeforeValidator(_arguments_as_text)] = ""


class CallPiece(BaseModel):
    """A piece of one call."""

    index: int | None = None
    id: Text = ""
    function: Annotated[FunctionPiece, BeforeValidator(_no_object_as_empty)] = FunctionPiece()


class Speech(BaseModel):
    """A message, or a piece of one. Where the thinking stands differs: `reasoning_content` at DeepSeek and Qwen,
    `reasoning` at Ollama and newer vLLM."""

    content: Text = ""
    refusal: Text = ""
    reasoning_content: Text = ""
    reasoning: Text = ""
    tool_calls: Annotated[list[CallPiece], BeforeValidator(_no_list_as_empty)] = []

    @property
    def text(self) -> str:
        return self.content or self.refusal

    @property
    def thought(self) -> str:
        return self.reasoning_content or self.reasoning


class Choice(BaseModel):
    """One alternative; we only ever ask for one."""

    delta: Speech | None = None
    message: Speech | None = None
    finish_reason: str | None = None

    @property
    def speech(self) -> Speech:
        return self.delta or self.message or Speech()


class _CachedTokens(BaseModel):
    cached_tokens: int | None = None


class Usage(BaseModel):
    """The tokens of one request."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _CachedTokens | None = None

    @property
    def counted(self) -> TokenUsage | None:
        """None: the server did not say."""
        if self.prompt_tokens is None or self.completion_tokens is None:
            return None
        details = self.prompt_tokens_details
        cached = details.cached_tokens if details is not None else None
        return TokenUsage(self.prompt_tokens, self.completion_tokens, cached or 0)


class Chunk(BaseModel):
    """One event of the stream, or the whole answer."""

    id: str | None = None
    choices: Annotated[list[Choice], BeforeValidator(_no_list_as_empty)] = []
    usage: Usage | None = None


# The server gave up in the middle: vLLM, OpenRouter and DeepSeek say so in place of a reason.
BROKEN_OFF = frozenset({"abort", "error", "insufficient_system_resource"})
_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.FILTERED}


def finish_of(reason: str) -> Finish:
    """Servers invent further reasons; all of them mean that the model is done."""
    return _FINISHES.get(reason, Finish.STOP)
