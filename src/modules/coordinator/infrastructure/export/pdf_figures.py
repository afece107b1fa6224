"""Figures on paper: the shapes of a drawing, scaled to a width."""

from typing import TYPE_CHECKING, Any, assert_never

from packages.reports.drawing.shapes import BoxMark, DotMark, Drawing, LineMark, PathMark, Shape, TextMark, Tone
from packages.reports.drawing.wording import plain
from src.modules.coordinator.infrastructure.export.pdf_text import LATIN_FONT, PdfLetters

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_GREEN, _RED = "#1b7f4b", "#c0392b"
_INK: dict[Tone, str] = {
    "ink": "#1c2430", "soft": "#586373", "grid": "#e4e9ef", "accent": "#0b5fb0", "second": "#8a6d3b",
    "warn": "#c05a00", "paper": "#ffffff",
}  # fmt: skip


def colour_of(tone: Tone, letters: PdfLetters) -> str:
    """Red rises in Chinese markets, green elsewhere."""
    if tone == "rise":
        return _RED if letters.is_chinese else _GREEN
    if tone == "fall":
        return _GREEN if letters.is_chinese else _RED
    return _INK[tone]


def drawn_figure(drawing: Drawing, width: float, letters: PdfLetters) -> "Flowable":
    from reportlab.platypus import Flowable

    class FigureFlowable(Flowable):  # type: ignore[misc]  # the library is imported when somebody asks for a PDF
        def wrap(self, _width: float, _height: float) -> tuple[float, float]:
            return width, width / drawing.width * drawing.height

        def draw(self) -> None:
            scale = width / drawing.width
            self.canv.saveState()
            self.canv.scale(scale, scale)
            for shape in drawing.shapes:
                _draw(self.canv, shape, drawing.height, letters)
            self.canv.restoreState()

    return FigureFlowable()


def _draw(canvas: Any, shape: Shape, height: float, letters: PdfLetters) -> None:
    """Paper counts upwards."""
    colour = colour_of(shape.tone, letters)
    canvas.setFillColor(colour)
    canvas.setStrokeColor(colour)
    match shape:
        case LineMark():
            canvas.setLineWidth(shape.width)
            canvas.setDash([5, 4] if shape.dashed else [])
            canvas.line(shape.x1, height - shape.y1, shape.x2, height - shape.y2)
        case PathMark():
            _path(canvas, shape, height)
        case BoxMark():
            canvas.setFillAlpha(shape.opacity)
            canvas.rect(shape.x, height - shape.y - shape.height, shape.width, shape.height, stroke=0, fill=1)
            canvas.setFillAlpha(1)
        case DotMark():
            canvas.circle(shape.x, height - shape.y, shape.radius, stroke=0, fill=1)
        case TextMark():
            text = plain(shape.text)
            font = letters.font_of(text)
            canvas.setFont(f"{font}-Bold" if shape.bold and font == LATIN_FONT else font, shape.size)
            write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
            write[shape.side](shape.x, height - shape.y, text)
        case _:
            assert_never(shape)


def _path(canvas: Any, shape: PathMark, height: float) -> None:
    canvas.setDash([])
    canvas.setLineWidth(shape.width)
    path = canvas.beginPath()
    (first_x, first_y), *rest = shape.points
    path.moveTo(first_x, height - first_y)
    for x, y in rest:
        path.lineTo(x, height - y)
    if shape.filled:
        path.close()
        canvas.setFillAlpha(shape.opacity)
    canvas.drawPath(path, stroke=int(not shape.filled), fill=int(shape.filled))
    canvas.setFillAlpha(1)
