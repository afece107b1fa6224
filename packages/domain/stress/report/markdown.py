"""A stress report as Markdown: the same words and tables, pictures in a sentence."""

import re
from typing import assert_never

from packages.domain.backtest.pictures.tables import Table
from packages.domain.backtest.pictures.wording import plain
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.report.blocks import Block, Heading, Listing, Picture, ShadedTable, Words, WrappedTable
from packages.domain.stress.report.document import document
from packages.domain.stress.report.report import StressReport
from packages.domain.stress.report.wording import StressWording

# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!~&])")


def stress_markdown(report: StressReport, language: Language) -> str:
    return "\n\n".join(map(_block, document(report, StressWording(report, language)))) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escaped(text)}"
        case Words(text, kind):
            return _words(text, kind)
        case Listing(lines):
            return "\n".join(f"- {_escaped(line)}" for line in lines)
        case Picture():
            return _escaped(block.told)
        case ShadedTable(table) | WrappedTable(table):
            return _table(table)
        case Table():
            return _table(block)
        case _:
            assert_never(block)


def _words(text: str, kind: str) -> str:
    match kind:
        case "plain":
            return _escaped(text)
        case "note":
            return f"> {_escaped(text)}"
        case _:
            return f"> **{_escaped(text)}**"


def _table(table: Table) -> str:
    sides = "".join("---|" if at < table.words else "---:|" for at in range(len(table.head)))
    rows = (f"| {' | '.join(map(_escaped, row))} |" for row in table.rows)
    told = [f"### {_escaped(table.title)}", "", f"| {' | '.join(map(_escaped, table.head))} |", f"|{sides}", *rows]
    return "\n".join([*told, "", _escaped(table.note)] if table.note else told)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", plain(text))
