"""JSON values as a model wrote them, and their one canonical spelling."""

import json
import math
from dataclasses import dataclass
from decimal import Decimal

_LONGEST_NUMBER = 300  # characters; keeps every number within what a double can hold


@dataclass(frozen=True, slots=True)
class Number:
    """A number by its text, so that no digit is lost before the shape decides what it is."""

    text: str

    @property
    def is_holdable(self) -> bool:
        """Neither too long, nor infinite, nor so small that only its sign would be left."""
        if len(self.text) > _LONGEST_NUMBER:
            return False
        double = float(self.text)
        return math.isfinite(double) and (double != 0 or Decimal(self.text) == 0)

    @property
    def value(self) -> int | float:
        return int(self.text) if self.text.lstrip("-").isdigit() else float(self.text)

    def canonical(self) -> str:
        short = repr(self.value)
        return short if Decimal(short) == Decimal(self.text) else self.text


Json = None | bool | str | Number | list["Json"] | dict[str, "Json"]


def canonical(value: Json) -> str:
    """The same value always has the same text: sorted keys, no spaces, every digit."""
    match value:
        case Number():
            return value.canonical()
        case dict():
            pairs = (f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value))
            return "{" + ",".join(pairs) + "}"
        case list():
            return "[" + ",".join(map(canonical, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def plain(value: Json) -> object:
    """The value as `json.loads` would give it."""
    match value:
        case Number():
            return value.value
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list():
            return [plain(item) for item in value]
        case _:
            return value
