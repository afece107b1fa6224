"""Reads what chat-completions servers send, streamed or whole, and separates thinking from the answer."""

import json
from collections.abc import Mapping
from enum import Enum, auto
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from src.modules.llm_platform.infrastructure.providers.rounds import AnswerDelta, ReasoningDelta, text_of


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


class ChatMessage(BaseModel):
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

    delta: ChatMessage | None = None
    message: ChatMessage | None = None
    finish_reason: str | None = None

    @property
    def speech(self) -> ChatMessage:
        return self.delta or self.message or ChatMessage()


class _CachedTokens(BaseModel):
    cached_tokens: int | None = None


class ChatUsage(BaseModel):
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
    usage: ChatUsage | None = None


# The server gave up in the middle: vLLM, OpenRouter and DeepSeek say so in place of a reason.
BROKEN_OFF = frozenset({"abort", "error", "insufficient_system_resource"})
_FINISHES = {"length": Finish.LENGTH, "content_filter": Finish.FILTERED}


def finish_of(reason: str) -> Finish:
    """Servers invent further reasons; all of them mean that the model is done."""
    return _FINISHES.get(reason, Finish.STOP)


_OPEN, _CLOSE = "<think>", "</think>"


class _State(Enum):
    UNDECIDED = auto()
    THINKING = auto()
    PAUSING = auto()
    SPEAKING = auto()


class ThinkingSplitter:
    """Only thinking at the very start counts: further on, the tag is a word like any other."""

    def __init__(self) -> None:
        self._state = _State.UNDECIDED
        self._held = ""

    def take(self, text: str) -> list[ReasoningDelta | AnswerDelta]:
        self._held += text
        deltas: list[ReasoningDelta | AnswerDelta] = []
        if self._state is _State.UNDECIDED:
            self._decide()
        if self._state is _State.THINKING:
            deltas.append(ReasoningDelta(self._thought()))
        if self._state is _State.PAUSING:
            self._held = self._held.lstrip()
            self._state = _State.SPEAKING if self._held else _State.PAUSING
        if self._state is _State.SPEAKING:
            deltas.append(AnswerDelta(self._held))
            self._held = ""
        return deltas

    def flush(self) -> list[ReasoningDelta | AnswerDelta]:
        """Gives back what was held in case that a tag would become of it."""
        held, self._held = self._held, ""
        if self._state is _State.THINKING:
            return [ReasoningDelta(held)]
        self._state = _State.SPEAKING
        return [AnswerDelta(held)]

    def _decide(self) -> None:
        begun = self._held.lstrip()
        if begun.startswith(_OPEN):
            self._held = begun.removeprefix(_OPEN)
            self._state = _State.THINKING
        elif not _OPEN.startswith(begun):
            self._state = _State.SPEAKING

    def _thought(self) -> str:
        thought, found, rest = self._held.partition(_CLOSE)
        if found:
            self._held, self._state = rest, _State.PAUSING
            return thought
        kept = next(size for size in range(len(_CLOSE), -1, -1) if self._held.endswith(_CLOSE[:size]))
        thought, self._held = self._held[: len(self._held) - kept], self._held[len(self._held) - kept :]
        return thought


def without_thinking(text: str) -> str:
    """What the model says, of a whole answer."""
    splitter = ThinkingSplitter()
    deltas = [*splitter.take(text), *splitter.flush()]
    return "".join(delta.text for delta in deltas if isinstance(delta, AnswerDelta))
