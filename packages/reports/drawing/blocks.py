"""What a report is made of, before it becomes a page or a text."""

import math
from dataclasses import dataclass
from typing import Literal

SHADES = 4
Kind = Literal["plain", "note", "demo", "pass", "revise", "reject"]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A heading row and rows of texts; the first `words` columns are words, the others numbers and dates."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A title of level 1, a section of level 2, a part of one of level 3."""

    text: str
    level: Literal[1, 2, 3] = 2


@dataclass(frozen=True, slots=True)
class WordsBlock:
    """A paragraph; a ruling is drawn so that it cannot be overlooked."""

    text: str
    kind: Kind = "plain"


@dataclass(frozen=True, slots=True)
class ListBlock:
    """Sentences, one below the other."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Drawn on a page; its caption stands where nothing can be drawn."""

    drawn: str
    caption: str


@dataclass(frozen=True, slots=True)
class ShadedTable:
    """A table of numbers whose cells are coloured; `shades` are classes of the page's style, row by row."""

    table: TableBlock
    shades: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class WrappedTable:
    """A table whose cells hold phrases, and may take several lines."""

    table: TableBlock


Block = Heading | WordsBlock | ListBlock | Picture | TableBlock | ShadedTable | WrappedTable


def shade(value: float | None, strongest: float, digits: int) -> str:
    """The class of a cell in a heat map; what rounds to zero at so many digits is flat."""
    if value is None or not math.isfinite(value) or round(value, digits) == 0:
        return "flat"
    step = min(int(abs(value) / strongest * SHADES) + 1, SHADES)
    return f"{'up' if value > 0 else 'down'}{step}"
