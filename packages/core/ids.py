"""Identifiers: time-ordered UUIDs for new things, derived ones where a repeat must hit the same thing."""

import uuid
from collections.abc import Callable
from secrets import token_bytes

from packages.core.clock import Clock

_NAMESPACE = uuid.UUID("6f2f4c8e-0d57-5b0e-9a53-7061726c6579")


class Ids:
    """Makes UUIDs of version 7, so that new rows sort by the time of their making."""

    def __init__(self, clock: Clock, random_bytes: Callable[[int], bytes] = token_bytes) -> None:
        self._clock = clock
        self._random_bytes = random_bytes

    def new(self) -> str:
        milliseconds = int(self._clock.now().timestamp() * 1000)
        noise = int.from_bytes(self._random_bytes(10))
        value = (milliseconds << 80) | noise
        value = (value & ~(0xF << 76)) | (0x7 << 76)
        value = (value & ~(0x3 << 62)) | (0x2 << 62)
        return str(uuid.UUID(int=value))


def derived_id(*parts: str) -> str:
    """The same parts always give the same id; a part may hold any character."""
    return str(uuid.uuid5(_NAMESPACE, "".join(f"{len(part)}:{part}" for part in parts)))
