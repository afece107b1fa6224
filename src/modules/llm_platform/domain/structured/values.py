"""JSON values and string literals as models write them, their canonical spelling, and the error of reading them."""

import json
import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from src.modules.llm_platform.domain.errors import ModelOutputUnusable

_LONGEST_NUMBER = 300  # characters; keeps every number within what a double can hold


@dataclass(frozen=True, slots=True)
class JsonNumber:
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


Json = None | bool | str | JsonNumber | list["Json"] | dict[str, "Json"]


def canonical(value: Json) -> str:
    """The same value always has the same text: sorted keys, no spaces, every digit."""
    match value:
        case JsonNumber():
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
        case JsonNumber():
            return value.value
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list():
            return [plain(item) for item in value]
        case _:
            return value


_AROUND = 30


def quoted(text: str, longest: int = 80) -> str:
    """A piece of an answer on one line, for a sentence about it; what no encoding can hold becomes `?`."""
    line = " ".join(text[:longest].split())
    return line.encode("utf-8", "replace").decode() + ("…" if len(text) > longest else "")


class BrokenJson(ModelOutputUnusable):
    """The answer holds JSON that cannot be read without guessing."""

    @classmethod
    def found(cls, text: str, at: int, what: str) -> Self:
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        near = quoted(text[max(0, at - _AROUND) : at + _AROUND])
        problem = f"Line {line}, column {column} (near `{near}`): {what}."
        return cls("llm_platform.not_readable_json", [problem])

    @classmethod
    def cut(cls, text: str, at: int, what: str) -> Self:
        error = cls.found(text, at, what)
        advice = "The answer was cut off; write the whole JSON again, and shorter."
        return cls("llm_platform.answer_cut_off", [*error.problems, advice])


# What closes a string that was opened so.
CLOSING_QUOTE = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}

# A quote of the delimiter's own family inside the string leaves open where the string ends.
_AMBIGUOUS_INSIDE = {"“": '“"＂', "‘": "‘'", "＂": '"“”'}

_ESCAPES = {
    '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\"'\\/bfnrt]))")
_BODY = {quote: re.compile(rf"[^\\{closing}]*") for quote, closing in CLOSING_QUOTE.items()}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# A raw line break after a comma or a bracket, and then an indent: the layout of JSON, so a quote may be missing.
_LAYOUT = re.compile(r"[,，:：{\[][ \t]*\r?\n[ \t]{2,}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def read_string(text: str, start: int) -> tuple[str, int]:
    """The content of the literal whose quote stands at `start`, and the position after it."""
    quote = text[start]
    pieces: list[str] = []
    at = start + 1
    while True:
        body = _BODY[quote].match(text, at)
        raw = body.group() if body else ""
        _refuse_ambiguity(text, start, quote, raw)
        pieces.append(raw)
        at += len(raw)
        if at >= len(text):
            raise BrokenJson.cut(text, start, "this string is never closed")
        if text[at] != "\\":
            return _joined(text, start, pieces), at + 1
        piece, at = _escaped(text, at)
        pieces.append(piece)


def _refuse_ambiguity(text: str, start: int, quote: str, raw: str) -> None:
    if any(mark in raw for mark in _AMBIGUOUS_INSIDE.get(quote, "")):
        raise BrokenJson.found(text, start, "quotes inside quotes leave open where this string ends; escape them")
    if "\n" in raw and _LAYOUT.search(raw):
        raise BrokenJson.found(
            text, start, "this string runs over several lines of JSON; close it, or escape its breaks"
        )
    if _CONTROL.search(raw):
        raise BrokenJson.found(text, start, "this string holds a raw control character; escape it")


def _escaped(text: str, at: int) -> tuple[str, int]:
    found = _ESCAPE.match(text, at)
    if found is None:
        if len(text) - at < len("\\u0000"):
            raise BrokenJson.cut(text, at, "the text ends in the middle of a string")
        raise BrokenJson.found(text, at, "JSON knows no such escape; write a backslash as \\\\")
    hexadecimal = found.group(1) or found.group(2)
    return chr(int(hexadecimal, 16)) if hexadecimal else _ESCAPES[found.group(3)], found.end()


def _joined(text: str, start: int, pieces: list[str]) -> str:
    content = "".join(pieces)
    if not _SURROGATE.search(content):
        return content
    try:
        return content.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise BrokenJson.found(text, start, "this string holds half a character (a lone surrogate)") from None
