"""Responses as servers speak it that took over the endpoint and not all that belongs to it."""

import json

from tests.servers.dialects import Frames, frame
from tests.servers.responses_dialect import ResponsesDialect
from tests.servers.steps import JsonObject, Reply

# What llama.cpp was seen to leave out of its events and of the response in them.
LLAMA_CPP = ("sequence_number", "tools", "tool_choice", "parallel_tool_calls", "previous_response_id", "text")


class HalfResponsesDialect(ResponsesDialect):
    """`left_out` names what neither its events nor its responses hold."""

    def __init__(self, *left_out: str) -> None:
        self._left_out = left_out

    def whole(self, reply: Reply, request: JsonObject, number: int) -> JsonObject:
        return self._less(super().whole(reply, request, number))

    def frames(self, reply: Reply, request: JsonObject, number: int) -> Frames:
        told = ResponsesDialect().frames(reply, request, number)
        return Frames(tuple(map(self._half, told.opening)), tuple(map(self._half, told.closing)))

    def _half(self, told: bytes) -> bytes:
        event = self._less(json.loads(told.decode().partition("data: ")[2]))
        response = event.get("response")
        if isinstance(response, dict):
            event["response"] = self._less(response)
        return frame(event, event=str(event["type"]))

    def _less(self, body: JsonObject) -> JsonObject:
        return {name: value for name, value in body.items() if name not in self._left_out}
