"""A stress report as one HTML file that asks nobody for anything: no script, no font, no picture from elsewhere."""

from html import escape
from typing import assert_never

from packages.domain.backtest.pictures.tables import Table
from packages.domain.backtest.pictures.wording import plain
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.report.blocks import Block, Heading, Listing, Picture, ShadedTable, Words, WrappedTable
from packages.domain.stress.report.document import document
from packages.domain.stress.report.report import StressReport
from packages.domain.stress.report.style import STRESS_STYLE
from packages.domain.stress.report.wording import StressWording


def stress_html(report: StressReport, language: Language) -> str:
    blocks = list(document(report, StressWording(report, language)))
    title = next(escape(plain(block.text)) for block in blocks if isinstance(block, Heading))
    body = "\n".join(map(_block, blocks))
    return (
        f'<!doctype html>\n<html lang="{"zh-CN" if language == Language.ZH else "en"}">\n<head>\n'
        '<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STRESS_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{_text(text)}</h{level}>"
        case Words(text, kind):
            return _words(text, kind)
        case Listing(lines):
            return f"<ul>{''.join(f'<li>{_text(line)}</li>' for line in lines)}</ul>"
        case Picture():
            return block.drawn
        case ShadedTable(table, shades):
            return _framed(table, "heat", "".join(map(_shaded, table.rows, shades)))
        case WrappedTable(table):
            return _framed(table, "wrapped", _rows(table))
        case Table():
            return _framed(block, "", _rows(block))
        case _:
            assert_never(block)


def _words(text: str, kind: str) -> str:
    match kind:
        case "plain":
            return f"<p>{_text(text)}</p>"
        case "note" | "demo":
            return f'<p class="{kind}">{_text(text)}</p>'
        case _:
            return f'<p class="ruling {kind}">{_text(text)}</p>'


def _framed(table: Table, name: str, rows: str) -> str:
    """A table that scrolls sideways by itself where the page is narrow."""
    note = f'<p class="note">{_text(table.note)}</p>' if table.note else ""
    kind, title = f' class="{name}"' if name else "", _text(table.title)
    head = _cells(table.head, table.words, "th")
    return (
        f'<h3>{title}</h3><div class="wide" tabindex="0" role="region" aria-label="{title}">'
        f"<table{kind}><thead><tr>{head}</tr></thead>"
        f"\n<tbody>\n{rows}\n</tbody></table></div>{note}"
    )


def _rows(table: Table) -> str:
    return "\n".join(f"<tr>{_cells(row, table.words, 'td')}</tr>" for row in table.rows)


def _shaded(cells: tuple[str, ...], shades: tuple[str, ...]) -> str:
    values = "".join(f'<td class="{shade}">{_text(cell)}</td>' for cell, shade in zip(cells[1:], shades, strict=True))
    return f'<tr><th scope="row">{_text(cells[0])}</th>{values}</tr>'


def _cells(cells: tuple[str, ...], words: int, element: str) -> str:
    left, right = f'<{element} class="word">', f"<{element}>"
    return "".join(f"{left if at < words else right}{_text(cell)}</{element}>" for at, cell in enumerate(cells))


def _text(text: str) -> str:
    return escape(plain(text))
