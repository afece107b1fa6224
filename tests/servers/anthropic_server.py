"""Anthropic's messages protocol as its server speaks it, checked against the SDK's own models of it."""

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from tests.servers.dialects import Frames, frame, pieces
from tests.servers.steps import JsonObject, Reply

_STOP = {Finish.STOP: "end_turn", Finish.LENGTH: "max_tokens", Finish.FILTERED: "refusal"}


class AnthropicDialect:
    path = "/v1/messages"

    def whole(self, reply: Reply, request: JsonObject, number: int) -> JsonObject:
        blocks: list[JsonObject] = [{"type": "text", "text": reply.text}] if reply.text else []
        for call in reply.tool_calls:
            use = {"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.arguments)}
            blocks.append(use)
        usage = _usage(reply.usage) if reply.usage is not None else None
        return _message(request, number, blocks, _stop_reason(reply), usage)

    def frames(self, reply: Reply, request: JsonObject, number: int) -> Frames:
        used = reply.usage or TokenUsage(0, 0)
        begun = _message(request, number, [], None, _usage(TokenUsage(used.input_tokens, 1, used.cached_tokens)))
        opening = [event("message_start", message=begun), frame({"type": "ping"}, event="ping")]
        if reply.text:
            opening += _block(0, {"type": "text", "text": ""}, "text_delta", "text", pieces(reply.text, reply.piece))
        for index, call in enumerate(reply.tool_calls, start=1 if reply.text else 0):
            use: JsonObject = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
            parts = ["", *pieces(call.arguments, reply.piece)]
            opening += _block(index, use, "input_json_delta", "partial_json", parts)
        delta = {"stop_reason": _stop_reason(reply), "stop_sequence": None}
        closing = event("message_delta", delta=delta, usage={"output_tokens": used.output_tokens})
        return Frames(tuple(opening), (closing, event("message_stop")))


@cache
def _models() -> tuple[TypeAdapter[Any], TypeAdapter[Any]]:
    """Of a message and of an event. Imported here: the SDK takes longer to import than all the other tests of models,
    and every process that tests would do so to find out which tests there are."""
    from anthropic.types import Message, RawMessageStreamEvent

    return TypeAdapter(Message), TypeAdapter(RawMessageStreamEvent)


def event(kind: str, **fields: object) -> bytes:
    data: JsonObject = {"type": kind, **fields}
    _models()[1].validate_python(data)
    return frame(data, event=kind)


def _block(index: int, block: JsonObject, kind: str, field: str, parts: list[str]) -> list[bytes]:
    deltas = [event("content_block_delta", index=index, delta={"type": kind, field: part}) for part in parts]
    begun = event("content_block_start", index=index, content_block=block)
    return [begun, *deltas, event("content_block_stop", index=index)]


def _stop_reason(reply: Reply) -> str:
    return "tool_use" if reply.tool_calls else _STOP[reply.finish]


def _usage(usage: TokenUsage) -> JsonObject:
    return {
        "input_tokens": usage.input_tokens - usage.cached_tokens,
        "cache_read_input_tokens": usage.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.output_tokens,
    }


def _message(
    request: JsonObject, number: int, blocks: list[JsonObject], stop_reason: str | None, usage: Any
) -> JsonObject:
    body: JsonObject = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": request.get("model", "scripted"),
        "content": blocks,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": usage,
    }
    _models()[0].validate_python(body | {"usage": usage or _usage(TokenUsage(0, 0))})
    return body
