"""Writes a JSON value the way models do: one style, many small sins."""

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Style:
    """How structure and strings are spelled; the defaults are JSON."""

    quotes: str = '"'
    bare_keys: bool = False
    raw_breaks: bool = False
    comma: str = ","
    colon: str = ":"
    braces: str = "{}"
    words: tuple[str, str, str] = ("true", "false", "null")
    trailing_comma: bool = False
    comments: tuple[str, ...] = ()
    gap: str = ""
    careful: bool = True  # False: quotes inside strings are not escaped
    rng: random.Random = field(default_factory=lambda: random.Random(0))


def spell(value: object, style: Style) -> str:
    match value:
        case bool() | None:
            return style.words[0 if value is True else 1 if value is False else 2]
        case str():
            return spell_string(value, style)
        case dict():
            pairs = [
                f"{_key(str(key), style)}{style.colon}{style.gap}{spell(item, style)}" for key, item in value.items()
            ]
            return style.braces[0] + _joined(pairs, style) + style.braces[1]
        case list():
            return "[" + _joined([spell(item, style) for item in value], style) + "]"
        case _:
            return repr(value)


def spell_string(text: str, style: Style) -> str:
    opening, closing = style.quotes[0], style.quotes[-1]
    if style.careful and opening == "“" and any(mark in text for mark in '“”"'):
        opening, closing = '"', '"'
    escaped = text.replace("\\", "\\\\")
    if style.careful and opening in "\"'":
        escaped = escaped.replace(opening, "\\" + opening)
    if not style.raw_breaks:
        escaped = escaped.replace("\n", "\\n").replace("\t", "\\t")
    return opening + escaped + closing


def _key(key: str, style: Style) -> str:
    return key if style.bare_keys else spell_string(key, style)


def _joined(pieces: list[str], style: Style) -> str:
    if not pieces:
        return ""
    spaced = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        comma = style.comma if not last or style.trailing_comma else ""
        spaced.append(f"{style.gap}{piece}{comma}{_comment(style)}")
    return "".join(spaced) + style.gap


def _comment(style: Style) -> str:
    return style.rng.choice(style.comments) if style.comments and style.rng.random() < 0.5 else ""
