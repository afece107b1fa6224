"""The tool calls of a turn, merged from the stream into records that can be stored: what was asked, what came back.

A call that failed and then succeeded with the same arguments is kept once, as the success. Others are kept as they
were. The ids of requests and receipts are lifted into `receipt`, so that who reads a history finds them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from apps.api.agents.protocol import ToolOutcome
from apps.api.orchestration.shared import UpstreamEvent
from apps.api.orchestration.types import _TurnStreamState
from packages.contracts.sentences import SAID
from packages.core.events import JsonObject

_NAMES = frozenset({"x-mcp-context", "authorization", "headers", "api_key", "cookie"})
_SECRETS = re.compile(r"eyJ[\w-]{6,}\.[\w-]+\.[\w-]*|\bsk-[\w-]{8,}|(?<=Bearer )\S+")
MASK = "***"
_RECEIPTS = ("request_id", "receipt_id", "deployment_id", "client_order_id", "broker_order_id", "approval_id")
_LONGEST_OUTPUT = 20_000  # characters
_LONGEST_ERROR = 2_000
_NO_RESULT = "The call never came to an end."


def collect_mcp_records(state: _TurnStreamState, event: UpstreamEvent) -> None:
    """Merges one upstream event; those that are not about a tool call change nothing."""
    kind = str(event.get("type", ""))
    item = event.get("item")
    if kind.startswith("response.output_item.") and isinstance(item, Mapping) and item.get("type") == "mcp_call":
        _merge(state, str(item.get("id", "")), {name: item.get(name) for name in _OF_ITEM if item.get(name)})
    elif kind.startswith("response.mcp_call"):
        _merge(state, str(event.get("item_id", "")), _of_event(kind, event))


_OF_ITEM = ("name", "server_label", "arguments", "output", "error", "status")


def _of_event(kind: str, event: UpstreamEvent) -> dict[str, object]:
    match kind.removeprefix("response.mcp_call"):
        case "_arguments.done":
            return {"arguments": event.get("arguments")}
        case ".failed":
            return {"failed": True}
        case _:
            return {}


def _merge(state: _TurnStreamState, call_id: str, record: Mapping[str, object]) -> None:
    if not call_id:
        return
    if call_id not in state.mcp_call_records:
        state.mcp_call_order.append(call_id)
    merged: Any = {**state.mcp_call_records.get(call_id, {}), **record}
    state.mcp_call_records[call_id] = merged


def persisted_tool_calls(state: _TurnStreamState) -> tuple[JsonObject, ...]:
    """In the order of the calls, without the failures that a later call of the same tool and arguments made good."""
    records = [_record(call_id, state.mcp_call_records[call_id]) for call_id in state.mcp_call_order]
    kept = [
        record
        for place, record in enumerate(records)
        if record["status"] == "success"
        or not any(_same(record, later) and later["status"] == "success" for later in records[place + 1 :])
    ]
    return tuple(kept)


def tool_outcomes(state: _TurnStreamState) -> tuple[ToolOutcome, ...]:
    """Every call with the structured answer of its tool."""
    outcomes = []
    for call_id in state.mcp_call_order:
        known: Any = state.mcp_call_records[call_id]
        answer = _answer(known)
        outcomes.append(
            ToolOutcome(
                str(known.get("server_label", "")),
                str(known.get("name", "")),
                _object(known.get("arguments")),
                succeeded(known),
                answer,
            )
        )
    return tuple(outcomes)


def _record(call_id: str, known: Any) -> JsonObject:
    answer, is_good = _answer(known), succeeded(known)
    output, error = known.get("output"), known.get("error")
    record: dict[str, Any] = {
        "type": "mcp_call",
        "id": call_id,
        "name": str(known.get("name", "")),
        "server_label": str(known.get("server_label", "")),
        "arguments": masked({"arguments": _object(known.get("arguments"))})["arguments"],
        "status": "success" if is_good else "failure",
        "output": _short(output),
        "error": None if is_good else _error_text(error or answer.get("error") or output or _NO_RESULT),
    }
    receipt = {name: answer[name] for name in _RECEIPTS if isinstance(answer.get(name), str)}
    return {**record, "receipt": receipt} if receipt else record


def _error_text(error: object) -> str:
    """Without the messages of its sentences where they would make it too long."""
    text = masked_text(_text(error))
    if len(text) > _LONGEST_ERROR and isinstance(error, Mapping):
        text = masked_text(_text({name: value for name, value in error.items() if name != SAID}))
    return text[:_LONGEST_ERROR]


def succeeded(known: Mapping[str, object]) -> bool:
    came = known.get("output") is not None and not known.get("error") and not known.get("failed")
    return came and _answer(known).get("ok") is not False


def _same(one: JsonObject, other: JsonObject) -> bool:
    return all(one[name] == other[name] for name in ("server_label", "name")) and _canonical(one) == _canonical(other)


def _canonical(record: JsonObject) -> str:
    return json.dumps(record["arguments"], sort_keys=True, ensure_ascii=False)


def _answer(known: Mapping[str, object]) -> dict[str, Any]:
    """Failed calls of hosted tools have their answer in `error`, plainly or in a text of its content."""
    if answer := _object(known.get("output")):
        return answer
    error = _object(known.get("error"))
    content = error.get("content")
    texts = content if isinstance(content, list) else []
    answers = (_object(_object(each).get("text")) for each in texts)
    return next((each for each in answers if each), error)


def _object(value: object) -> dict[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return dict(value) if isinstance(value, Mapping) else {}


def _short(output: object) -> str | None:
    if output is None:
        return None
    text = masked_text(_text(output))
    return text if len(text) <= _LONGEST_OUTPUT else f"{text[:_LONGEST_OUTPUT]} … ({len(text)} characters in all)"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def masked(event: Mapping[str, object]) -> JsonObject:
    """The same event without its secrets."""
    shown: Any = _masked(event)
    return shown if isinstance(shown, dict) else {}


def masked_text(text: str) -> str:
    return _SECRETS.sub(MASK, text)


def _masked(value: object) -> object:
    if isinstance(value, str):  # first, as nearly everything is one
        return masked_text(value) if "eyJ" in value or "sk-" in value or "Bearer" in value else value
    if isinstance(value, dict | Mapping):
        return {str(name): MASK if str(name).lower() in _NAMES else _masked(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(each) for each in value]
    return value
