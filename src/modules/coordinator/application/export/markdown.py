"""A report as Markdown; a figure is its title with what is to be seen in it."""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from src.modules.coordinator.application.export.model import (
    Block,
    Cell,
    FactSheet,
    FigurePart,
    Kind,
    Part,
    ReportDocument,
    ReportTable,
    Section,
    TextSpan,
    TwoColumns,
)

_MARKS: dict[Kind, str] = {"title": "# ", "heading": "## ", "subheading": "#### ", "item": "- ", "note": "> "}
# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!])")


def markdown_of(document: ReportDocument) -> str:
    lines = list(_Text(document).lines(document.parts, 2))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


class _Text:
    def __init__(self, document: ReportDocument) -> None:
        self._document = document

    def lines(self, parts: Iterable[Part], level: int) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Block) and part.kind == "item":
                yield self._block(part)
            else:
                yield from ("", *self._part(part, level), "")

    def _part(self, part: Part, level: int) -> Iterator[str]:
        match part:
            case Block():
                yield self._block(part)
                if part.kind == "title" and self._document.subtitle:
                    yield f"\n{_escaped(self._document.subtitle)}"
            case ReportTable():
                yield from self._table(part)
            case FactSheet():
                yield from (f"- **{_escaped(fact.label)}**: {self._spans(fact.value)}" for fact in part.facts)
            case FigurePart():
                title, description, source = map(_escaped, (part.drawing.title, part.drawing.description, part.source))
                yield f"**{title}**: {description} ({source})"
            case TwoColumns():
                for side in (part.left, part.right):
                    yield from (
                        "",
                        f"{'#' * (level + 1)} {_escaped(side.title)}",
                        "",
                        *self.lines(side.parts, level + 2),
                    )
            case Section():
                badge = f" · {_escaped(part.badge)}" if part.badge else ""
                yield f"{'#' * level} {_escaped(part.title)}{badge}"
                yield from self.lines((*part.parts, *part.more), level + 1)
            case _:
                assert_never(part)

    def _block(self, block: Block) -> str:
        return _MARKS.get(block.kind, "") + self._spans(block.spans)

    def _spans(self, spans: Iterable[TextSpan]) -> str:
        return "".join(map(self._span, spans))

    def _span(self, span: TextSpan) -> str:
        text = _escaped(span.text)
        if span.anchor is None:
            return text
        return f"{text}<sup>[{self._document.notes.get(span.anchor, '↓')}](#{span.anchor})</sup>"

    def _table(self, table: ReportTable) -> Iterator[str]:
        yield f"| {' | '.join(map(_escaped, table.head))} |"
        yield "|" + "---|" * len(table.head)
        for cells, anchor in zip(table.rows, table.anchors, strict=True):
            place = f'<a id="{anchor}"></a>' if anchor else ""
            yield f"| {place}{' | '.join(map(self._cell, cells))} |"

    def _cell(self, cell: Cell) -> str:
        return _escaped(cell) if isinstance(cell, str) else self._spans(cell)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
