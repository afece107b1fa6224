"""String literals as models write them: JSON's, Python's, and those with typographic quotes."""

import re

from src.modules.llm_platform.domain.structured.broken import BrokenJson

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
