"""OpenAI's Responses protocol: the maker keeps the conversation and calls the MCP tools itself.

OpenAI numbers every event and repeats the request in its `Response` object. Other servers took over the endpoint and
leave out, without a word, what they do not do: llama.cpp numbers nothing, repeats nothing and ignores shapes and tools.
`demand_turn` and `demand_shape` judge a server by what its answer repeats.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from typing import TypeVar

import httpx2
import openai
from openai import AsyncOpenAI, AsyncStream

from packages.core.messages import message
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, Finish, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.negotiation import Concessions
from src.modules.llm_platform.infrastructure.providers.openai.responses_wire import (
    Body,
    ResponsesAnswer,
    answer_body,
    fit_to_show,
    honest,
    numbered,
    stream_body,
)
from src.modules.llm_platform.infrastructure.providers.sdk_faults import (
    cut_off,
    garbled,
    read_in_time,
    translated_faults,
)
from src.modules.llm_platform.infrastructure.providers.status_faults import ServerWords, Unheeded, fault_of_words, whom

Payload = Mapping[str, object]


def demand_turn(config: ModelConfig, request: StreamRequest, first: Payload) -> None:
    """Raises `Unheeded` by the first event of a stream, before anything was passed on."""
    if not isinstance(first.get("sequence_number"), int):
        raise _unheeded(config, "llm_platform.events_not_numbered")
    response = first.get("response")
    echo = response if isinstance(response, Mapping) else {}
    if not {server.server_label for server in request.tools} <= _hosted_labels(echo.get("tools")):
        raise _unheeded(config, "llm_platform.tools_not_repeated")
    wanted = request.previous_response_id
    if wanted is not None and echo.get("previous_response_id") != wanted:
        raise _unheeded(config, "llm_platform.previous_not_repeated")


def demand_shape(config: ModelConfig, request: ModelRequest, response: object, answer: ModelAnswer) -> None:
    """Raises `Unheeded` with the answer when a shape was asked for, is not repeated, and the answer is no JSON. What is
    JSON all the same is accepted: asking again would be paid again."""
    if request.schema is None or _repeats_shape(response) or _may_have_shape(answer):
        return
    raise _unheeded(config, "llm_platform.shape_not_kept", answer)


def _unheeded(config: ModelConfig, what: str, answer: ModelAnswer | None = None) -> Unheeded:
    fault = Unheeded("llm_platform.half_responses_protocol", model=whom(config), what=message(what), may_be_paid=True)
    fault.answer = answer
    return fault


def _hosted_labels(tools: object) -> set[object]:
    listed = [tool for tool in tools if isinstance(tool, Mapping)] if isinstance(tools, list) else []
    return {str(tool.get("server_label")) for tool in listed if tool.get("type") == "mcp"}


def _repeats_shape(response: object) -> bool:
    match response:
        case {"text": {"format": {"type": "json_schema"}}}:
            return True
        case _:
            return False


def _may_have_shape(answer: ModelAnswer) -> bool:
    """Of an answer that was cut only its beginning can be judged, of a refusal nothing."""
    if answer.finish is Finish.FILTERED:
        return True
    if answer.finish is Finish.LENGTH:
        return answer.text.lstrip().startswith(("{", "["))
    try:
        return isinstance(json.loads(answer.text), dict | list)
    except ValueError:
        return False


T = TypeVar("T")
_PATH = "/responses"
_COMPLETE = ("response.completed", "response.incomplete")
_OPTIONAL = {
    "temperature": ("temperature",),
    "text": ("text", "text.format", "response_format", "json_schema", "json_schema_format"),
    "max_output_tokens": ("max_output_tokens",),
    "store": ("store",),
}
_LINGER = 0.1  # seconds for the end of the body after the last event, so that the connection can be used again


class ResponsesProvider:
    """Implements `ModelProvider`; closing it closes the client. `demanding`: a server that shows that it does not do
    what it was asked is refused with `Unheeded`."""

    def __init__(self, config: ModelConfig, client: AsyncOpenAI, *, demanding: bool = False) -> None:
        self._config = config
        self._client = client
        self._demanding = demanding
        self._concessions = Concessions(_OPTIONAL)

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        data = await self._send(answer_body(self._config, request), self._post)
        with translated_faults(self._config, openai):
            answer = ResponsesAnswer.model_validate(data)
            result = answer.answer_within(request.max_output_tokens)
        if answer.status == "failed":
            raise fault_of_words(self._config, ServerWords.of(answer.error), answer.id)
        if answer.status not in ("completed", "incomplete", None):
            raise cut_off(self._config)
        if self._demanding:
            demand_shape(self._config, request, data, result)
        return result

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        stream = await self._send(stream_body(self._config, request), self._open)
        async with stream:
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                raise garbled(self._config)
            async with aclosing(read_in_time(aiter(stream), self._config, openai)) as events:
                number = 0
                async for data in events:
                    event = self._checked(data, request.max_output_tokens)
                    if self._demanding and number == 0:
                        demand_turn(self._config, request, event)
                    event = numbered(event, number)
                    number = int(str(event["sequence_number"])) + 1
                    yield event
                    if event["type"] in _COMPLETE:
                        await _let_end(stream)
                        return
        raise cut_off(self._config)

    async def aclose(self) -> None:
        await self._client.close()

    async def _post(self, body: Body) -> object:
        # The SDK's models do not check what they hold, so the plain JSON is taken and checked here.
        return await self._client.post(_PATH, cast_to=object, body=body)

    async def _open(self, body: Body) -> AsyncStream[object]:
        return await self._client.post(_PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])

    async def _send(self, body: Body, send: Callable[[Body], Awaitable[T]]) -> T:
        body = self._concessions.applied(body)
        while True:
            with translated_faults(self._config, openai):
                try:
                    async with asyncio.timeout(self._config.timeouts.read):
                        return await send(body)
                except (openai.BadRequestError, openai.UnprocessableEntityError) as refusal:
                    less = self._concessions.after_refusal(ServerWords.of(refusal.body), body)
                    if less is None:
                        raise
                    body = less

    def _checked(self, data: object, most: int) -> Event:
        """The event as it came, if it is one and reports no failure."""
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise garbled(self._config)
        if data["type"] == "error":
            raise fault_of_words(self._config, ServerWords.of(data))
        response = data.get("response")
        if isinstance(response, dict):
            if data["type"] == "response.failed":
                raise fault_of_words(self._config, ServerWords.of(response.get("error")), response.get("id"))
            return honest({**data, "response": fit_to_show(response)}, most)
        if data["type"] in _COMPLETE:
            raise garbled(self._config)
        return data


async def _let_end(stream: AsyncStream[object]) -> None:
    with suppress(TimeoutError, ValueError, openai.APIError, httpx2.HTTPError):
        async with asyncio.timeout(_LINGER):
            async for _ in stream:
                pass
