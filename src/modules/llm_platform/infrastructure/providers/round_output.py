"""What a model said in one round, collected while its events are written, and the tool calls that it makes."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from packages.core.errors import ParleyError
from src.modules.llm_platform.application.ports import McpToolResult, McpTools
from src.modules.llm_platform.domain.errors import ModelUnreachable
from src.modules.llm_platform.domain.requests import Event, Finish
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter, OpenItem
from src.modules.llm_platform.infrastructure.providers.rounds import (
    AnswerDelta,
    CallArguments,
    CallOpened,
    Delta,
    Message,
    OfferedTool,
    ReasoningDelta,
    RoundEnd,
    ToolCatalogue,
    assistant_message,
    label_and_name,
)

_NAMED_AT_MOST = 20


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A call as the model made it."""

    call_id: str
    function: str
    item: OpenItem

    @property
    def arguments(self) -> str:
        return self.item.written

    @property
    def repeatable_arguments(self) -> str:
        """Servers that read the arguments of earlier calls fail on what is no JSON object."""
        return "{}" if _json_object(self.arguments) is None else self.arguments or "{}"


async def run_calls(tools: McpTools, catalogue: ToolCatalogue, calls: Sequence[RequestedCall]) -> list[McpToolResult]:
    """The results in the order of the calls; cancelling cancels the calls that still run."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_run(tools, catalogue, call)) for call in calls]
    return [task.result() for task in tasks]


async def _run(tools: McpTools, catalogue: ToolCatalogue, call: RequestedCall) -> McpToolResult:
    offered = catalogue.find(call.function)
    if offered is None:
        return _refused(_unknown(call.function, catalogue))
    arguments = _json_object(call.arguments)
    if arguments is None:
        return _refused(_not_an_object(offered))
    try:
        return await tools.call_tool(offered.server, offered.tool.name, arguments)
    except ParleyError as error:
        return _refused(error.message)


def _json_object(text: str) -> Mapping[str, object] | None:
    """Tools without parameters are often called with an empty text."""
    try:
        value = json.loads(text) if text.strip() else {}
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _refused(text: str) -> McpToolResult:
    return McpToolResult(text=text, is_error=True)


def _unknown(function: str, catalogue: ToolCatalogue) -> str:
    names = [offered.function for offered in catalogue.offered]
    known = ", ".join(names[:_NAMED_AT_MOST]) or "none"
    more = f" and {len(names) - _NAMED_AT_MOST} more" if len(names) > _NAMED_AT_MOST else ""
    return f"There is no tool {function!r}, so nothing was called. The tools you may call: {known}{more}."


def _not_an_object(offered: OfferedTool) -> str:
    schema = json.dumps(offered.parameters, ensure_ascii=False)
    return (
        f"The arguments are not a JSON object, so {offered.function!r} was not called. "
        f"Call it again with arguments that match this JSON Schema: {schema}"
    )


class RoundOutput:
    """Feed it every delta of the round, then `close` it."""

    def __init__(self, writer: EventWriter, catalogue: ToolCatalogue) -> None:
        self._writer = writer
        self._catalogue = catalogue
        self._text: list[str] = []
        self._calls: list[RequestedCall] = []
        self._end: RoundEnd | None = None

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def calls(self) -> Sequence[RequestedCall]:
        return self._calls

    @property
    def end(self) -> RoundEnd:
        if self._end is None:
            raise ModelUnreachable("llm_platform.answer_broke_off", may_be_paid=True)
        return self._end

    def events_of(self, delta: Delta) -> list[Event]:
        match delta:
            case AnswerDelta(text):
                self._text.append(text)
                return self._writer.text(text) if text else []
            case ReasoningDelta(text):
                return self._writer.reasoning(text) if text else []
            case CallOpened():
                return self._open(delta)
            case CallArguments(slot, text):
                return self._writer.arguments(self._calls[slot].item, text)
            case RoundEnd():
                self._end = delta
                return []
            case _:
                assert_never(delta)

    def close(self) -> list[Event]:
        """The round is over: every item of it but the calls is done, and the calls are complete."""
        status = "completed" if self.end.finish is Finish.STOP else "incomplete"
        events = self._writer.close_speech(status)
        return [*events, *(event for call in self._calls for event in self._writer.calling(call.item))]

    def message(self, *, with_calls: bool) -> Message:
        calls = [(call.call_id, call.function, call.repeatable_arguments) for call in self._calls] if with_calls else []
        return assistant_message(self.text, calls, self.end.echo if with_calls else {})

    def _open(self, opened: CallOpened) -> list[Event]:
        offered = self._catalogue.find(opened.function)
        shown = label_and_name(opened.function) if offered is None else (offered.server.server_label, offered.tool.name)
        item, events = self._writer.call(*shown)
        self._calls.append(RequestedCall(opened.call_id or f"call_{item.id}", opened.function, item))
        return events
