"""How a reply is put into the words of a protocol; one dialect for each path that a model server knows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tests.servers.steps import JsonObject, Reply


@dataclass(frozen=True, slots=True)
class Frames:
    """Server-sent events as bytes; `closing` are those that say that the answer is complete."""

    opening: tuple[bytes, ...]
    closing: tuple[bytes, ...]

    @property
    def all(self) -> tuple[bytes, ...]:
        return self.opening + self.closing


class Dialect(Protocol):
    """`number` counts the requests from 1, so that ids can differ."""

    @property
    def path(self) -> str: ...

    def whole(self, reply: Reply, request: JsonObject, number: int) -> JsonObject: ...

    def frames(self, reply: Reply, request: JsonObject, number: int) -> Frames: ...


def frame(data: Mapping[str, object] | str, event: str | None = None) -> bytes:
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {text}\n\n".encode()


def pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]
