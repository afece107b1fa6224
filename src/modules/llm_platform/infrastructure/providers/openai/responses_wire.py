"""The bodies of the Responses protocol: what is sent, and what of an answer is read."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    McpServer,
    ModelAnswer,
    ModelRequest,
    OutputSchema,
    StreamRequest,
    TokenUsage,
)
from src.modules.llm_platform.domain.structured.strict_schema import is_strict

Body = dict[str, object]


def answer_body(config: ModelConfig, request: ModelRequest) -> Body:
    """Nothing of a single question is kept by the maker."""
    body: Body = {
        "model": config.model,
        "input": request.prompt,
        "instructions": request.system_message,
        "temperature": request.temperature,
        "max_output_tokens": request.max_output_tokens,
        "text": _text_format(request.schema) if request.schema else None,
        "store": False,
    }
    return {name: value for name, value in body.items() if value is not None}


def stream_body(config: ModelConfig, request: StreamRequest) -> Body:
    """The maker keeps the turn, so that the next one can name it as its `previous_response_id`."""
    body: Body = {
        "model": config.model,
        "input": request.input if isinstance(request.input, str) else [dict(item) for item in request.input],
        "instructions": request.instructions,
        "tools": [_hosted(server) for server in request.tools] or None,
        "tool_choice": request.tool_choice,
        "previous_response_id": request.previous_response_id,
        "temperature": request.temperature,
        "max_output_tokens": request.max_output_tokens,
        "stream": True,
    }
    return {name: value for name, value in body.items() if value is not None}


def _hosted(server: McpServer) -> Body:
    return {
        "type": "mcp",
        "server_label": server.server_label,
        "server_url": server.server_url,
        "headers": dict(server.headers),
        "allowed_tools": list(server.allowed_tools),
        "require_approval": "never",
    }


def _text_format(schema: OutputSchema) -> Body:
    name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.name)[:64] or "answer"
    strict = is_strict(schema.json_schema)
    return {"format": {"type": "json_schema", "name": name, "schema": dict(schema.json_schema), "strict": strict}}


class _Cached(BaseModel):
    cached_tokens: int | None = 0


class _Usage(BaseModel):
    input_tokens: int
    output_tokens: int
    input_tokens_details: _Cached | None = None

    @property
    def counted(self) -> TokenUsage:
        details = self.input_tokens_details
        return TokenUsage(self.input_tokens, self.output_tokens, (details and details.cached_tokens) or 0)


class _Part(BaseModel):
    type: str
    text: str = ""


class _Message(BaseModel):
    type: Literal["message"]
    content: list[_Part] = []


class _Incomplete(BaseModel):
    reason: str | None = None


class ResponsesAnswer(BaseModel):
    """A `Response` object, as far as it is read here."""

    id: str | None = None
    status: str | None = "completed"
    output: list[Mapping[str, object]]
    usage: _Usage | None = None
    incomplete_details: _Incomplete | None = None
    error: Mapping[str, object] | None = Field(default=None, repr=False)

    @property
    def model_answer(self) -> ModelAnswer:
        parts = [part for message in self._messages() for part in message.content]
        text = "".join(part.text for part in parts if part.type == "output_text")
        refused = any(part.type == "refusal" for part in parts)
        usage = self.usage.counted if self.usage else None
        return ModelAnswer(text=text, finish=self._finish(refused), usage=usage, response_id=self.id)

    def answer_within(self, most: int) -> ModelAnswer:
        """llama.cpp calls a cut answer complete; its count of tokens gives it away."""
        answer = self.model_answer
        full = answer.usage is not None and answer.usage.output_tokens >= most
        return replace(answer, finish=Finish.LENGTH) if full and answer.finish is Finish.STOP else answer

    def _messages(self) -> list[_Message]:
        return [_Message.model_validate(item) for item in self.output if item.get("type") == "message"]

    def _finish(self, refused: bool) -> Finish:
        reason = self.incomplete_details.reason if self.incomplete_details else None
        if refused or reason == "content_filter":
            return Finish.FILTERED
        return Finish.LENGTH if self.status == "incomplete" else Finish.STOP


def numbered(event: Event, number: int) -> Event:
    """llama.cpp does not number its events."""
    return event if isinstance(event.get("sequence_number"), int) else {**event, "sequence_number": number}


def honest(event: Event, most: int) -> Event:
    """An answer as long as it may be was cut, whatever the server calls it."""
    response = event["response"]
    if event["type"] != "response.completed" or not isinstance(response, dict):
        return event
    usage = response.get("usage")
    if usage is None or usage["output_tokens"] < most:
        return event
    cut = {**response, "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    return {**event, "type": "response.incomplete", "response": cut}


def fit_to_show(response: Body) -> Body:
    """As it came, but without the headers of tools, which a server may repeat and nobody may see, and without a usage
    that counts nothing."""
    fit = dict(response)
    tools = response.get("tools")
    if isinstance(tools, list):
        fit["tools"] = [_without_secrets(tool) for tool in tools if isinstance(tool, dict)]
    try:
        _Usage.model_validate(response.get("usage"))
    except ValidationError:
        fit["usage"] = None
    return fit


def _without_secrets(tool: Body) -> Body:
    return {name: value for name, value in tool.items() if name not in ("headers", "authorization")}
