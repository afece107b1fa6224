"""Chunks of chat-completions streams as servers other than OpenAI's send them: with fields missing or added."""

from tests.servers.steps import JsonObject


def chunk(delta: JsonObject, finish: str | None = None, usage: JsonObject | None = None) -> JsonObject:
    body: JsonObject = {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return body | ({"usage": usage} if usage else {})
