"""The Responses protocol as a server speaks it, every event checked against the SDK's own model of it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from openai.types.responses import Response, ResponseStreamEvent
from pydantic import BaseModel

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from tests.servers.dialects import Frames, frame, pieces
from tests.servers.steps import HostedMcpCall, JsonObject, Reply

_INCOMPLETE = {Finish.LENGTH: "max_output_tokens", Finish.FILTERED: "content_filter"}


class ResponsesDialect:
    path = "/v1/responses"

    def whole(self, reply: Reply, request: JsonObject, number: int) -> JsonObject:
        status = "incomplete" if reply.finish in _INCOMPLETE else "completed"
        return response(request, number, status=status, reply=reply, output=_output(reply))

    def frames(self, reply: Reply, request: JsonObject, number: int) -> Frames:
        events = _Events()
        began = response(request, number, status="in_progress")
        events.add("response.created", response=began)
        events.add("response.in_progress", response=began)
        for index, call in enumerate(reply.mcp_calls):
            _mcp_call(events, index, call)
        if reply.text:
            _message(events, reply, len(reply.mcp_calls))
        opening = tuple(events.frames)
        ended = self.whole(reply, request, number)
        events.add(f"response.{ended['status']}", response=ended)
        return Frames(opening, tuple(events.frames[len(opening) :]))


class _Events:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def add(self, type_: str, **fields: object) -> None:
        event = checked_event({"type": type_, "sequence_number": len(self.frames), **fields})
        self.frames.append(frame(event, event=type_))


def checked_event(event: JsonObject) -> JsonObject:
    """The event itself, if the SDK knows such an event with such fields."""
    _models()[str(event["type"])].model_validate(event)
    return event


@cache
def _models() -> Mapping[str, type[BaseModel]]:
    union: Any = get_args(ResponseStreamEvent)[0]
    return {get_args(model.model_fields["type"].annotation)[0]: model for model in get_args(union)}


def response(
    request: JsonObject,
    number: int,
    *,
    status: str,
    reply: Reply | None = None,
    output: list[JsonObject] | None = None,
    error: JsonObject | None = None,
) -> JsonObject:
    """The `Response` object that a server sends whole, or inside of its first and last event; as OpenAI's it repeats
    what was asked."""
    body: JsonObject = {
        "id": f"resp_{number}",
        "created_at": 1_760_000_000,
        "object": "response",
        "status": status,
        "model": request.get("model", "scripted"),
        "output": output or [],
        "parallel_tool_calls": True,
        "previous_response_id": request.get("previous_response_id"),
        "tool_choice": "auto",
        "tools": _repeated(request.get("tools")),
        "text": request.get("text", {"format": {"type": "text"}}),
        "error": error,
        "incomplete_details": {"reason": _INCOMPLETE[reply.finish]} if reply and reply.finish in _INCOMPLETE else None,
        "usage": _usage(reply.usage) if reply and reply.usage else None,
    }
    Response.model_validate(body)
    return body


def _repeated(tools: object) -> list[JsonObject]:
    asked = tools if isinstance(tools, list) else []
    return [{name: value for name, value in tool.items() if name != "headers"} for tool in asked]


def _usage(usage: TokenUsage) -> JsonObject:
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total,
    }


def _output(reply: Reply) -> list[JsonObject]:
    items = [_mcp_item(index, call, done=True) for index, call in enumerate(reply.mcp_calls)]
    return [*items, _message_item(reply.text, "completed")] if reply.text else items


def _message_item(text: str, status: str) -> JsonObject:
    content = [_part(text)] if text else []
    return {"id": "msg_1", "type": "message", "role": "assistant", "status": status, "content": content}


def _part(text: str) -> JsonObject:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _message(events: _Events, reply: Reply, index: int) -> None:
    at = {"item_id": "msg_1", "output_index": index, "content_index": 0}
    events.add("response.output_item.added", output_index=index, item=_message_item("", "in_progress"))
    events.add("response.content_part.added", **at, part=_part(""))
    for piece in pieces(reply.text, reply.piece):
        events.add("response.output_text.delta", **at, delta=piece, logprobs=[])
    events.add("response.output_text.done", **at, text=reply.text, logprobs=[])
    events.add("response.content_part.done", **at, part=_part(reply.text))
    events.add("response.output_item.done", output_index=index, item=_message_item(reply.text, "completed"))


def _mcp_call(events: _Events, index: int, call: HostedMcpCall) -> None:
    at = {"item_id": f"mcp_{index}", "output_index": index}
    events.add("response.output_item.added", output_index=index, item=_mcp_item(index, call, done=False))
    events.add("response.mcp_call.in_progress", **at)
    events.add("response.mcp_call_arguments.delta", **at, delta=call.arguments)
    events.add("response.mcp_call_arguments.done", **at, arguments=call.arguments)
    events.add("response.mcp_call.failed" if call.failed else "response.mcp_call.completed", **at)
    events.add("response.output_item.done", output_index=index, item=_mcp_item(index, call, done=True))


def _mcp_item(index: int, call: HostedMcpCall, *, done: bool) -> JsonObject:
    return {
        "id": f"mcp_{index}",
        "type": "mcp_call",
        "server_label": call.server_label,
        "name": call.name,
        "arguments": call.arguments if done else "",
        "output": call.output if done else None,
        "status": ("failed" if call.failed else "completed") if done else "in_progress",
    }
