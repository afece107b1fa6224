"""A voice of the chat that plays a script, step by step; the tools that a script calls are the desk's own.

    streamer.plays(Calls("strategy", "upsert_dsl", {"dsl_json": rules}), Says("Here it is."))

A turn for which nothing was scripted is answered with a few words.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, assert_never

from apps.api.orchestration.shared import ToolServer, TurnRequest, UpstreamEvent
from packages.contracts.chat_events import Engine
from packages.contracts.tool_grants import HEADER
from src.modules.llm_platform.application.ports import McpTools
from src.modules.llm_platform.domain.requests import Finish, McpServer, StreamRequest, TokenUsage
from tests.fakes.scripted_events import ScriptedResponse, ToolCall

Answers: TypeAlias = Mapping[str, dict[str, Any]]  # of the tools of this turn, the last of each
USAGE = TokenUsage(input_tokens=21, output_tokens=8)
UNASKED = "I see."


@dataclass(frozen=True, slots=True)
class Says:
    """Text, in deltas of `size` characters."""

    text: str
    size: int = 7


@dataclass(frozen=True, slots=True)
class Calls:
    """A tool of the desk, called through its own server; `arguments` may be made of what earlier tools answered. A tool
    that was not handed to the model is not called, and the script goes on; with `forced` it is called all the same,
    with the token of some server that was handed."""

    server_label: str
    name: str
    arguments: Mapping[str, object] | Callable[[Answers], Mapping[str, object]] = field(default_factory=dict)
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Pretends:
    """A tool call that never was, as a lying or a hosted model may tell it."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Sends:
    """Something as it is, event or not."""

    event: Any


@dataclass(frozen=True, slots=True)
class Waits:
    """For somebody, or for ever."""

    until: asyncio.Event | None = None


@dataclass(frozen=True, slots=True)
class Breaks:
    """Raises."""

    error: BaseException


@dataclass(frozen=True, slots=True)
class Ends:
    """The last event; a script without an end gets a good one, unless it is `CUT`."""

    usage: TokenUsage | None = USAGE
    finish: Finish = Finish.STOP


@dataclass(frozen=True, slots=True)
class Cut:
    """No last event: the line is just closed."""


Step: TypeAlias = Says | Calls | Pretends | Sends | Waits | Breaks | Ends | Cut
_LAST = (Ends, Cut, Breaks)


def patch(**fields: object) -> str:
    return f"<AGENT_STATE_PATCH>{json.dumps(fields, ensure_ascii=False)}</AGENT_STATE_PATCH>"


def card(**fields: object) -> str:
    return f"<AGENT_UI_JSON>{json.dumps(fields, ensure_ascii=False)}</AGENT_UI_JSON>"


class ScriptedStreamer:
    """`Streamers` and `ChatStreamer` in one. `tools` calls the desk's servers, once there is a desk."""

    def __init__(self, engine: Engine = "llm") -> None:
        self.engine: Engine = engine
        self.tools: McpTools | None = None
        self.requests: list[TurnRequest] = []
        self.refused: list[str] = []  # tools that a script wanted and the turn was not handed
        self.answers: list[dict[str, Any]] = []  # of the tools that were called, in order
        self._scripts: deque[Sequence[Step]] = deque()

    def plays(self, *steps: Step) -> None:
        """The next turn that nothing was scripted for."""
        self._scripts.append(steps)

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> "ScriptedStreamer":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        self.requests.append(request)
        steps = self._scripts.popleft() if self._scripts else (Says(UNASKED),)
        if not isinstance(steps[-1] if steps else None, _LAST):
            steps = (*steps, Ends())
        response = ScriptedResponse(f"resp_{request.turn_id}_{len(self.requests)}", _asked(request), "scripted")
        for opening in response.opening():
            yield opening
        answers: dict[str, dict[str, Any]] = {}
        for step in steps:
            async for event in self._played(step, request, response, answers):
                yield event

    async def _played(
        self, step: Step, request: TurnRequest, response: ScriptedResponse, answers: dict[str, dict[str, Any]]
    ) -> AsyncGenerator[UpstreamEvent, None]:
        match step:
            case Waits(until):
                await (asyncio.get_running_loop().create_future() if until is None else until.wait())
            case Breaks(error):
                raise error
            case Calls():
                made = await self._call(step, request, answers)
                for called in () if made is None else response.tool_called(made):
                    yield called
            case _:
                for event in _told(step, response):
                    yield event
                    await asyncio.sleep(0)

    async def _call(self, step: Calls, request: TurnRequest, answers: dict[str, dict[str, Any]]) -> ToolCall | None:
        handed = _handed(step, request)
        if handed is None:
            self.refused.append(f"{step.server_label}.{step.name}")
            return None
        assert self.tools is not None, "give the streamer the desk's tools before a script calls one"
        arguments = step.arguments(answers) if callable(step.arguments) else step.arguments
        result = await self.tools.call_tool(_server(handed), step.name, arguments)
        answers[step.name] = answer = _object(result.text)
        self.answers.append(answer)
        return ToolCall(
            server_label=step.server_label,
            name=step.name,
            arguments=arguments,
            output=result.text,
            error=result.text if result.is_error else None,
        )


def _told(step: Says | Pretends | Sends | Ends | Cut, response: ScriptedResponse) -> Iterator[UpstreamEvent]:
    match step:
        case Says(text, size):
            yield from response.said([text[at : at + size] for at in range(0, len(text), size)])
        case Pretends(call):
            yield from response.tool_called(call)
        case Sends(event):
            yield event
        case Ends(usage, finish):
            yield response.closing(usage, finish)
        case Cut():
            return
        case _:
            assert_never(step)


def _handed(step: Calls, request: TurnRequest) -> ToolServer | None:
    granted = next((each for each in request.tools if each.server_label == step.server_label), None)
    if granted is not None and (step.forced or step.name in granted.allowed_tools):
        return granted
    if not step.forced or not request.tools:
        return None
    other = request.tools[0]  # its token, at another server
    return replace(other, server_url=other.server_url.replace(other.server_label, step.server_label))


def message_in(request: TurnRequest) -> str:
    """The person's message, without the memory of the phase before."""
    return str(request.input[-1]["content"]).rpartition("[/PHASE MEMORY]\n\n")[2]


def _asked(request: TurnRequest) -> StreamRequest:
    return StreamRequest(
        owner_id=request.owner_id,
        input=message_in(request),
        instructions=request.instructions,
        tools=tuple(map(_server, request.tools)),
        previous_response_id=request.previous_response_id,
        tool_choice=request.tool_choice,
    )


def _server(handed: ToolServer) -> McpServer:
    return McpServer(
        server_label=handed.server_label,
        server_url=handed.server_url,
        headers={HEADER: handed.token},
        allowed_tools=handed.allowed_tools,
    )


def _object(text: str) -> dict[str, Any]:
    told = json.loads(text)
    assert isinstance(told, dict), text
    return told
