"""A backtest as Markdown: the same sentences, figures and tables, and the equity as a curve of dots."""

import re
from collections.abc import Iterable, Iterator

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.pictures import sentences
from packages.domain.backtest.pictures.braille import curve, hanging
from packages.domain.backtest.pictures.cover import Cover, Trades
from packages.domain.backtest.pictures.curves import drawdown_scale, drawdown_told, equity_told
from packages.domain.backtest.pictures.headline import Figure, headline, more_figures
from packages.domain.backtest.pictures.scale import scale_of
from packages.domain.backtest.pictures.tables import Table, drawdown_table, group_tables, monthly_table, trade_table
from packages.domain.backtest.pictures.wording import Wording, plain
from packages.domain.strategy.explain.speech import Language

# What would be taken for markup; a text from outside stays text.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#!~&])")
_WIDTH = 72


def backtest_markdown(cover: Cover, report: Report, trades: Trades, language: Language) -> str:
    """`cover.rules` and `cover.summary` are expected in the same language."""
    wording = Wording(cover, language)
    return "\n\n".join(part for part in _parts(cover, report, trades, wording) if part) + "\n"


def _parts(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    yield f"# {_escaped(sentences.title(cover, wording))}"
    yield _escaped(sentences.subject(cover, wording))
    yield f"> {_escaped(wording.say('advice'))}"
    yield f"> **{_escaped(wording.say('demo'))}**" if cover.is_demo else ""
    yield from _listed(wording.say("warnings"), sentences.warnings(report, wording))
    yield from _listed(wording.say("summary"), cover.summary)
    yield f"## {_escaped(wording.say('figures'))}"
    yield _figures((*headline(report, wording), *more_figures(report, wording)), wording)
    yield from _curves(report, wording) if len(report.time) else (_escaped(wording.say("no_bars")),)
    yield from _tables(cover, report, trades, wording)
    yield from _listed(wording.say("rules"), cover.rules)
    yield from _listed(wording.say("assumptions"), sentences.assumptions(cover, wording))
    yield from map(_escaped, sentences.origin(cover, wording))


def _curves(report: Report, wording: Wording) -> Iterator[str]:
    scale, depth = scale_of(report.equity, may_be_log=True), drawdown_scale(report)
    yield f"## {_escaped(wording.say('equity_log' if scale.is_log else 'equity'))}"
    yield _fenced(curve(report.equity, scale, _WIDTH, 10))
    yield _escaped(equity_told(report, wording))
    yield f"## {_escaped(wording.say('drawdown'))}"
    yield _fenced(hanging(report.drawdown, depth, _WIDTH, 5))
    yield _escaped(drawdown_told(report, wording))


def _tables(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    if report.drawdowns:
        yield from _titled(drawdown_table(report, wording))
    if report.monthly:
        yield from _titled(monthly_table(report, wording))
    for table in group_tables(report, wording):
        yield from _titled(table)
    if len(trades):
        yield from _titled(trade_table(cover, report, trades, wording))
    else:
        yield f"## {_escaped(wording.say('trade_list'))}"
        yield _escaped(wording.say("no_trades"))


def _titled(table: Table) -> Iterator[str]:
    yield f"## {_escaped(table.title)}"
    yield _table(table)
    yield _escaped(table.note)


def _figures(figures: Iterable[Figure], wording: Wording) -> str:
    lines = [f"| {_escaped(one.label)} | {_escaped(one.value)} | {_escaped(one.note)} |" for one in figures]
    return "\n".join([f"| {_escaped(wording.say('figures'))} | | |", "|---|---:|---|", *lines])


def _table(table: Table) -> str:
    sides = "".join("---|" if at < table.words else "---:|" for at in range(len(table.head)))
    rows = (f"| {' | '.join(map(_escaped, row))} |" for row in table.rows)
    return "\n".join([f"| {' | '.join(map(_escaped, table.head))} |", f"|{sides}", *rows])


def _listed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    told = [f"- {_escaped(line)}" for line in lines]
    if told:
        yield f"## {_escaped(heading)}"
        yield "\n".join(told)


def _fenced(rows: Iterable[str]) -> str:
    return "\n".join(["```text", *rows, "```"])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", plain(text))
