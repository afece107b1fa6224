"""One recorded call: what was asked, for the how-manieth time, how it ended, and its line in the capsule's file.

The file is a header with the version of the format, then one JSON object for each exchange.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal
from urllib.parse import urlsplit

from packages.core.errors import Conflict, Invalid, NotFound
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import (
    Event,
    Finish,
    McpServer,
    ModelAnswer,
    ModelRequest,
    StreamRequest,
    TokenUsage,
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


class CapsuleUnreadable(Invalid):
    """The file is not a capsule of this version, or it was damaged."""


class NotInCapsule(NotFound):
    """This was not asked while the capsule was recorded."""


class RecordingEndsHere(Conflict):
    """Whoever listened while the capsule was recorded left at this event, so nobody knows how it went on."""


FORMAT, VERSION = "parley-capsule", 1


def header() -> bytes:
    return _line({"format": FORMAT, "version": VERSION})


def line_of(exchange: Exchange) -> bytes:
    record: dict[str, object] = {
        "call": exchange.asked.call,
        "fingerprint": exchange.asked.fingerprint,
        "occurrence": exchange.occurrence,
        "request": exchange.asked.body,
        "end": exchange.end,
    }
    if exchange.answer is not None:
        record["answer"] = asdict(exchange.answer)
    if exchange.asked.call == "stream":
        record["events"] = exchange.events
    if exchange.fault is not None:
        record["fault"] = exchange.fault.as_json()
    return _line(record)


def read_lines(content: bytes, name: str) -> tuple[list[Exchange], bool]:
    """The exchanges, and whether the last line was torn: a process that dies while it writes leaves half a line."""
    lines = content.split(b"\n")
    whole, rest = lines[:-1], lines[-1]
    _check_header(whole[0] if whole else rest, name)
    return list(_parsed(whole[1:], name)), bool(rest)


def _parsed(lines: list[bytes], name: str) -> Iterator[Exchange]:
    for number, line in enumerate(lines, start=2):
        try:
            yield _exchange(json.loads(line))
        except (KeyError, TypeError, ValueError) as error:
            raise CapsuleUnreadable(
                "llm_platform.capsule_line_unreadable", number=number, name=name, error=error
            ) from error


def _check_header(line: bytes, name: str) -> None:
    try:
        parsed = json.loads(line)
        known = parsed["format"] == FORMAT and parsed["version"] == VERSION
    except (KeyError, TypeError, ValueError):
        known = False
    if not known:
        raise CapsuleUnreadable("llm_platform.not_a_capsule", name=name, version=VERSION)


def _exchange(record: dict[str, Any]) -> Exchange:
    asked = RecordedRequest(record["call"], record["request"])
    if asked.fingerprint != record["fingerprint"]:
        raise ValueError("the request was edited: its fingerprint does not fit")
    return Exchange(
        asked=asked,
        occurrence=int(record["occurrence"]),
        end=End(record["end"]),
        answer=_answer(record["answer"]) if "answer" in record else None,
        events=tuple(record.get("events", ())),
        fault=FaultRecord.parse(record["fault"]) if "fault" in record else None,
    )


def _answer(record: dict[str, Any]) -> ModelAnswer:
    usage = record["usage"]
    return ModelAnswer(
        text=record["text"],
        finish=Finish(record["finish"]),
        usage=None if usage is None else TokenUsage(**usage),
        response_id=record["response_id"],
    )


def _line(record: dict[str, object]) -> bytes:
    """Readable where the text can be encoded; half a surrogate pair cannot, and is escaped."""
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"
