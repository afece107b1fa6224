"""The wire to a chat-completions server: request bodies that it accepts, and its answers as checked chunks."""

import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

import openai
from openai import AsyncOpenAI, AsyncStream

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import ModelRequest, OutputSchema
from src.modules.llm_platform.domain.structured.strict_schema import is_strict
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.openai.chat_chunks import Chunk
from src.modules.llm_platform.infrastructure.providers.rounds import RoundRequest, joined, schema_sentence, with_system
from src.modules.llm_platform.infrastructure.providers.sdk_faults import garbled, read_in_time, translated_faults
from src.modules.llm_platform.infrastructure.providers.status_faults import ServerWords

TokenLimit = Literal["max_tokens", "max_completion_tokens"]
_OTHER_LIMIT: Mapping[TokenLimit, TokenLimit] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}
_ONLY_THIS_SCHEMA = "invalid_json_schema|invalid schema"
_TOO_LONG = "context_length|maximum context|context window"


class SchemaMode(StrEnum):
    """How an answer is held to a schema: by the server, to any JSON object, or by asking for it."""

    ENFORCED = "json_schema"
    OBJECT = "json_object"
    ASKED = "asked"


_WEAKER = {SchemaMode.ENFORCED: SchemaMode.OBJECT, SchemaMode.OBJECT: SchemaMode.ASKED}


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a server takes, as far as is known."""

    schema: SchemaMode = SchemaMode.ENFORCED
    limit_name: TokenLimit = "max_tokens"
    limit_swapped: bool = False
    temperature: bool = True
    usage_in_streams: bool = True

    def after_refusal(self, words: ServerWords, body: Body) -> "Accepted | None":
        """What to try next when the server refused this body; None when nothing that we can leave out is at fault."""
        if _names(words, "temperature") and "temperature" in body:
            return replace(self, temperature=False)
        if _names(words, "max_tokens|max_completion_tokens") and not self.limit_swapped:
            return replace(self, limit_name=_OTHER_LIMIT[self.limit_name], limit_swapped=True)
        if _names(words, "stream_options|include_usage") and "stream_options" in body:
            return replace(self, usage_in_streams=False)
        # Servers seldom say that it is the format which they do not know.
        if "response_format" in body and not words.mention(_TOO_LONG):
            return replace(self, schema=_WEAKER[self.schema])
        return None

    def worth_remembering(self, words: ServerWords, before: "Accepted") -> "Accepted":
        """A server that refuses one schema may take the next."""
        return replace(self, schema=before.schema) if words.mention(_ONLY_THIS_SCHEMA) else self


def first_guess(config: ModelConfig) -> Accepted:
    """OpenAI's newer models refuse the old name of the limit; other servers often do not know the new one."""
    host = urlsplit(config.base_url or "https://api.openai.com").hostname or ""
    return Accepted(limit_name="max_completion_tokens" if host.endswith("openai.com") else "max_tokens")


def answer_body(config: ModelConfig, request: ModelRequest, accepted: Accepted) -> Body:
    """One question with one answer."""
    asked = request.schema is not None and accepted.schema is not SchemaMode.ENFORCED
    system = joined(request.system_message, schema_sentence(request.schema) if request.schema and asked else None)
    messages = with_system(system, [{"role": "user", "content": request.prompt}])
    body: Body = {"model": config.model, "messages": messages, accepted.limit_name: request.max_output_tokens}
    if request.temperature is not None and accepted.temperature:
        body["temperature"] = request.temperature
    if request.schema is not None and accepted.schema is not SchemaMode.ASKED:
        body["response_format"] = _response_format(request.schema, accepted.schema)
    return body


def round_body(config: ModelConfig, question: RoundRequest, accepted: Accepted) -> Body:
    """One round of a streamed turn."""
    body: Body = {
        "model": config.model,
        "messages": with_system(question.system, question.messages),
        "stream": True,
        accepted.limit_name: question.max_output_tokens,
    }
    if accepted.usage_in_streams:
        body["stream_options"] = {"include_usage": True}
    if question.temperature is not None and accepted.temperature:
        body["temperature"] = question.temperature
    if question.tool_choice is not None:
        body |= {"tools": _functions(question), "tool_choice": question.tool_choice}
    return body


def _response_format(schema: OutputSchema, mode: SchemaMode) -> Body:
    if mode is SchemaMode.OBJECT:
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.name)[:64] or "answer"
    strict = is_strict(schema.json_schema)
    return {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema.json_schema), "strict": strict}}


def _functions(question: RoundRequest) -> list[Body]:
    return [
        {
            "type": "function",
            "function": {
                "name": offered.function,
                "description": offered.tool.description,
                "parameters": dict(offered.parameters),
            },
        }
        for offered in question.catalogue.offered
    ]


def _names(words: ServerWords, pattern: str) -> bool:
    return words.mention(pattern) or ServerWords(code=words.parameter).mention(pattern)


BodyOf = Callable[[Accepted], Body]
_PATH = "/chat/completions"


class ChatConnection:
    """What a server was found to accept is remembered as long as this object lives."""

    def __init__(self, config: ModelConfig, client: AsyncOpenAI) -> None:
        self._config = config
        self._client = client
        self._negotiation = Negotiation(first_guess(config), config, openai)

    async def ask(self, body_of: BodyOf) -> Chunk:
        data = await self._negotiation.agree(body_of, self._post)
        with translated_faults(self._config, openai):
            return Chunk.model_validate(data)

    async def listen(self, body_of: BodyOf) -> AsyncGenerator[Chunk, None]:
        stream = await self._negotiation.agree(body_of, self._open)
        async with stream:
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                raise garbled(self._config)
            async with aclosing(read_in_time(aiter(stream), self._config, openai)) as events:
                async for data in events:
                    with translated_faults(self._config, openai):
                        chunk = Chunk.model_validate(data)
                    yield chunk

    async def aclose(self) -> None:
        await self._client.close()

    async def _post(self, body: Body) -> object:
        # The SDK's models would hide what servers leave out or add, so the plain JSON is taken.
        return await self._client.post(_PATH, cast_to=object, body=body)

    async def _open(self, body: Body) -> AsyncStream[object]:
        return await self._client.post(_PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])
