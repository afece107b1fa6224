"""A stress report as PDF: the Markdown that was kept, laid on pages by the printer of research."""

import re
from collections.abc import Iterator

from packages.core.messages import Language
from src.modules.coordinator.application.export.model import Block, Kind, ReportDocument, ReportTable, TextSpan
from src.modules.coordinator.infrastructure.export.pdf import pdf_of

_ESCAPED = re.compile(r"\\(.)")
_OPENINGS: tuple[tuple[str, Kind], ...] = (
    ("# ", "title"),
    ("## ", "heading"),
    ("### ", "subheading"),
    ("> ", "note"),
    ("- ", "item"),
)


def stress_pdf(markdown: str, language: Language) -> bytes:
    """`markdown` is what `stress_markdown` wrote; no other Markdown is understood."""
    return pdf_of(document_of(markdown, language))


def document_of(markdown: str, language: Language) -> ReportDocument:
    parts = tuple(_parts(markdown))
    titles = [part.spans[0].text for part in parts if isinstance(part, Block) and part.kind == "title"]
    return ReportDocument(titles[0] if titles else "", language, parts)


def _parts(markdown: str) -> Iterator[Block | ReportTable]:
    for piece in markdown.strip().split("\n\n"):
        lines = piece.splitlines()
        if piece.startswith("| "):
            yield _table(lines)
        else:
            yield from map(_block, lines)


def _block(line: str) -> Block:
    for opening, kind in _OPENINGS:
        if line.startswith(opening):
            return Block(_emphasised(kind, line), (TextSpan(_text(line.removeprefix(opening))),))
    return Block("paragraph", (TextSpan(_text(line)),))


def _emphasised(kind: Kind, line: str) -> Kind:
    """A ruling and the word on demo data are strong in Markdown: they are not for the small print."""
    return "subheading" if kind == "note" and line.startswith("> **") else kind


def _table(lines: list[str]) -> ReportTable:
    head, _sides, *rows = lines
    cells = tuple(map(_cells, rows))
    return ReportTable(_cells(head), cells, (None,) * len(cells))


def _cells(line: str) -> tuple[str, ...]:
    # A bar inside a cell is escaped, so that only those between cells have a space before them.
    return tuple(_text(cell) for cell in line.removeprefix("| ").removesuffix(" |").split(" | "))


def _text(markdown: str) -> str:
    bare = markdown.removeprefix("**").removesuffix("**") if markdown.startswith("**") else markdown
    return _ESCAPED.sub(r"\1", bare)
