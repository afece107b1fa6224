"""What a report is made of, made once from a finished run and drawn by every format.

Texts are spans whose anchors lead to evidence rows; `notes` number the anchors in the order in which they are cited."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, assert_never

from packages.core.messages import Language
from packages.reports.drawing.shapes import Drawing, Tone

Kind = Literal["title", "heading", "subheading", "paragraph", "item", "note"]
Chapter = Literal[
    "cover", "thesis", "price", "experts", "expert", "debate", "scenarios", "valuation", "risks", "calendar",
    "disagreements", "change", "grounding", "evidence",
]  # fmt: skip
Spans: TypeAlias = "tuple[TextSpan, ...]"
Cell: TypeAlias = "str | tuple[TextSpan, ...]"
Part: TypeAlias = "Block | ReportTable | FactSheet | FigurePart | TwoColumns | Section"


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of text; with `anchor`, it rests on an evidence row."""

    text: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or an item of a list."""

    kind: Kind
    spans: tuple[TextSpan, ...]
    type: Literal["block"] = "block"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A heading row and rows; `anchors` name the rows that others lead to (None: nobody does)."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | tuple[TextSpan, ...], ...], ...]
    anchors: tuple[str | None, ...]
    type: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class ReportFact:
    """What stands on the cover: `strong` ones are read first."""

    label: str
    value: tuple[TextSpan, ...]
    tone: Tone = "ink"
    strong: bool = False


@dataclass(frozen=True, slots=True)
class FactSheet:
    """`compact` where the facts are many and small."""

    facts: tuple[ReportFact, ...]
    compact: bool = False
    type: Literal["facts"] = "facts"


@dataclass(frozen=True, slots=True)
class FigurePart:
    """`wide` is the same figure for a whole page width, where that shows more."""

    name: str
    drawing: Drawing
    source: str
    wide: Drawing | None = None
    type: Literal["figure"] = "figure"


@dataclass(frozen=True, slots=True)
class ColumnSide:
    """One of two columns that stand against each other."""

    title: str
    tone: Tone
    parts: "tuple[Block | ReportTable, ...]"


@dataclass(frozen=True, slots=True)
class TwoColumns:
    left: ColumnSide
    right: ColumnSide
    type: Literal["columns"] = "columns"


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: what is read first, and `more`, which folds away where there is little room. `badge`: its call."""

    chapter: Chapter
    key: str
    title: str
    parts: "tuple[Part, ...]"
    more: "tuple[Part, ...]" = ()
    badge: str = ""
    tone: Tone = "ink"
    type: Literal["section"] = "section"


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """What every format draws. `grounding`: how far evidence bears out what a research report says."""

    title: str
    language: Language
    parts: "tuple[Part, ...]"
    grounding: Mapping[str, Any] | None = None
    notes: Mapping[str, int] = field(default_factory=dict)
    subtitle: str = ""
    fold: str = ""  # what a folded part is opened with


def text_of(spans: Iterable[TextSpan]) -> str:
    return "".join(span.text for span in spans)


def plain_block(kind: Kind, text: str) -> Block:
    return Block(kind, (TextSpan(text),))


def spans_in(parts: "Iterable[Part]") -> Iterator[TextSpan]:
    """Every text of the parts, in reading order."""
    for part in parts:
        match part:
            case Block():
                yield from part.spans
            case ReportTable():
                yield from (span for row in part.rows for cell in row if not isinstance(cell, str) for span in cell)
            case FactSheet():
                yield from (span for fact in part.facts for span in fact.value)
            case TwoColumns():
                yield from spans_in((*part.left.parts, *part.right.parts))
            case Section():
                yield from spans_in((*part.parts, *part.more))
            case FigurePart():
                pass
            case _:
                assert_never(part)


def figures_in(parts: "Iterable[Part]") -> Iterator[FigurePart]:
    for part in parts:
        if isinstance(part, FigurePart):
            yield part
        elif isinstance(part, Section):
            yield from figures_in((*part.parts, *part.more))


def numbered(parts: "Iterable[Part]") -> dict[str, int]:
    """The anchors by the number under which they are cited."""
    anchors = dict.fromkeys(span.anchor for span in spans_in(parts) if span.anchor)
    return {anchor: number for number, anchor in enumerate(anchors, start=1)}
