"""What the makers' client libraries raise, as our own faults; no key and no prompt gets into a message."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import httpx2
import pydantic

from packages.infra.providers.outbound import AddressNotPublic
from src.modules.llm_platform.domain.errors import (
    ModelFault,
    ModelGarbled,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
)
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.providers.status_faults import (
    ServerWords,
    fault_of_status,
    fault_of_words,
    whom,
)

# One that nests deeper than anybody reads is no protocol either.
_NOT_PROTOCOL = (json.JSONDecodeError, UnicodeDecodeError, pydantic.ValidationError, RecursionError)
_TRANSPORT = (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, TimeoutError)


class Sdk(Protocol):
    """The module `openai` or the module `anthropic`: both name their errors alike."""

    @property
    def APIConnectionError(self) -> type[Exception]: ...  # noqa: N802
    @property
    def APIStatusError(self) -> type[Exception]: ...  # noqa: N802
    @property
    def APIResponseValidationError(self) -> type[Exception]: ...  # noqa: N802
    @property
    def APIError(self) -> type[Exception]: ...  # noqa: N802


@contextmanager
def translated_faults(config: ModelConfig, sdk: Sdk) -> Iterator[None]:
    """Wrap what waits for a server, never a `yield`. A fault hides its cause, because some causes quote the key."""
    try:
        yield
    except (sdk.APIError, UnicodeEncodeError, *_NOT_PROTOCOL, *_TRANSPORT) as error:
        raise _fault_of(error, config, sdk) from None


def garbled(config: ModelConfig) -> ModelGarbled:
    return ModelGarbled("llm_platform.answer_garbled", model=whom(config), may_be_paid=True)


def cut_off(config: ModelConfig) -> ModelUnreachable:
    return ModelUnreachable("llm_platform.answer_ended_early", model=whom(config), may_be_paid=True)


def fell_silent(config: ModelConfig) -> ModelTimeout:
    seconds = f"{config.timeouts.idle:g}"
    return ModelTimeout("llm_platform.stream_silent", model=whom(config), seconds=seconds, may_be_paid=True)


def _fault_of(error: Exception, config: ModelConfig, sdk: Sdk) -> ModelFault:
    if isinstance(error, sdk.APIStatusError):
        return _fault_of_status(error, config)
    if isinstance(error, sdk.APIConnectionError):
        return _fault_of_transport(error.__cause__, config)
    if isinstance(error, (sdk.APIResponseValidationError, *_NOT_PROTOCOL)):
        return garbled(config)
    if isinstance(error, sdk.APIError):
        return fault_of_words(config, ServerWords.of(getattr(error, "body", None)))
    if isinstance(error, UnicodeEncodeError):
        return _unsendable(error, config)
    return _fault_of_transport(error, config)


def _fault_of_status(error: Any, config: ModelConfig) -> ModelFault:
    return fault_of_status(config, error.response.status_code, error.response.headers, error.body)


def _fault_of_transport(cause: BaseException | None, config: ModelConfig) -> ModelFault:
    match cause:
        case httpx2.ConnectTimeout() | httpx2.PoolTimeout():
            return ModelTimeout(
                "llm_platform.connect_timeout", model=whom(config), seconds=f"{config.timeouts.connect:g}"
            )
        case httpx2.TimeoutException() | TimeoutError():
            waited = f"{config.timeouts.read:g}"
            return ModelTimeout("llm_platform.answer_timeout", model=whom(config), seconds=waited, may_be_paid=True)
        case httpx2.UnsupportedProtocol() | httpx2.InvalidURL():
            return ModelRefused("llm_platform.bad_base_url", alias=config.alias)
        case httpx2.LocalProtocolError():
            return _bad_key(config)
        case AddressNotPublic():
            return ModelRefused("llm_platform.server_not_public", alias=config.alias, host=str(cause))
        case httpx2.DecodingError():
            return garbled(config)
        case httpx2.ConnectError() | httpx2.ProxyError():
            return ModelUnreachable("llm_platform.model_unreachable", model=whom(config))
        case _:
            return cut_off(config)


def _unsendable(error: UnicodeEncodeError, config: ModelConfig) -> ModelFault:
    if error.encoding == "ascii":
        return _bad_key(config)
    return ModelRefused("llm_platform.half_a_character", alias=config.alias)


def _bad_key(config: ModelConfig) -> ModelFault:
    return ModelRefused("llm_platform.bad_key_characters", alias=config.alias)


T = TypeVar("T")


class _End:
    """No event follows; an event itself may be anything, `None` included."""


async def read_in_time(stream: AsyncIterator[T], config: ModelConfig, sdk: Sdk) -> AsyncGenerator[T, None]:
    """Raises `ModelFault`s: when nothing comes for `timeouts.idle` seconds, and for what breaks on the way."""
    while True:
        with translated_faults(config, sdk):
            event = await _next(stream, config)
        if isinstance(event, _End):
            return
        yield event


async def _next(stream: AsyncIterator[T], config: ModelConfig) -> T | _End:
    limit = asyncio.timeout(config.timeouts.idle)
    try:
        async with limit:
            return await anext(stream, _End())
    except TimeoutError:
        if limit.expired():
            raise fell_silent(config) from None
        raise
