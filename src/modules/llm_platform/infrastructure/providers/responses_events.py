"""Writes OpenAI Responses events and their items: numbered, in the real API's order and with its fields."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from src.modules.llm_platform.application.ports import McpTool
from src.modules.llm_platform.domain.requests import Event, McpServer, StreamRequest, TokenUsage

Json = dict[str, object]


def text_part(text: str) -> Json:
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": text}


def message_item(item_id: str, status: str, content: Sequence[Json]) -> Json:
    return {"id": item_id, "type": "message", "role": "assistant", "status": status, "content": list(content)}


def reasoning_part(text: str) -> Json:
    return {"type": "reasoning_text", "text": text}


def reasoning_item(item_id: str, status: str, content: Sequence[Json]) -> Json:
    return {"id": item_id, "type": "reasoning", "summary": [], "content": list(content), "status": status}


def call_item(item_id: str, server_label: str, name: str) -> Json:
    return {
        "id": item_id,
        "type": "mcp_call",
        "approval_request_id": None,
        "arguments": "",
        "error": None,
        "name": name,
        "output": None,
        "server_label": server_label,
        "status": "in_progress",
    }


def tool_error(text: str) -> Json:
    return {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": text}]}


def tool_list_item(item_id: str, server_label: str, tools: Sequence[McpTool], error: str | None = None) -> Json:
    described = [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": dict(tool.input_schema),
            "annotations": None,
        }
        for tool in tools
    ]
    return {"id": item_id, "type": "mcp_list_tools", "server_label": server_label, "tools": described, "error": error}


def mcp_tool(server: McpServer) -> Json:
    """A server as the answer repeats it: its headers hold secrets and are left out."""
    return {
        "type": "mcp",
        "server_label": server.server_label,
        "server_url": server.server_url,
        "headers": None,
        "allowed_tools": list(server.allowed_tools),
        "require_approval": "never",
    }


def usage_item(usage: TokenUsage | None) -> Json | None:
    if usage is None:
        return None
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total,
    }


@dataclass(slots=True)
class OpenItem:
    """An item that is being written."""

    id: str
    index: int
    item: Json
    text: list[str] = field(default_factory=list)

    @property
    def written(self) -> str:
        return "".join(self.text)


class EventWriter:
    """Each method returns the events that it causes. At most one message or reasoning item is open at a time;
    calls stay open beside it until they are answered."""

    def __init__(
        self, request: StreamRequest, *, response_id: str, model: str, at: datetime, new_id: Callable[[], str]
    ) -> None:
        self._request = request
        self._response_id = response_id
        self._model = model
        self._at = at
        self._new_id = new_id
        self._number = -1
        self._output: list[Json] = []
        self._message: OpenItem | None = None
        self._reasoning: OpenItem | None = None

    def started(self) -> list[Event]:
        return [
            self._event("response.created", response=self._response("in_progress")),
            self._event("response.in_progress", response=self._response("in_progress")),
        ]

    def listing(self, server: McpServer) -> tuple[OpenItem, list[Event]]:
        opened, added = self._open(tool_list_item(self._id("mcpl"), server.server_label, ()))
        return opened, [added, self._of(opened, "response.mcp_list_tools.in_progress")]

    def listed(self, opened: OpenItem, tools: Sequence[McpTool], error: str | None = None) -> list[Event]:
        """`error`: why the server's tools could not be listed."""
        label = str(opened.item["server_label"])
        opened.item.update(tool_list_item(opened.id, label, tools, error))
        outcome = "failed" if error is not None else "completed"
        return [self._of(opened, f"response.mcp_list_tools.{outcome}"), self._done(opened)]

    def text(self, delta: str) -> list[Event]:
        events = self._close_reasoning()
        if self._message is None:
            self._message, added = self._open(message_item(self._id("msg"), "in_progress", ()))
            part = self._of(self._message, "response.content_part.added", content_index=0, part=text_part(""))
            events += [added, part]
        if delta:
            self._message.text.append(delta)
            piece = self._of(self._message, "response.output_text.delta", content_index=0, delta=delta, logprobs=[])
            events.append(piece)
        return events

    def reasoning(self, delta: str) -> list[Event]:
        events = self._close_message()
        if self._reasoning is None:
            self._reasoning, added = self._open(reasoning_item(self._id("rs"), "in_progress", ()))
            events.append(added)
        self._reasoning.text.append(delta)
        return [*events, self._of(self._reasoning, "response.reasoning_text.delta", content_index=0, delta=delta)]

    def close_speech(self, status: str = "completed") -> list[Event]:
        """Nothing more comes of the open message or reasoning."""
        return self._close_reasoning(status) + self._close_message(status)

    def call(self, server_label: str, name: str) -> tuple[OpenItem, list[Event]]:
        events = self.close_speech()
        opened, added = self._open(call_item(self._id("mcp"), server_label, name))
        return opened, [*events, added]

    def arguments(self, call: OpenItem, delta: str) -> list[Event]:
        call.text.append(delta)
        return [self._of(call, "response.mcp_call_arguments.delta", delta=delta)]

    def calling(self, call: OpenItem) -> list[Event]:
        """The arguments are complete, and the call is on its way."""
        call.item["arguments"] = call.written
        done = self._of(call, "response.mcp_call_arguments.done", arguments=call.written)
        return [done, self._of(call, "response.mcp_call.in_progress")]

    def answered(self, call: OpenItem, output: str) -> list[Event]:
        call.item.update(status="completed", output=output)
        return [self._of(call, "response.mcp_call.completed"), self._done(call)]

    def failed(self, call: OpenItem, error: str) -> list[Event]:
        call.item.update(status="failed", error=tool_error(error))
        return [self._of(call, "response.mcp_call.failed"), self._done(call)]

    def completed(self, usage: TokenUsage | None, at: datetime) -> Event:
        response = self._response("completed", usage) | {"completed_at": at.timestamp()}
        return self._event("response.completed", response=response)

    def incomplete(self, reason: str, usage: TokenUsage | None) -> Event:
        response = self._response("incomplete", usage) | {"incomplete_details": {"reason": reason}}
        return self._event("response.incomplete", response=response)

    def _close_message(self, status: str = "completed") -> list[Event]:
        message, self._message = self._message, None
        if message is None:
            return []
        part = text_part(message.written)
        message.item.update(message_item(message.id, status, (part,)))
        return [
            self._of(message, "response.output_text.done", content_index=0, text=message.written, logprobs=[]),
            self._of(message, "response.content_part.done", content_index=0, part=part),
            self._done(message),
        ]

    def _close_reasoning(self, status: str = "completed") -> list[Event]:
        thought, self._reasoning = self._reasoning, None
        if thought is None:
            return []
        thought.item.update(reasoning_item(thought.id, status, (reasoning_part(thought.written),)))
        done = self._of(thought, "response.reasoning_text.done", content_index=0, text=thought.written)
        return [done, self._done(thought)]

    def _open(self, item: Json) -> tuple[OpenItem, Event]:
        opened = OpenItem(str(item["id"]), len(self._output), item)
        self._output.append(item)
        return opened, self._event("response.output_item.added", output_index=opened.index, item=dict(item))

    def _done(self, opened: OpenItem) -> Event:
        return self._event("response.output_item.done", output_index=opened.index, item=dict(opened.item))

    def _of(self, opened: OpenItem, kind: str, **fields: object) -> Event:
        return self._event(kind, output_index=opened.index, item_id=opened.id, **fields)

    def _event(self, kind: str, **fields: object) -> Event:
        self._number += 1
        return {"type": kind, "sequence_number": self._number, **fields}

    def _id(self, prefix: str) -> str:
        return f"{prefix}_{self._new_id()}"

    def _response(self, status: str, usage: TokenUsage | None = None) -> Json:
        asked = self._request
        return {
            "id": self._response_id,
            "object": "response",
            "created_at": self._at.timestamp(),
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": asked.instructions,
            "max_output_tokens": asked.max_output_tokens,
            "metadata": {},
            "model": self._model,
            "output": [dict(item) for item in self._output],
            "parallel_tool_calls": True,
            "previous_response_id": asked.previous_response_id,
            "temperature": asked.temperature,
            "tool_choice": asked.tool_choice or "auto",
            "tools": [mcp_tool(server) for server in asked.tools],
            "usage": usage_item(usage),
        }
