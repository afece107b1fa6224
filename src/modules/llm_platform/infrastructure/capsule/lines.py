"""The lines of a capsule: a header with the version of the format, then one JSON object for each exchange."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from packages.core.errors import Conflict, Invalid, NotFound
from src.modules.llm_platform.domain.requests import Finish, ModelAnswer, TokenUsage
from src.modules.llm_platform.infrastructure.capsule.exchange import End, Exchange, RecordedRequest
from src.modules.llm_platform.infrastructure.capsule.fault_record import FaultRecord


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
    told: dict[str, object] = {
        "call": exchange.asked.call,
        "fingerprint": exchange.asked.fingerprint,
        "occurrence": exchange.occurrence,
        "request": exchange.asked.body,
        "end": exchange.end,
    }
    if exchange.answer is not None:
        told["answer"] = asdict(exchange.answer)
    if exchange.asked.call == "stream":
        told["events"] = exchange.events
    if exchange.fault is not None:
        told["fault"] = exchange.fault.told()
    return _line(told)


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
        told = json.loads(line)
        known = told["format"] == FORMAT and told["version"] == VERSION
    except (KeyError, TypeError, ValueError):
        known = False
    if not known:
        raise CapsuleUnreadable("llm_platform.not_a_capsule", name=name, version=VERSION)


def _exchange(told: dict[str, Any]) -> Exchange:
    asked = RecordedRequest(told["call"], told["request"])
    if asked.fingerprint != told["fingerprint"]:
        raise ValueError("the request was edited: its fingerprint does not fit")
    return Exchange(
        asked=asked,
        occurrence=int(told["occurrence"]),
        end=End(told["end"]),
        answer=_answer(told["answer"]) if "answer" in told else None,
        events=tuple(told.get("events", ())),
        fault=FaultRecord.parse(told["fault"]) if "fault" in told else None,
    )


def _answer(told: dict[str, Any]) -> ModelAnswer:
    usage = told["usage"]
    return ModelAnswer(
        text=told["text"],
        finish=Finish(told["finish"]),
        usage=None if usage is None else TokenUsage(**usage),
        response_id=told["response_id"],
    )


def _line(told: dict[str, object]) -> bytes:
    """Readable where the text can be encoded; half a surrogate pair cannot, and is escaped."""
    try:
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(told, separators=(",", ":")).encode() + b"\n"
