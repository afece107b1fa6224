"""Letters and widths of a PDF: which font a run of text takes, and how wide the columns of a table are."""

import re
from html import escape
from typing import TYPE_CHECKING

from packages.core.messages import Language
from packages.reports.drawing.wording import plain
from src.modules.coordinator.application.export.model import Cell, Kind, ReportTable, Spans, text_of

if TYPE_CHECKING:
    from reportlab.platypus import ParagraphStyle

# One of the Chinese fonts that every PDF reader brings; it has Latin letters too.
CHINESE_FONT = "STSong-Light"
LATIN_FONT = "Helvetica"
_SIZES: dict[Kind, tuple[float, float]] = {
    "title": (19, 2),
    "heading": (13.5, 6),
    "subheading": (10, 3),
    "paragraph": (9, 4),
    "item": (9, 2),
    "note": (7.8, 4),
}
CELL_SIZE = 7.6
_CELL_ROOM = 13  # the space inside a cell, left and right
_OTHER = re.compile(r"[^\x00-\xff–—‘’“”•…€™×]+")
_BREAKS = re.compile(r"\s+|(?<=[\u2e80-\uffef])|(?=[\u2e80-\uffef])")
LINK = "#0b5fb0"


class PdfLetters:
    """The fonts of one language."""

    def __init__(self, language: Language) -> None:
        self.is_chinese = language is Language.ZH
        self.font = CHINESE_FONT if self.is_chinese else LATIN_FONT

    def markup(self, text: str) -> str:
        """Letters that the Latin font lacks are set in the other."""
        safe = escape(plain(text))
        if self.is_chinese:
            return safe
        return _OTHER.sub(lambda found: f'<font name="{CHINESE_FONT}">{found[0]}</font>', safe)

    def font_of(self, text: str) -> str:
        """For a text that is drawn as a whole."""
        return self.font if self.is_chinese or not _OTHER.search(text) else CHINESE_FONT

    def style(self, kind: Kind, *, small: bool = False, color: str = "#1c2430") -> "ParagraphStyle":
        from reportlab.lib.styles import ParagraphStyle

        size, after = _SIZES[kind]
        size = CELL_SIZE if small else size
        before = size * 0.7 if kind in ("heading", "subheading") else 0
        is_strong = kind in ("title", "heading", "subheading") and not self.is_chinese
        # A heading stays with what it is the heading of.
        return ParagraphStyle(
            kind, fontName=f"{LATIN_FONT}-Bold" if is_strong else self.font, fontSize=size, leading=size * 1.5,
            spaceBefore=before, spaceAfter=after, leftIndent=10 if kind == "item" else 0,
            keepWithNext=int(before > 0), textColor="#586373" if kind == "note" and not small else color,
            wordWrap="CJK" if self.is_chinese else None,
        )  # fmt: skip

    def widths(self, table: ReportTable, width: float) -> list[float]:
        """Every column holds its longest word where that can be; what is left goes to those with the longer texts."""
        columns = [tuple(map(cell_text, column)) for column in zip(table.head, *table.rows, strict=True)]
        most = 2 * width / len(columns)
        least = [min(max(self._wide(word) for cell in column for word in _words(cell)), most) for column in columns]
        longing = [
            max(max(map(self._wide, column)) - have, 1.0) ** 0.6 for column, have in zip(columns, least, strict=True)
        ]
        left = width - sum(least)
        if left < 0:
            return [have * width / sum(least) for have in least]
        return [have + left * more / sum(longing) for have, more in zip(least, longing, strict=True)]

    def _wide(self, text: str) -> float:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        wide: float = stringWidth(text, self.font_of(text), CELL_SIZE)
        return wide + _CELL_ROOM


def cell_text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else text_of(cell)


def spans_markup(spans: Spans, letters: PdfLetters, notes: dict[str, int]) -> str:
    return "".join(
        letters.markup(span.text)
        if span.anchor is None
        else f'{letters.markup(span.text)}<super size="5.5"><a href="#{escape(span.anchor)}" color="{LINK}">'
        f"{notes.get(span.anchor, '*')}</a></super>"
        for span in spans
    )


def _words(text: str) -> list[str]:
    """What must not be broken; Chinese breaks anywhere, yet a word of four stays whole."""
    words = [word for word in _BREAKS.split(text) if word] or [""]
    return [*words, text] if len(text) <= 4 else words
