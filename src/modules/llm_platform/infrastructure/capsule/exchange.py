"""One recorded call: what was asked, for the how-manieth time, and how it ended."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    McpServer,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
    fingerprint,
)
from src.modules.llm_platform.infrastructure.capsule.fault_record import FaultRecord, Json, secrets_of, without_secrets

Call = Literal["generate", "stream"]


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request as it may be written down: all that decides the answer, and no secret."""

    call: Call
    body: Mapping[str, Json]

    @property
    def fingerprint(self) -> str:
        # Escaped first: half a character, which no server takes, must not stop it from being written down.
        return fingerprint(json.dumps([self.call, self.body], sort_keys=True))


class End(StrEnum):
    """`left`: the listener stopped reading; `cancelled`: the caller was stopped while it waited."""

    FINISHED = "finished"
    FAULT = "fault"
    CANCELLED = "cancelled"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """`occurrence` counts the calls that asked the same, from one. A stream that broke keeps what came before."""

    asked: RecordedRequest
    occurrence: int
    end: End
    answer: ModelAnswer | None = None
    events: tuple[Event, ...] = ()
    fault: FaultRecord | None = None


def asked_of(config: ModelConfig, request: ModelRequest | StreamRequest) -> RecordedRequest:
    """The owner is left out: the same question of another person is the same question."""
    if isinstance(request, ModelRequest):
        call: Call = "generate"
        own = _question(request)
    else:
        call = "stream"
        own = _turn(request)
    named = {"alias": config.alias, "model": config.model} | own
    named |= {"temperature": _number(request.temperature), "max_output_tokens": request.max_output_tokens}
    secrets = secrets_of(config, request)
    return RecordedRequest(call, {key: without_secrets(value, secrets) for key, value in named.items()})


def _question(request: ModelRequest) -> dict[str, object]:
    shape = request.schema
    return {
        "system_message": request.system_message,
        "prompt": request.prompt,
        "schema": None if shape is None else {"name": shape.name, "json_schema": shape.json_schema},
    }


def _turn(request: StreamRequest) -> dict[str, object]:
    return {
        "instructions": request.instructions,
        "input": request.input,
        "previous_response_id": request.previous_response_id,
        "tool_choice": request.tool_choice,
        "tools": [_tool(server) for server in request.tools],
    }


def _tool(server: McpServer) -> dict[str, object]:
    # The port is another at each start, and a query may carry a token.
    address = urlsplit(server.server_url)
    where = f"{address.scheme}://{address.hostname or ''}{address.path}"
    return {"server_label": server.server_label, "server_url": where, "allowed_tools": server.allowed_tools}


def _number(temperature: float | None) -> float | None:
    return None if temperature is None else float(temperature)
