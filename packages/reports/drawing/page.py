"""Blocks of a report as HTML and as Markdown; a page is one file that loads nothing: no script, font or picture."""

import re
from collections.abc import Iterable
from html import escape
from typing import assert_never

from packages.core.messages import Language
from packages.reports.drawing.blocks import (
    Block,
    Heading,
    ListBlock,
    Picture,
    ShadedTable,
    TableBlock,
    WordsBlock,
    WrappedTable,
)
from packages.reports.drawing.wording import plain

# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!~&])")


def html_page(title: str, body: Iterable[str], style: str, language: Language) -> str:
    inside = "\n".join(part for part in body if part)
    return (
        f'<!doctype html>\n<html lang="{"zh-CN" if language is Language.ZH else "en"}">\n<head>\n'
        '<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text_html(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{inside}\n</body>\n</html>\n"
    )


def block_html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{text_html(text)}</h{level}>"
        case WordsBlock(text, kind):
            return _words_html(text, kind)
        case ListBlock(lines):
            return list_html(lines)
        case Picture():
            return block.drawn
        case ShadedTable(table, shades):
            return table_html(table, name="heat", rows="".join(map(_shaded, table.rows, shades)))
        case WrappedTable(table):
            return table_html(table, name="wrapped")
        case TableBlock():
            return table_html(block)
        case _:
            assert_never(block)


def table_html(table: TableBlock, heading: str = "h3", name: str = "", rows: str | None = None) -> str:
    """Scrolls sideways by itself where the page is narrow."""
    inside = "\n".join(f"<tr>{_cells(row, table.words, 'td')}</tr>" for row in table.rows) if rows is None else rows
    kind, title = f' class="{name}"' if name else "", text_html(table.title)
    return (
        f'<{heading}>{title}</{heading}><div class="wide" tabindex="0" role="region" aria-label="{title}">'
        f"<table{kind}><thead><tr>{_cells(table.head, table.words, 'th')}</tr></thead>"
        f"\n<tbody>\n{inside}\n</tbody></table></div>{note_html(table.note) if table.note else ''}"
    )


def list_html(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{text_html(line)}</li>' for line in lines)}</ul>"


def note_html(text: str) -> str:
    return f'<p class="note">{text_html(text)}</p>'


def text_html(text: str) -> str:
    return escape(plain(text))


def block_markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text_markdown(text)}"
        case WordsBlock(text, kind):
            return _words_markdown(text, kind)
        case ListBlock(lines):
            return "\n".join(f"- {text_markdown(line)}" for line in lines)
        case Picture():
            return text_markdown(block.told)
        case ShadedTable(table) | WrappedTable(table) | (TableBlock() as table):
            told = f"### {text_markdown(table.title)}\n\n{table_markdown(table)}"
            return f"{told}\n\n{text_markdown(table.note)}" if table.note else told
        case _:
            assert_never(block)


def table_markdown(table: TableBlock) -> str:
    sides = "".join("---|" if at < table.words else "---:|" for at in range(len(table.head)))
    rows = (f"| {' | '.join(map(text_markdown, row))} |" for row in table.rows)
    return "\n".join([f"| {' | '.join(map(text_markdown, table.head))} |", f"|{sides}", *rows])


def text_markdown(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", plain(text))


def _words_html(text: str, kind: str) -> str:
    match kind:
        case "plain":
            return f"<p>{text_html(text)}</p>"
        case "note" | "demo":
            return f'<p class="{kind}">{text_html(text)}</p>'
        case _:
            return f'<p class="ruling {kind}">{text_html(text)}</p>'


def _words_markdown(text: str, kind: str) -> str:
    match kind:
        case "plain":
            return text_markdown(text)
        case "note":
            return f"> {text_markdown(text)}"
        case _:
            return f"> **{text_markdown(text)}**"


def _shaded(cells: tuple[str, ...], shades: tuple[str, ...]) -> str:
    values = "".join(
        f'<td class="{shade}">{text_html(cell)}</td>' for cell, shade in zip(cells[1:], shades, strict=True)
    )
    return f'<tr><th scope="row">{text_html(cells[0])}</th>{values}</tr>'


def _cells(cells: tuple[str, ...], words: int, element: str) -> str:
    left, right = f'<{element} class="word">', f"<{element}>"
    return "".join(f"{left if at < words else right}{text_html(cell)}</{element}>" for at, cell in enumerate(cells))
