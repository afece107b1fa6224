"""Complete sequences of Responses events, as OpenAI's server sends them, for models that do not exist."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from src.modules.llm_platform.domain.requests import Event, Finish, StreamRequest, TokenUsage

_CREATED_AT = 1_700_000_000
_REASONS = {Finish.LENGTH: "max_output_tokens", Finish.FILTERED: "content_filter"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool of an MCP server that the model uses, and what the tool answers; with an `error` it failed."""

    server_label: str
    name: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    output: str = "{}"
    error: str | None = None


@dataclass(slots=True)
class ScriptedResponse:
    """Tells one response, event by event; `events` number themselves."""

    response_id: str
    request: StreamRequest
    model: str
    _number: int = 0
    _output: list[dict[str, object]] = field(default_factory=list)

    def opening(self) -> Iterator[Event]:
        yield self._event("response.created", response=self._response("in_progress"))
        yield self._event("response.in_progress", response=self._response("in_progress"))

    def tools_listed(self, label: str, names: Sequence[str]) -> Iterator[Event]:
        tools = [{"name": name, "input_schema": {"type": "object"}} for name in names]
        item: dict[str, object] = {"type": "mcp_list_tools", "server_label": label, "tools": tools}
        place = self._place(item, "mcpl")
        yield self._event("response.output_item.added", item=item | {"tools": []}, output_index=place["output_index"])
        yield self._event("response.mcp_list_tools.in_progress", **place)
        yield self._event("response.mcp_list_tools.completed", **place)
        yield self._event("response.output_item.done", item=item, output_index=place["output_index"])

    def tool_called(self, call: ToolCall) -> Iterator[Event]:
        arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
        item: dict[str, object] = {"type": "mcp_call", "server_label": call.server_label, "name": call.name}
        place = self._place(item, "mcp")
        begun = item | {"arguments": "", "output": None, "error": None, "status": "in_progress"}
        yield self._event("response.output_item.added", item=begun, output_index=place["output_index"])
        yield self._event("response.mcp_call.in_progress", **place)
        yield self._event("response.mcp_call_arguments.delta", delta=arguments, **place)
        yield self._event("response.mcp_call_arguments.done", arguments=arguments, **place)
        failed = call.error is not None
        yield self._event(f"response.mcp_call.{'failed' if failed else 'completed'}", **place)
        item |= {"arguments": arguments, "output": None if failed else call.output, "error": _tool_error(call.error)}
        item |= {"status": "failed" if failed else "completed"}
        yield self._event("response.output_item.done", item=item, output_index=place["output_index"])

    def said(self, deltas: Sequence[str]) -> Iterator[Event]:
        item: dict[str, object] = {"type": "message", "role": "assistant"}
        place = self._place(item, "msg")
        begun = item | {"status": "in_progress", "content": []}
        yield self._event("response.output_item.added", item=begun, output_index=place["output_index"])
        place |= {"content_index": 0}
        yield self._event("response.content_part.added", part=_text_part(""), **place)
        for delta in deltas:
            yield self._event("response.output_text.delta", delta=delta, logprobs=[], **place)
        text = "".join(deltas)
        yield self._event("response.output_text.done", text=text, logprobs=[], **place)
        yield self._event("response.content_part.done", part=_text_part(text), **place)
        item |= {"status": "completed", "content": [_text_part(text)]}
        yield self._event("response.output_item.done", item=item, output_index=place["output_index"])

    def closing(self, usage: TokenUsage | None, finish: Finish = Finish.STOP) -> Event:
        status = "completed" if finish is Finish.STOP else "incomplete"
        ended = {"usage": _usage(usage), "incomplete_details": None if finish is Finish.STOP else _reason(finish)}
        return self._event(f"response.{status}", response=self._response(status) | ended)

    def _event(self, kind: str, **brings: object) -> Event:
        number, self._number = self._number, self._number + 1
        return json.loads(json.dumps({"type": kind, "sequence_number": number} | brings))  # type: ignore[no-any-return]

    def _place(self, item: dict[str, object], prefix: str) -> dict[str, object]:
        index = len(self._output)
        item["id"] = f"{prefix}_{self.response_id}_{index}"
        self._output.append(item)
        return {"item_id": item["id"], "output_index": index}

    def _response(self, status: str) -> dict[str, object]:
        return {
            "id": self.response_id,
            "object": "response",
            "created_at": _CREATED_AT,
            "status": status,
            "model": self.model,
            "output": self._output,
            "instructions": self.request.instructions,
            "previous_response_id": self.request.previous_response_id,
            "temperature": self.request.temperature,
            "max_output_tokens": self.request.max_output_tokens,
            "parallel_tool_calls": True,
            "tool_choice": self.request.tool_choice or "auto",
            "tools": [{"type": "mcp", "server_label": tool.server_label} for tool in self.request.tools],
            "error": None,
            "incomplete_details": None,
            "usage": None,
        }


def _text_part(text: str) -> dict[str, object]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _tool_error(error: str | None) -> dict[str, object] | None:
    return None if error is None else {"type": "mcp_tool_execution_error", "content": error}


def _reason(finish: Finish) -> dict[str, str]:
    return {"reason": _REASONS[finish]}


def _usage(usage: TokenUsage | None) -> dict[str, object] | None:
    if usage is None:
        return None
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.total,
    }
