"""The chat-completions protocol as a server speaks it, checked against the SDK's own models of it."""

from openai.types.chat import ChatCompletion, ChatCompletionChunk

from src.modules.llm_platform.domain.requests import Finish, TokenUsage
from tests.servers.dialects import Frames, frame, pieces
from tests.servers.steps import JsonObject, Reply, ToolCall

_FINISH = {Finish.STOP: "stop", Finish.LENGTH: "length", Finish.FILTERED: "content_filter"}


class ChatDialect:
    path = "/v1/chat/completions"

    def whole(self, reply: Reply, request: JsonObject, number: int) -> JsonObject:
        message: JsonObject = {"role": "assistant", "content": reply.text or None, "refusal": None}
        if reply.tool_calls:
            message["tool_calls"] = [_tool_call(call) for call in reply.tool_calls]
        choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
        body = _body(request, number, "chat.completion", [choice], reply.usage)
        ChatCompletion.model_validate(body)
        return body

    def frames(self, reply: Reply, request: JsonObject, number: int) -> Frames:
        def chunk(delta: JsonObject, finish: str | None = None) -> bytes:
            choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
            return _chunk(_body(request, number, "chat.completion.chunk", [choice], None))

        deltas: list[JsonObject] = [{"role": "assistant", "content": ""}]
        deltas += [{"content": piece} for piece in pieces(reply.text, reply.piece)]
        for index, call in enumerate(reply.tool_calls):
            deltas += _tool_call_deltas(index, call, reply.piece)
        closing = [chunk({}, _finish(reply))]
        if reply.usage is not None and _asks_for_usage(request):
            closing.append(_chunk(_body(request, number, "chat.completion.chunk", [], reply.usage)))
        return Frames(tuple(chunk(delta) for delta in deltas), (*closing, frame("[DONE]")))


def _finish(reply: Reply) -> str:
    return "tool_calls" if reply.tool_calls else _FINISH[reply.finish]


def _asks_for_usage(request: JsonObject) -> bool:
    options = request.get("stream_options")
    return isinstance(options, dict) and bool(options.get("include_usage"))


def _chunk(body: JsonObject) -> bytes:
    ChatCompletionChunk.model_validate(body)
    return frame(body)


def _tool_call(call: ToolCall) -> JsonObject:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _tool_call_deltas(index: int, call: ToolCall, piece: int) -> list[JsonObject]:
    """The name first, then the arguments in pieces, as servers do."""
    named = {"index": index, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": ""}}
    rest = [{"index": index, "function": {"arguments": part}} for part in pieces(call.arguments, piece)]
    return [{"tool_calls": [part]} for part in (named, *rest)]


def _body(
    request: JsonObject, number: int, kind: str, choices: list[JsonObject], usage: TokenUsage | None
) -> JsonObject:
    body: JsonObject = {
        "id": f"chatcmpl-{number}",
        "object": kind,
        "created": 1_760_000_000,
        "model": request.get("model", "scripted"),
        "choices": choices,
    }
    if usage is not None:
        body["usage"] = {
            "prompt_tokens": usage.input_tokens,
            "completion_tokens": usage.output_tokens,
            "total_tokens": usage.total,
            "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        }
    return body
