"""A model that plays a script: it says what it is told to say, once, and complains about what it did not expect.

    model = ScriptedModel(Says("hold", expecting="ACME"), Fails(ModelBusy("Come again.")))

A step that fits no call, and a call that fits no step, fail the test with a sentence that says why.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self, assert_never

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
    TokenUsage,
)
from tests.fakes.scripted_events import ScriptedResponse, ToolCall

Asked = ModelRequest | StreamRequest
Expectation = str | Callable[[Asked], bool] | None
_LAST = frozenset({"response.completed", "response.incomplete"})
USAGE = TokenUsage(input_tokens=21, output_tokens=8)


@dataclass(frozen=True, slots=True)
class Says:
    """Answers a question, or a turn, with this text; a turn is told word by word."""

    text: str
    usage: TokenUsage | None = USAGE
    finish: Finish = Finish.STOP
    response_id: str | None = None
    expecting: Expectation = None


@dataclass(frozen=True, slots=True)
class Streams:
    """Answers a turn with these deltas, or with exactly these events; `breaks` is raised after the last of them."""

    parts: Sequence[str] | Sequence[Event]
    usage: TokenUsage | None = USAGE
    finish: Finish = Finish.STOP
    response_id: str | None = None
    breaks: ModelFault | None = None
    expecting: Expectation = None


@dataclass(frozen=True, slots=True)
class CallsTools:
    """Lists the tools of each server, uses some, and then says something."""

    calls: Sequence[ToolCall]
    then: str = "Done."
    usage: TokenUsage | None = USAGE
    response_id: str | None = None
    expecting: Expectation = None


@dataclass(frozen=True, slots=True)
class Fails:
    """Raises this before anything came."""

    fault: ModelFault
    expecting: Expectation = None


@dataclass(frozen=True, slots=True)
class Hangs:
    """Falls silent, for a turn after these deltas, until the caller gives up."""

    after: Sequence[str] = ()
    expecting: Expectation = None


Step = Says | Streams | CallsTools | Fails | Hangs


class ScriptedModel:
    """Plays its steps in order or, for callers that ask all at once, in `any_order`: each call takes the first step
    that expects it. As a context manager it checks at the end that the whole script was played."""

    def __init__(self, *steps: Step, any_order: bool = False, model: str = "scripted") -> None:
        self._waiting = list(steps)
        self._any_order = any_order
        self._model = model
        self._complaints: list[str] = []
        self.requests: list[Asked] = []
        self.left = 0  # calls that were cancelled, and streams that were closed before their end
        self.closed = False

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        step = self._next(request)
        match step:
            case Says():
                return ModelAnswer(
                    text=step.text, finish=step.finish, usage=step.usage, response_id=self._response_id(step)
                )
            case Fails():
                raise step.fault
            case Hangs():
                await self._silence()
                raise AssertionError("silence does not end")
            case Streams() | CallsTools():
                raise self._complaint(f"{step} answers a turn, but a question was asked: {_shown(request)}")
            case _:
                assert_never(step)

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        step = self._next(request)
        if isinstance(step, Fails):
            raise step.fault
        response = ScriptedResponse(self._response_id(step), request, self._model)
        for event in _told(step, response):
            try:
                yield event
            except GeneratorExit:
                self.left += event["type"] not in _LAST
                raise
        if isinstance(step, Hangs):
            await self._silence()
        if isinstance(step, Streams) and step.breaks is not None:
            raise step.breaks

    async def aclose(self) -> None:
        self.closed = True

    def assert_done(self) -> None:
        """Everything was asked that the script expects, and nothing else, even if nobody heard the complaint."""
        assert not self._complaints, "\n".join(self._complaints)
        assert not self._waiting, f"{len(self._waiting)} steps were never asked for, the first is {self._waiting[0]}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.assert_done()

    def _next(self, request: Asked) -> Step:
        self.requests.append(request)
        candidates = self._waiting if self._any_order else self._waiting[:1]
        for place, step in enumerate(candidates):
            if _expects(step.expecting, request):
                return self._waiting.pop(place)
        if not self._waiting:
            raise self._complaint(f"The script is over, but the model was asked once more: {_shown(request)}")
        raise self._complaint(f"The script expects {candidates[0]}, but the model was asked: {_shown(request)}")

    def _response_id(self, step: Step) -> str:
        given = step.response_id if isinstance(step, Says | Streams | CallsTools) else None
        return given or f"resp_{self._model}_{len(self.requests)}"

    async def _silence(self) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.left += 1
            raise

    def _complaint(self, sentence: str) -> AssertionError:
        self._complaints.append(sentence)
        return AssertionError(sentence)


class ScriptedProviders:
    """A scripted model for each alias."""

    def __init__(self, **models: ScriptedModel) -> None:
        self.models = models
        self.closed = False

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        assert config.alias in self.models, f"{config.alias!r} has no script; there is one for {sorted(self.models)}"
        return self.models[config.alias]

    async def aclose(self) -> None:
        for model in self.models.values():
            await model.aclose()
        self.closed = True

    def assert_done(self) -> None:
        for model in self.models.values():
            model.assert_done()


def text_of(request: Asked) -> str:
    """All words of a request, for substring expectations."""
    if isinstance(request, ModelRequest):
        return f"{request.system_message or ''}\n{request.prompt}"
    words = request.input if isinstance(request.input, str) else "\n".join(map(str, request.input))
    return f"{request.instructions or ''}\n{words}"


def _told(step: Says | Streams | CallsTools | Hangs, response: ScriptedResponse) -> Iterator[Event]:
    match step:
        case Says():
            yield from _whole(response, _words(step.text), step.usage, step.finish)
        case Streams() if all(isinstance(part, str) for part in step.parts):
            deltas = [part for part in step.parts if isinstance(part, str)]
            if step.breaks is None:
                yield from _whole(response, deltas, step.usage, step.finish)
            else:
                yield from _begun(response, deltas)
        case Streams():
            yield from (dict(part) for part in step.parts if isinstance(part, Mapping))
        case CallsTools():
            yield from response.opening()
            for label in dict.fromkeys(call.server_label for call in step.calls):
                names = [call.name for call in step.calls if call.server_label == label]
                yield from response.tools_listed(label, sorted(set(names)))
            for call in step.calls:
                yield from response.tool_called(call)
            yield from response.said(_words(step.then))
            yield response.closing(step.usage)
        case Hangs():
            yield from _begun(response, step.after)
        case _:
            assert_never(step)


def _whole(
    response: ScriptedResponse, deltas: Sequence[str], usage: TokenUsage | None, finish: Finish
) -> Iterator[Event]:
    yield from response.opening()
    yield from response.said(deltas)
    yield response.closing(usage, finish)


def _begun(response: ScriptedResponse, deltas: Sequence[str]) -> Iterator[Event]:
    """Up to the last delta, as when the line is cut there."""
    yield from response.opening()
    if not deltas:
        return
    for event in response.said(deltas):
        if event["type"] == "response.output_text.done":
            return
        yield event


def _words(text: str) -> list[str]:
    head, *rest = text.split(" ")
    return [head, *(f" {word}" for word in rest)]


def _expects(expecting: Expectation, request: Asked) -> bool:
    if expecting is None:
        return True
    return expecting in text_of(request) if isinstance(expecting, str) else expecting(request)


def _shown(request: Asked) -> str:
    return text_of(request).strip()[:500]
