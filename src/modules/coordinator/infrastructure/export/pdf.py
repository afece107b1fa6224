"""The report as PDF on A4; small numbers lead to the rows at its end. The library is imported on demand."""

from collections.abc import Iterable
from html import escape
from io import BytesIO
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any, assert_never

from src.modules.coordinator.application.export.model import (
    Block,
    Cell,
    ColumnSide,
    FactSheet,
    FigurePart,
    Part,
    ReportDocument,
    ReportFact,
    ReportTable,
    Section,
    TwoColumns,
)
from src.modules.coordinator.infrastructure.export.pdf_figures import colour_of, drawn_figure
from src.modules.coordinator.infrastructure.export.pdf_text import CHINESE_FONT, PdfLetters, spans_markup

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_MARGIN = 42
_GAP = 12
_LINE = "#d9dee5"


def pdf_of(document: ReportDocument) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import SimpleDocTemplate

    pdfmetrics.registerFont(UnicodeCIDFont(CHINESE_FONT))
    out = BytesIO()
    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), _MARGIN)
    # `invariant`: the same report is the same file, whenever it is written.
    template = SimpleDocTemplate(out, pagesize=A4, title=document.title, author="Parley", invariant=True, **margins)
    paper = _Paper(document, A4[0] - 2 * _MARGIN)
    template.build(paper.flow(document.parts), onFirstPage=paper.foot, onLaterPages=paper.foot)
    return out.getvalue()


class _Paper:
    """Turns parts into what the library lays on pages, `width` points wide."""

    def __init__(self, document: ReportDocument, width: float) -> None:
        self._document = document
        self._letters = PdfLetters(document.language)
        self._notes = dict(document.notes)
        self._width = width

    def flow(self, parts: Iterable[Part]) -> "list[Flowable]":
        """Figures that follow each other stand in pairs."""
        flowing: list[Flowable] = []
        for is_figure, group in groupby(parts, key=lambda part: isinstance(part, FigurePart)):
            if is_figure:
                flowing += self._figures([part for part in group if isinstance(part, FigurePart)])
            else:
                for part in group:
                    flowing += self._part(part)
        return flowing

    def foot(self, canvas: Any, _template: Any) -> None:
        canvas.setFont(self._letters.font_of(self._document.title), 7)
        canvas.setFillColor("#586373")
        canvas.drawString(_MARGIN, _MARGIN / 2, self._document.title)
        canvas.drawRightString(_MARGIN + self._width, _MARGIN / 2, str(canvas.getPageNumber()))

    def _part(self, part: Part) -> "list[Flowable]":
        match part:
            case Block():
                return self._block(part)
            case ReportTable():
                return [self._table(part)]
            case FactSheet():
                return [self._facts(part)]
            case TwoColumns():
                return [self._columns(part)]
            case Section():
                return self._section(part)
            case FigurePart():
                return self._figures([part])
            case _:
                assert_never(part)

    def _block(self, block: Block) -> "list[Flowable]":
        from reportlab.platypus import Paragraph

        bullet = {"bulletText": "•"} if block.kind == "item" else {}
        text = spans_markup(block.spans, self._letters, self._notes)
        drawn = [Paragraph(text, self._letters.style(block.kind), **bullet)]
        if block.kind == "title" and self._document.subtitle:
            drawn.append(Paragraph(self._letters.markup(self._document.subtitle), self._letters.style("note")))
        return drawn

    def _section(self, section: Section) -> "list[Flowable]":
        from reportlab.platypus import HRFlowable, Paragraph

        inside = self.flow((*section.parts, *section.more))
        if section.chapter == "cover":
            return inside
        is_expert = section.chapter == "expert"
        title = self._letters.markup(section.title)
        if section.badge:
            colour = colour_of(section.tone, self._letters)
            title += f' <font size="9" color="{colour}">{self._letters.markup(section.badge)}</font>'
        heading = Paragraph(title, self._letters.style("subheading" if is_expert else "heading"))
        if is_expert:
            return [heading, *inside]
        line = HRFlowable(width="100%", thickness=0.8, color=_LINE, spaceBefore=0, spaceAfter=5)
        line.keepWithNext = 1
        return [heading, line, *inside]

    def _figures(self, figures: list[FigurePart]) -> "list[Flowable]":
        from reportlab.platypus import KeepTogether, Spacer

        half = (self._width - _GAP) / 2
        flowing: list[Flowable] = []
        for figure in figures:
            if figure.wide is not None:
                flowing.append(KeepTogether(self._figure(figure, self._width)))
        small = [self._figure(figure, half) for figure in figures if figure.wide is None]
        for pair in zip_longest(small[::2], small[1::2], fillvalue=[Spacer(0, 0)]):
            flowing.append(self._grid([list(pair)], [half + _GAP, half], whole=True))
        return flowing

    def _figure(self, figure: FigurePart, width: float) -> "list[Flowable]":
        from reportlab.platypus import Paragraph, Spacer

        caption = Paragraph(self._letters.markup(figure.drawing.title), self._letters.style("subheading"))
        source = Paragraph(self._letters.markup(figure.source), self._letters.style("note"))
        drawing = figure.wide if figure.wide is not None else figure.drawing
        return [caption, drawn_figure(drawing, width, self._letters), Spacer(0, 2), source]

    def _facts(self, sheet: FactSheet) -> "Flowable":
        across = 4 if sheet.compact else 3
        cells = [self._fact(fact) for fact in sheet.facts]
        cells += [[]] * (-len(cells) % across)
        rows = [cells[at : at + across] for at in range(0, len(cells), across)]
        return self._grid(rows, [self._width / across] * across, lined=True)

    def _fact(self, fact: ReportFact) -> "list[Flowable]":
        from reportlab.platypus import Paragraph

        size = 12 if fact.strong else 8.5
        value = spans_markup(fact.value, self._letters, self._notes)
        label = Paragraph(self._letters.markup(fact.label), self._letters.style("note"))
        style = self._letters.style("item" if fact.strong else "paragraph", color=colour_of(fact.tone, self._letters))
        style.leftIndent, style.fontSize, style.leading, style.spaceAfter = 0, size, size * 1.35, 0
        return [label, Paragraph(value, style)]

    def _columns(self, columns: TwoColumns) -> "Flowable":
        half = self._width / 2
        left, right = ([self._heading(side), *self.flow(side.parts)] for side in (columns.left, columns.right))
        rows: list[list[Any]] = [list(pair) for pair in zip_longest(left, right, fillvalue="")]
        return self._grid(rows, [half, half])

    def _heading(self, side: ColumnSide) -> "Flowable":
        from reportlab.platypus import Paragraph

        style = self._letters.style("subheading", color=colour_of(side.tone, self._letters))
        return Paragraph(self._letters.markup(side.title), style)

    def _grid(
        self, rows: list[list[Any]], widths: list[float], *, lined: bool = False, whole: bool = False
    ) -> "Flowable":
        """`whole`: no row is cut at the end of a page."""
        from reportlab.platypus import Table, TableStyle

        commands: list[tuple[Any, ...]] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]
        commands += [(side, (0, 0), (-1, -1), 2) for side in ("TOPPADDING", "BOTTOMPADDING")]
        if lined:
            commands.append(("LINEBELOW", (0, 0), (-1, -1), 0.4, _LINE))
        return Table(rows, colWidths=widths, style=TableStyle(commands), splitInRow=int(not whole), hAlign="LEFT")

    def _table(self, table: ReportTable) -> "Flowable":
        from reportlab.platypus import Paragraph, Table, TableStyle

        style, strong = (
            self._letters.style("note", small=True),
            self._letters.style("note", small=True, color="#586373"),
        )
        head = [Paragraph(self._letters.markup(cell), strong) for cell in table.head]
        body = [
            [Paragraph(cell, style) for cell in self._cells(cells, anchor)]
            for cells, anchor in zip(table.rows, table.anchors, strict=True)
        ]
        line = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.3, _LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
        widths = self._letters.widths(table, self._width)
        return Table([head, *body], colWidths=widths, style=line, repeatRows=1, splitInRow=1)

    def _cells(self, cells: tuple[Cell, ...], anchor: str | None) -> list[str]:
        place = f'<a name="{escape(anchor)}"/>' if anchor else ""
        texts = [
            self._letters.markup(cell) if isinstance(cell, str) else spans_markup(cell, self._letters, self._notes)
            for cell in cells
        ]
        return [place + texts[0], *texts[1:]]
