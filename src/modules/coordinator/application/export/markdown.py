"""The report as Markdown; numbers lead to the rows at its end."""

import re

from src.modules.coordinator.application.export.document import Block, Document, Kind, Span, Table

_MARKS: dict[Kind, str] = {"title": "# ", "heading": "## ", "subheading": "### ", "item": "- ", "note": "> "}
# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!])")


def markdown_of(document: Document) -> str:
    lines: list[str] = []
    for part in document.parts:
        if isinstance(part, Table):
            lines += ["", *_table(part), ""]
        elif part.kind == "item":
            lines.append(_block(part))
        else:
            lines += ["", _block(part), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _block(block: Block) -> str:
    return _MARKS.get(block.kind, "") + "".join(_span(span) for span in block.spans)


def _span(span: Span) -> str:
    text = _escaped(span.text)
    return f"[{text}](#{span.anchor})" if span.anchor else text


def _table(table: Table) -> list[str]:
    head = f"| {' | '.join(table.head)} |"
    return [head, "|" + "---|" * len(table.head), *map(_row, table.rows, table.anchors)]


def _row(cells: tuple[str, ...], anchor: str | None) -> str:
    place = f'<a id="{anchor}"></a>' if anchor else ""
    return f"| {place}{' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
