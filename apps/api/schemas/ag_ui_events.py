"""A turn's events in the words of the AG-UI protocol; the same events always become the same ones, one for one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

AgUiEvent = dict[str, Any]


@dataclass(slots=True)
class AgUiTranslation:
    """One run. A message of the assistant ends where a tool is called, and the next text begins another."""

    thread_id: str
    run_id: str
    _turn_id: str = ""
    _messages: int = 0
    _is_speaking: bool = False
    _calls: dict[str, bool] = field(default_factory=dict)  # by id: whether its arguments were sent

    def of(self, event: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        """What a client of the protocol gets for one event of the chat."""
        match event["type"]:
            case "stream_start":
                yield from self._started(event)
            case "text_delta" if event["delta"]:
                yield from self._text(event["delta"])
            case "mcp_event":
                yield from self._tool_event(event["openai_type"], event["payload"])
            case "genui":
                yield from self._silent()
                yield {"type": "CUSTOM", "name": f"card.{event['payload']['type']}", "value": event["payload"]}
            case "phase_change":
                yield _delta("replace", "phase", event["to_phase"])
            case "done":
                yield from self._ended(event)
            case _:  # what the model's server says besides
                pass

    def _started(self, event: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        self._turn_id = event["turn_id"]
        yield {"type": "RUN_STARTED", **self._run()}
        state = {name: event[name] for name in ("session_id", "turn_id", "phase")}
        yield {"type": "STATE_SNAPSHOT", "snapshot": state}

    def _text(self, text: str) -> Iterator[AgUiEvent]:
        if not self._is_speaking:
            self._is_speaking, self._messages = True, self._messages + 1
            yield {"type": "TEXT_MESSAGE_START", "messageId": self._message_id(), "role": "assistant"}
        yield {"type": "TEXT_MESSAGE_CONTENT", "messageId": self._message_id(), "delta": text}

    def _silent(self) -> Iterator[AgUiEvent]:
        if self._is_speaking:
            self._is_speaking = False
            yield {"type": "TEXT_MESSAGE_END", "messageId": self._message_id()}

    def _tool_event(self, kind: str, payload: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        item = payload.get("item")
        if isinstance(item, Mapping) and item.get("type") == "mcp_call":
            call_id = str(item.get("id", ""))
            yield from self._called(call_id, item)
            if kind == "response.output_item.done":
                yield from self._answered(call_id, item)
        elif kind == "response.mcp_call_arguments.done":
            yield from self._given(str(payload.get("item_id", "")), payload.get("arguments"))

    def _called(self, call_id: str, item: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        if call_id not in self._calls:
            yield from self._silent()
            self._calls[call_id] = False
            name = f"{item.get('server_label', '')}_{item.get('name', '')}".strip("_")
            yield {"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name}

    def _given(self, call_id: str, arguments: object) -> Iterator[AgUiEvent]:
        if self._calls.get(call_id) is False and isinstance(arguments, str) and arguments:
            self._calls[call_id] = True
            yield {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": arguments}

    def _answered(self, call_id: str, item: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        yield from self._given(call_id, item.get("arguments"))
        yield {"type": "TOOL_CALL_END", "toolCallId": call_id}
        output = item.get("output") or item.get("error") or ""
        content = output if isinstance(output, str) else str(output)
        result = {"messageId": f"{self._turn_id}-{call_id}", "toolCallId": call_id, "content": content, "role": "tool"}
        yield {"type": "TOOL_CALL_RESULT", **result}
        del self._calls[call_id]

    def _ended(self, event: Mapping[str, Any]) -> Iterator[AgUiEvent]:
        yield from self._silent()
        for call_id in self._calls:  # what never came to an end
            yield {"type": "TOOL_CALL_END", "toolCallId": call_id}
        stated = ("phase", "status", "kyc_status", "missing_fields", "session_title", "deployment")
        yield {"type": "STATE_DELTA", "delta": [_operation("add", name, event[name]) for name in stated]}
        if event["stream_error"] is not None:
            detail = event["stream_error_detail"] or {}
            yield {"type": "RUN_ERROR", "message": event["stream_error"], "code": detail.get("category")}
        else:
            yield {"type": "RUN_FINISHED", **self._run(), "result": {"usage": event["usage"]}}

    def _run(self) -> AgUiEvent:
        return {"threadId": self.thread_id, "runId": self.run_id}

    def _message_id(self) -> str:
        return f"{self._turn_id}-{self._messages}"


def _delta(operation: str, name: str, value: object) -> AgUiEvent:
    return {"type": "STATE_DELTA", "delta": [_operation(operation, name, value)]}


def _operation(operation: str, name: str, value: object) -> dict[str, object]:
    return {"op": operation, "path": f"/{name}", "value": value}
