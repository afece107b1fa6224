"""Runs the tool calls of one round: checked first, then all at once."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packages.core.errors import ParleyError
from src.modules.llm_platform.application.ports import McpToolResult, McpTools
from src.modules.llm_platform.infrastructure.providers.model_deltas import OfferedTool, ToolCatalogue
from src.modules.llm_platform.infrastructure.providers.responses_events import OpenItem

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
