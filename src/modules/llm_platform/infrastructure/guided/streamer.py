"""Streams a guided script as Responses events, and calls the tools that it uses."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator

from packages.contracts.sentences import with_messages
from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import McpToolResult, McpTools
from src.modules.llm_platform.domain.requests import Event, McpServer, StreamRequest
from src.modules.llm_platform.infrastructure.guided.scripts import script_of
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Patch,
    Pause,
    Say,
    Script,
    Show,
    Step,
    ToolAnswer,
    ToolUse,
)
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter

MODEL = "guided-rules"  # a response has to name one; nothing is asked and nothing is spent
_DELTA = 12  # characters shown at once


class GuidedStreamer:
    """Answers by rules, with the events that a model's answer would have."""

    def __init__(
        self,
        tools: McpTools,
        clock: Clock,
        ids: Ids,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._tools = tools
        self._clock = clock
        self._ids = ids
        self._sleep = sleep

    async def stream(self, turn: GuidedTurn) -> AsyncGenerator[Event, None]:
        writer = self._writer(turn)
        for event in writer.started():
            yield event
        script, answer, calls = script_of(turn), None, 0
        while (step := _following(script, answer)) is not None:
            answer = None
            if isinstance(step, Pause):
                await self._sleep(step.seconds)
            elif isinstance(step, ToolUse):
                calls += 1
                call = _Call(turn, step, calls)
                async for event in call.events(writer, self._tools):
                    yield event
                answer = call.answer
            else:
                for event in _text_events(writer, step):
                    yield event
        for event in writer.close_speech():
            yield event
        yield writer.completed(None, self._clock.now())

    def _writer(self, turn: GuidedTurn) -> EventWriter:
        request = StreamRequest(owner_id=turn.owner_id, input="", tools=turn.tools)
        response_id, now = f"resp_{self._ids.new()}", self._clock.now()
        return EventWriter(request, response_id=response_id, model=MODEL, at=now, new_id=self._ids.new)


class _Call:
    """One tool call of a turn, numbered, so that a repeated turn changes nothing twice."""

    def __init__(self, turn: GuidedTurn, step: ToolUse, number: int) -> None:
        self._turn = turn
        self._step = step
        self._number = number
        self.answer = ToolAnswer(False, JsonView(), is_granted=False)

    async def events(self, writer: EventWriter, tools: McpTools) -> AsyncGenerator[Event, None]:
        step = self._step
        server = next((each for each in self._turn.tools if each.server_label == step.domain), None)
        if server is None or not self._turn.grants(step.domain, step.tool):
            return
        arguments = self._arguments()
        item, events = writer.call(step.domain, step.tool)
        events += writer.arguments(item, json.dumps(arguments, ensure_ascii=False, separators=(",", ":")))
        for event in (*events, *writer.calling(item)):
            yield event
        result = await _answer(tools, server, step.tool, arguments)
        self.answer = _read(result)
        for event in (writer.failed if result.is_error else writer.answered)(item, result.text):
            yield event

    def _arguments(self) -> dict[str, object]:
        given = dict(self._step.arguments)
        if self._step.changes:
            given["idempotency_key"] = f"guided:{self._turn.turn_id}:{self._step.tool}:{self._number}"
        return given


def _following(script: Script, answer: ToolAnswer | None) -> Step | None:
    try:
        return script.send(answer)
    except StopIteration:
        return None


async def _answer(tools: McpTools, server: McpServer, name: str, arguments: dict[str, object]) -> McpToolResult:
    try:
        return await tools.call_tool(server, name, arguments)
    except ParleyError as error:
        return McpToolResult(text=error.message, is_error=True)


def _read(result: McpToolResult) -> ToolAnswer:
    """A server that did not answer says so in plain words."""
    try:
        view = JsonView(json.loads(result.text))
    except ValueError:
        view = JsonView({"error": with_messages({"message": result.text})})
    return ToolAnswer(not result.is_error, view)


def _text_events(writer: EventWriter, step: Say | Show | Patch) -> Iterator[Event]:
    for start in range(0, len(text := _text(step)), _DELTA):
        yield from writer.text(text[start : start + _DELTA])


def _text(step: Say | Show | Patch) -> str:
    match step:
        case Say(text):
            return f"{text}\n\n"
        case Show(card):
            return _tagged("AGENT_UI_JSON", card)
        case Patch(fields):
            return _tagged("AGENT_STATE_PATCH", fields)


def _tagged(tag: str, content: object) -> str:
    return f"<{tag}>{json.dumps(content, ensure_ascii=False, separators=(',', ':'))}</{tag}>"
