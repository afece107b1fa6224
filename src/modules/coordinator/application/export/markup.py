"""A report as an HTML page and as Markdown."""

import json
import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from src.modules.coordinator.application.export.document import Block, Kind, ReportDocument, ReportTable, TextSpan

_STYLE = (
    ":root{color-scheme:light dark;--ink:#1c2430;--paper:#fff;--soft:#5b6675;--line:#d9dee5;--link:#0b5fb0}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--paper:#12161c;--soft:#9aa6b5;--line:#2b3440;--link:#7ab8ff}}"
    "body{margin:0 auto;max-width:46rem;padding:2rem 1rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.6 system-ui,'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif}"
    "h1{font-size:1.7rem}h2{margin-top:2.2rem;border-bottom:1px solid var(--line)}"
    "a{color:var(--link);text-decoration:none;border-bottom:1px dotted}.note{color:var(--soft)}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;width:100%}"
    "td,th{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top;"
    "overflow-wrap:anywhere}"
    "tr:target{outline:2px solid var(--link)}@media print{body{max-width:none}}"
)
_ELEMENTS: dict[Kind, str] = {"title": "h1", "heading": "h2", "subheading": "h3", "paragraph": "p"}


def html_of(document: ReportDocument) -> str:
    body = "\n".join(_body(document))
    language = "zh-CN" if document.language == "zh" else "en"
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{_grounding(document)}<title>{escape(document.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _grounding(document: ReportDocument) -> str:
    """For programs that read the page."""
    if document.grounding is None:
        return ""
    return f'<meta name="grounding" content="{escape(json.dumps(document.grounding))}">\n'


def _body(document: ReportDocument) -> Iterator[str]:
    for is_list, group in groupby(document.parts, key=lambda part: isinstance(part, Block) and part.kind == "item"):
        drawn = [_part(part) for part in group]
        yield "<ul>\n" + "\n".join(drawn) + "\n</ul>" if is_list else "\n".join(drawn)


def _part(part: Block | ReportTable) -> str:
    if isinstance(part, ReportTable):
        return _table(part)
    inside = "".join(_span(span) for span in part.spans)
    match part.kind:
        case "item":
            return f"<li>{inside}</li>"
        case "note":
            return f'<p class="note">{inside}</p>'
        case _:
            element = _ELEMENTS[part.kind]
            return f"<{element}>{inside}</{element}>"


def _span(span: TextSpan) -> str:
    text = escape(span.text)
    return f'<a href="#{escape(span.anchor)}">{text}</a>' if span.anchor else text


def _table(table: ReportTable) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "\n".join(_row(cells, anchor) for cells, anchor in zip(table.rows, table.anchors, strict=True))
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>'


def _row(cells: tuple[str, ...], anchor: str | None) -> str:
    place = f' id="{escape(anchor)}"' if anchor else ""
    return f"<tr{place}>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


_MARKS: dict[Kind, str] = {"title": "# ", "heading": "## ", "subheading": "### ", "item": "- ", "note": "> "}
# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!])")


def markdown_of(document: ReportDocument) -> str:
    lines: list[str] = []
    for part in document.parts:
        if isinstance(part, ReportTable):
            lines += ["", *_markdown_table(part), ""]
        elif part.kind == "item":
            lines.append(_block(part))
        else:
            lines += ["", _block(part), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _block(block: Block) -> str:
    return _MARKS.get(block.kind, "") + "".join(_markdown_span(span) for span in block.spans)


def _markdown_span(span: TextSpan) -> str:
    text = _escaped(span.text)
    return f"[{text}](#{span.anchor})" if span.anchor else text


def _markdown_table(table: ReportTable) -> list[str]:
    head = f"| {' | '.join(table.head)} |"
    return [head, "|" + "---|" * len(table.head), *map(_markdown_row, table.rows, table.anchors)]


def _markdown_row(cells: tuple[str, ...], anchor: str | None) -> str:
    place = f'<a id="{anchor}"></a>' if anchor else ""
    return f"| {place}{' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
