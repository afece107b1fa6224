"""Blocks of a report as HTML and as Markdown; a page is one file that loads nothing: no script, font or picture. Its
style serves light and dark, wide screens and phones, screen and paper."""

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

_LIGHT = (
    "--ink:#1c2430;--paper:#fff;--card:#f5f7fa;--soft:#566171;--line:#d9dee5;--grid:#e8ecf1;"
    "--strategy:#0b5fb0;--benchmark:#8a6d3b;--gain:#0b5fb0;--loss:#b4470b;--down:#f3c9a8;--warn:#fff4df;"
    "--up1:#e3eefb;--up2:#bcd7f5;--up3:#86b6ea;--up4:#4a8fd8;--down1:#fdeadd;--down2:#fbcfae;--down3:#f5a871;"
    "--down4:#e8833a;--strong:#0d1420"
)
_DARK = (
    "--ink:#e6eaf0;--paper:#12161c;--card:#1a2028;--soft:#9aa6b5;--line:#2f3946;--grid:#242c36;"
    "--strategy:#6fb1ff;--benchmark:#c9a86a;--gain:#7ab8ff;--loss:#ff9d5c;--down:#5c3418;--warn:#33290f;"
    "--up1:#1a2a3d;--up2:#1d3b5f;--up3:#215086;--up4:#2a68b0;--down1:#33241a;--down2:#53331c;--down3:#78451d;"
    "--down4:#a05a1f;--strong:#fff"
)
_TEXT = (
    "*{box-sizing:border-box}body{margin:0 auto;max-width:66rem;padding:1.6rem 1rem 3rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.55 system-ui,'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif}"
    "h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem;overflow-wrap:anywhere}"
    "h2{font-size:1.15rem;margin:2.2rem 0 .7rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}"
    "h3{font-size:1rem;margin:1.4rem 0 .4rem}p{margin:.4rem 0}ul{margin:.4rem 0;padding-left:1.2rem}"
    "li{margin:.2rem 0;overflow-wrap:anywhere}.note{color:var(--soft);font-size:.88rem;overflow-wrap:anywhere}"
    ".demo,.warn{background:var(--warn);border-left:4px solid var(--loss);padding:.6rem .8rem;margin:.9rem 0}"
    ".warn p{margin:.15rem 0}.demo{font-weight:600}"
)
_FIGURES = (
    ".cards{display:grid;grid-template-columns:repeat(3,1fr);gap:.6rem;margin:1rem 0}"
    ".cards div,.more div{break-inside:avoid}.cards div{background:var(--card);border-radius:8px;padding:.7rem .8rem}"
    "dl{margin:0}dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-variant-numeric:tabular-nums}"
    ".cards dd{font-size:1.35rem;font-weight:650;line-height:1.3}.cards dd.note{font-size:.8rem;font-weight:400}"
    ".more{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:0 2rem}"
    ".more div{display:flex;justify-content:space-between;gap:1rem;padding:.28rem 0;"
    "border-bottom:1px solid var(--grid)}"
    "dd.gain{color:var(--gain)}dd.loss{color:var(--loss)}"
)
_CHARTS = (
    ".chart{padding:8px 10px 26px 52px;break-inside:avoid}.chart svg{display:block;overflow:visible}"
    ".line{fill:none;stroke-width:1.6;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
    ".line.strategy{stroke:var(--strategy)}"
    ".line.benchmark{stroke:var(--benchmark);stroke-dasharray:5 3;stroke-width:1.3}"
    ".area.down{fill:var(--down);stroke:var(--loss);stroke-width:1;vector-effect:non-scaling-stroke}"
    ".grid{stroke:var(--grid)}.base{stroke:var(--soft)}.mean{stroke:var(--ink);stroke-dasharray:3 3}"
    ".tick{fill:var(--soft);font-size:12px}.label{fill:var(--ink);font-size:12px;font-weight:600;paint-order:stroke;"
    "stroke:var(--paper);stroke-width:3px}.dot{fill:var(--loss)}rect.gain{fill:var(--gain)}rect.loss{fill:var(--loss)}"
    ".start{text-anchor:start}.middle{text-anchor:middle}.end{text-anchor:end}"
    ".legend{font-size:.88rem;color:var(--soft);margin:.2rem 0 .4rem}"
    ".key{display:inline-block;width:1.6rem;margin:0 .4rem .25rem 0;border-top:2px solid var(--strategy)}"
    ".key.benchmark{border-top:2px dashed var(--benchmark);margin-left:1.2rem}"
)
_TABLES = (
    ".wide{overflow-x:auto;margin:.3rem 0}table{border-collapse:collapse;font-size:.84rem;width:100%;"
    "font-variant-numeric:tabular-nums}td,th{border-bottom:1px solid var(--line);padding:.28rem .4rem;text-align:right;"
    "white-space:nowrap}th{font-weight:600}thead th{color:var(--soft);vertical-align:bottom}"
    ".word{text-align:left}"
    ".heat td{text-align:center;border:1px solid var(--paper);padding:.3rem .35rem;min-width:2.9rem}"
    ".heat th{text-align:center}.heat th[scope=row]{position:sticky;left:0;background:var(--paper)}"
    ".heat .sum{font-weight:650;background:var(--card)}.flat{color:var(--soft)}"
    + "".join(f".{way}{shade}{{background:var(--{way}{shade})}}" for way in ("up", "down") for shade in range(1, 5))
    + ".up4,.down4,.up3,.down3{color:var(--strong)}"
)
_NARROW = (
    "@media(max-width:34rem){.odd{display:none}.cards{grid-template-columns:1fr 1fr}h1{font-size:1.3rem}"
    "td,th{padding:.28rem .35rem}.cards dd{font-size:1.2rem}}"
)
# Backgrounds carry meaning here, so they are printed; paper is white whatever the screen was.
_PRINT = (
    "@media print{:root{color-scheme:light;" + _LIGHT + "}body{max-width:none;padding:0;font-size:11pt}"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}.wide{overflow:visible}"
    "table{font-size:6.5pt}td,th{padding:.15rem .2rem}.heat td{min-width:0}"
    "tr{break-inside:avoid}h2,h3{break-after:avoid}}"
)
STYLE = (
    ":root{color-scheme:light dark;" + _LIGHT + "}@media(prefers-color-scheme:dark){:root{" + _DARK + "}}"
    f"{_TEXT}{_FIGURES}{_CHARTS}{_TABLES}{_NARROW}{_PRINT}"
)
# What the page of a stress test draws beyond the page of a backtest.
STRESS_STYLE = STYLE + (
    ".ruling{background:var(--card);border-left:6px solid var(--soft);border-radius:4px;padding:.7rem .9rem;"
    "margin:.6rem 0;font-size:1.05rem}.ruling.pass{border-color:var(--gain)}"
    ".ruling.revise,.ruling.reject{border-color:var(--loss);background:var(--warn)}"
    ".ruling.reject{border-left-width:14px}"
    ".band.outer{fill:var(--up1)}.band.inner{fill:var(--up2)}"
    ".crises .chart{padding-left:10px}rect.strategy{fill:var(--strategy)}rect.held{fill:var(--benchmark);opacity:.6}"
    ".wrapped td,.wrapped th{white-space:normal;min-width:4.6rem}.wrapped td:first-child{min-width:8.5rem}"
    ".wrapped .word:last-child{min-width:9rem}"
    ".crises .label{stroke-width:4px}"
    ".box{display:inline-block;width:.8rem;height:.8rem;margin:0 .4rem -.08rem 0}"
    ".box.strategy{background:var(--strategy)}"
    ".box.held{background:var(--benchmark);opacity:.6;margin-left:1.2rem}"
)


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
            return text_markdown(block.caption)
        case ShadedTable(table) | WrappedTable(table) | (TableBlock() as table):
            text = f"### {text_markdown(table.title)}\n\n{table_markdown(table)}"
            return f"{text}\n\n{text_markdown(table.note)}" if table.note else text
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
