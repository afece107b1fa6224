"""The report as PDF; numbers lead to the rows at its end. The library is imported when somebody asks for a PDF."""

from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from src.modules.coordinator.application.export.document import Block, Kind, ReportDocument, ReportTable, TextSpan

if TYPE_CHECKING:
    from reportlab.platypus import Flowable, ParagraphStyle

# One of the Chinese fonts that every PDF reader brings; it has Latin letters too.
_FONT = "STSong-Light"
_SIZES: dict[Kind, tuple[int, int]] = {
    "title": (18, 12),
    "heading": (14, 8),
    "subheading": (11, 5),
    "paragraph": (9, 4),
    "item": (9, 2),
    "note": (8, 4),
}
_MARGIN = 48
_CELL = 13  # the space inside a cell, left and right


def pdf_of(document: ReportDocument) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import SimpleDocTemplate

    pdfmetrics.registerFont(UnicodeCIDFont(_FONT))
    out = BytesIO()
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), _MARGIN)
    # `invariant`: the same report is the same file, whenever it is written.
    template = SimpleDocTemplate(out, pagesize=A4, title=document.title, author="Parley", invariant=True, **margins)
    template.build([_flowable(part, A4[0] - 2 * _MARGIN) for part in document.parts])
    return out.getvalue()


def _flowable(part: Block | ReportTable, width: float) -> "Flowable":
    from reportlab.platypus import Paragraph

    if isinstance(part, ReportTable):
        return _table(part, width)
    bullet = {"bulletText": "•"} if part.kind == "item" else {}
    return Paragraph("".join(_span(span) for span in part.spans), _style(part.kind), **bullet)


def _span(span: TextSpan) -> str:
    text = escape(span.text)
    return f'<a href="#{escape(span.anchor)}" color="#0b5fb0">{text}</a>' if span.anchor else text


def _style(kind: Kind) -> "ParagraphStyle":
    from reportlab.lib.styles import ParagraphStyle

    size, after = _SIZES[kind]
    indent = 12 if kind == "item" else 0
    before = size * 0.6 if kind in ("heading", "subheading") else 0
    # A heading stays with what it is the heading of.
    return ParagraphStyle(
        kind, fontName=_FONT, fontSize=size, leading=size * 1.5, spaceBefore=before, spaceAfter=after,
        leftIndent=indent, keepWithNext=int(before > 0),
    )  # fmt: skip


def _table(table: ReportTable, width: float) -> "Flowable":
    from reportlab.lib import colors
    from reportlab.platypus import Paragraph, TableStyle
    from reportlab.platypus import Table as Drawn

    style = _style("note")
    head = [Paragraph(escape(cell), style) for cell in table.head]
    rows = [_row(cells, anchor) for cells, anchor in zip(table.rows, table.anchors, strict=True)]
    body = [[Paragraph(cell, style) for cell in row] for row in rows]
    line = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.lightgrey), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    return Drawn([head, *body], colWidths=_widths(table, width), style=line, repeatRows=1)


def _widths(table: ReportTable, width: float) -> list[float]:
    """Every column holds its longest word where that can be; what is left goes to those with the longer texts."""
    columns = list(zip(table.head, *table.rows, strict=True))
    most = 2 * width / len(columns)
    least = [min(max(_wide(word) for cell in column for word in (cell.split() or [""])), most) for column in columns]
    longing = [max(max(map(_wide, column)) - have, 1.0) ** 0.5 for column, have in zip(columns, least, strict=True)]
    left = width - sum(least)
    if left < 0:
        return [have * width / sum(least) for have in least]
    return [have + left * more / sum(longing) for have, more in zip(least, longing, strict=True)]


def _wide(text: str) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    wide: float = stringWidth(text, _FONT, _SIZES["note"][0])
    return wide + _CELL


def _row(cells: tuple[str, ...], anchor: str | None) -> list[str]:
    place = f'<a name="{escape(anchor)}"/>' if anchor else ""
    first, *rest = (escape(cell) for cell in cells)
    return [place + first, *rest]
