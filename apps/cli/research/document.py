"""A research report on the terminal: the same document as the page and the files, figures as what they show."""

from collections.abc import Iterable
from typing import assert_never

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from apps.cli.research.printing import plain
from packages.core.messages import Language
from packages.reports.drawing.axes import scale_of
from packages.reports.drawing.braille import curve
from packages.reports.drawing.shapes import PathMark, Tone
from src.modules.coordinator.application.export.model import (
    Block,
    Cell,
    ColumnSide,
    FactSheet,
    FigurePart,
    Kind,
    Part,
    ReportDocument,
    ReportFact,
    ReportTable,
    Section,
    TextSpan,
    TwoColumns,
)

_KINDS: dict[Kind, str] = {"title": "bold", "heading": "bold", "subheading": "bold", "note": "dim"}
_CURVES = frozenset({"price", "multiples"})  # one line that says it all
_CURVE_HEIGHT = 8


def print_document(document: ReportDocument, console: Console | None = None) -> None:
    screen = console or Console()
    screen.print(_Screen(document, screen.width).drawn(document.parts))


class _Screen:
    def __init__(self, document: ReportDocument, width: int) -> None:
        self._document = document
        self._width = width

    def drawn(self, parts: Iterable[Part]) -> Group:
        return Group(*map(self._part, parts))

    def _part(self, part: Part) -> RenderableType:
        match part:
            case Block():
                return self._block(part)
            case ReportTable():
                return self._table(part)
            case FactSheet():
                return self._facts(part)
            case FigurePart():
                return self._figure(part)
            case TwoColumns():
                half = max(self._width // 2 - 1, 30)
                return Columns([self._side(part.left, half), self._side(part.right, half)], padding=(0, 1))
            case Section():
                return self._section(part)
            case _:
                assert_never(part)

    def _section(self, section: Section) -> RenderableType:
        inside = self.drawn((*section.parts, *section.more))
        if section.chapter == "cover":
            return inside
        badge = Text(f"  {plain(section.badge)}", style=f"bold {self._colour(section.tone)}")
        title = Text(plain(section.title), style="bold").append_text(badge)
        if section.chapter == "expert":
            return Group(Text(), title, Padding(inside, (0, 0, 0, 2)))
        return Group(Text(), Rule(title, align="left"), inside)

    def _block(self, block: Block) -> RenderableType:
        text = self._spans(block.spans)
        text.style = _KINDS.get(block.kind, "")
        if block.kind == "item":
            return Padding(Text("• ").append_text(text), (0, 0, 0, 1))
        if block.kind == "title":
            return Group(text, Text(plain(self._document.subtitle), style="dim"))
        return text

    def _spans(self, spans: Iterable[TextSpan]) -> Text:
        text = Text()
        for span in spans:
            text.append(plain(span.text))
            if span.anchor is not None:
                text.append(f"[{self._document.notes.get(span.anchor, '–')}]", style="dim")
        return text

    def _facts(self, sheet: FactSheet) -> Table:
        table = Table.grid(padding=(0, 2))
        for fact in sheet.facts:
            table.add_row(Text(plain(fact.label), style="dim"), self._value(fact))
        return table

    def _value(self, fact: ReportFact) -> Text:
        text = self._spans(fact.value)
        text.stylize(f"{'bold ' if fact.strong else ''}{self._colour(fact.tone)}".strip())
        return text

    def _figure(self, figure: FigurePart) -> RenderableType:
        caption = Text(plain(figure.drawing.title), style="bold")
        description = Text(f"{plain(figure.drawing.description)} ({plain(figure.source)})", style="dim")
        return Group(caption, *self._curve(figure), description)

    def _curve(self, figure: FigurePart) -> list[Text]:
        """The longest line of the figure, in dots; what stands high on paper has a small y."""
        lines = [shape for shape in figure.drawing.shapes if isinstance(shape, PathMark) and not shape.filled]
        if figure.name not in _CURVES or not lines:
            return []
        import numpy as np

        points = max(lines, key=lambda line: len(line.points)).points
        heights = np.array([-y for _, y in points])
        return [Text(row) for row in curve(heights, scale_of(heights), min(self._width - 2, 76), _CURVE_HEIGHT)]

    def _side(self, side: ColumnSide, width: int) -> Panel:
        title = Text(plain(side.title), style=f"bold {self._colour(side.tone)}")
        return Panel(self.drawn(side.parts), title=title, title_align="left", width=width)

    def _table(self, table: ReportTable) -> Table:
        drawn = Table(show_edge=False, pad_edge=False, header_style="dim", box=None)
        for head in table.head:
            drawn.add_column(plain(head), overflow="fold")
        for cells in table.rows:
            drawn.add_row(*map(self._cell, cells))
        return drawn

    def _cell(self, cell: Cell) -> Text:
        return Text(plain(cell)) if isinstance(cell, str) else self._spans(cell)

    def _colour(self, tone: Tone) -> str:
        """Red rises in Chinese markets, green elsewhere."""
        if tone in ("rise", "fall"):
            is_green = (tone == "rise") != (self._document.language is Language.ZH)
            return "green" if is_green else "red"
        return {"warn": "yellow", "accent": "blue", "soft": "dim"}.get(tone, "")
