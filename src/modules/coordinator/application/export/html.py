"""A report as one HTML file that asks nobody for anything: no script, font or picture from outside."""

import json
import re
from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import assert_never

from packages.reports.drawing.shapes import svg_of
from packages.reports.drawing.wording import plain
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
    text_of,
)
from src.modules.coordinator.application.export.style import style_of

_ELEMENTS: dict[Kind, str] = {"title": "h1", "heading": "h2", "subheading": "h4", "paragraph": "p"}
_SHORT, _LONG = 14, 28  # letters: what must not be broken, and what needs room
_MANY_COLUMNS = 4


def html_of(document: ReportDocument) -> str:
    language = "zh-CN" if document.language == "zh" else "en"
    body = _Page(document).body()
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{_grounding(document)}<title>{_escaped(document.title)}</title>\n<style>{style_of(document.language)}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


_TYPED = re.compile(r"`([^`\n]+)`")


class _Page:
    def __init__(self, document: ReportDocument) -> None:
        self._document = document

    def body(self) -> str:
        return self._parts(self._document.parts, level=2)

    def _parts(self, parts: Iterable[Part], level: int) -> str:
        """Items that follow each other are one list, figures one grid."""
        drawn: list[str] = []
        for kind, group in groupby(parts, key=_grouped):
            inside = "\n".join(self._part(part, level) for part in group)
            drawn.append(
                inside
                if not kind
                else f"<ul>\n{inside}\n</ul>"
                if kind == "item"
                else f'<div class="figures">{inside}</div>'
            )
        return "\n".join(drawn)

    def _part(self, part: Part, level: int) -> str:
        match part:
            case Block():
                return self._block(part)
            case ReportTable():
                return self._table(part)
            case FactSheet():
                return f'<dl class="facts{" mini" if part.compact else ""}">{"".join(map(self._fact, part.facts))}</dl>'
            case FigurePart():
                return _figure(part)
            case TwoColumns():
                return f'<div class="two">{self._side(part.left)}{self._side(part.right)}</div>'
            case Section():
                return self._section(part, level)
            case _:
                assert_never(part)

    def _section(self, section: Section, level: int) -> str:
        badge = f'<span class="badge c-{section.tone}">{_escaped(section.badge)}</span>' if section.badge else ""
        inside = self._parts(section.parts, level + 1)
        more = self._parts(section.more, level + 1)
        folded = f"<details><summary>{_escaped(self._document.fold)}</summary>\n{more}\n</details>" if more else ""
        element = "article" if section.chapter == "expert" else "section"
        heading = "" if section.chapter == "cover" else f"<h{level}>{_escaped(section.title)}{badge}</h{level}>\n"
        opening = f'<{element} id="{_escaped(section.key)}" class="{section.chapter}">'
        return f"{opening}\n{heading}{inside}\n{folded}</{element}>"

    def _block(self, block: Block) -> str:
        inside = self._spans(block.spans)
        match block.kind:
            case "item":
                return f"<li>{inside}</li>"
            case "note":
                return f'<p class="note">{inside}</p>'
            case "title":
                return f'<h1>{inside}</h1>\n<p class="subtitle">{_escaped(self._document.subtitle)}</p>'
            case _:
                element = _ELEMENTS[block.kind]
                return f"<{element}>{inside}</{element}>"

    def _spans(self, spans: Iterable[TextSpan]) -> str:
        return "".join(map(self._span, spans))

    def _span(self, span: TextSpan) -> str:
        """A small number behind the text opens the row; what is to be typed stands as code."""
        text = _TYPED.sub(r"<code>\1</code>", _escaped(span.text))
        if span.anchor is None:
            return text
        number = self._document.notes.get(span.anchor, "↓")
        return f'{text}<sup><a href="#{_escaped(span.anchor)}">{number}</a></sup>'

    def _fact(self, fact: ReportFact) -> str:
        kinds = [
            name for name, holds in (("strong", fact.strong), ("broad", len(text_of(fact.value)) > _LONG)) if holds
        ]
        name = f' class="{" ".join(kinds)}"' if kinds else ""
        value = self._spans(fact.value)
        return f'<div{name}><dt>{_escaped(fact.label)}</dt><dd class="c-{fact.tone}">{value}</dd></div>'

    def _side(self, side: ColumnSide) -> str:
        return (
            f'<section class="side c-{side.tone}"><h3>{_escaped(side.title)}</h3>{self._parts(side.parts, 4)}</section>'
        )

    def _table(self, table: ReportTable) -> str:
        head = "".join(f"<th>{_escaped(cell)}</th>" for cell in table.head)
        rows = "\n".join(
            self._row(table.head, cells, anchor) for cells, anchor in zip(table.rows, table.anchors, strict=True)
        )
        name = ' class="cards"' if len(table.head) >= _MANY_COLUMNS else ""
        inside = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>"
        return f'<div class="wide"><table{name}>\n{inside}\n</table></div>'

    def _row(self, head: tuple[str, ...], cells: tuple[Cell, ...], anchor: str | None) -> str:
        place = f' id="{_escaped(anchor)}"' if anchor else ""
        return f"<tr{place}>" + "".join(map(self._cell, head, cells)) + "</tr>"

    def _cell(self, head: str, cell: Cell) -> str:
        text = cell if isinstance(cell, str) else text_of(cell)
        inside = _escaped(cell) if isinstance(cell, str) else self._spans(cell)
        name = ' class="short"' if len(text) <= _SHORT else ' class="long"' if len(text) > _LONG else ""
        return f'<td{name} data-head="{_escaped(head)}">{inside}</td>'


def _figure(figure: FigurePart) -> str:
    caption = f"<figcaption>{_escaped(figure.drawing.title)}</figcaption>"
    source = f'<p class="note">{_escaped(figure.source)}</p>'
    if figure.wide is None:
        return f"<figure>{caption}{svg_of(figure.drawing, figure.name)}{source}</figure>"
    wide, narrow = svg_of(figure.wide, figure.name), svg_of(figure.drawing, f"{figure.name}-narrow")
    both = f'<div class="broad-figure">{wide}</div><div class="narrow">{narrow}</div>'
    return f'<figure class="whole">{caption}{both}{source}</figure>'


def _grouped(part: Part) -> str:
    if isinstance(part, FigurePart):
        return "figure"
    return "item" if isinstance(part, Block) and part.kind == "item" else ""


def _grounding(document: ReportDocument) -> str:
    """For programs that read the page."""
    if document.grounding is None:
        return ""
    return f'<meta name="grounding" content="{escape(json.dumps(document.grounding))}">\n'


def _escaped(text: str) -> str:
    return escape(plain(text))
