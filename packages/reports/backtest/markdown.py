"""A backtest as Markdown: the same sentences, figures and tables, and the equity as a curve of dots."""

from collections.abc import Iterable, Iterator

from packages.core.messages import Language
from packages.domain.backtest.analysis.report import Cover, Report
from packages.reports.backtest.charts import drawdown_caption, drawdown_scale, equity_caption
from packages.reports.backtest.headline import (
    HeadlineFigure,
    assumptions,
    headline,
    more_figures,
    origin,
    subject,
    title,
    warnings,
)
from packages.reports.backtest.tables import Trades, drawdown_table, group_tables, monthly_table, trade_table
from packages.reports.drawing.axes import scale_of
from packages.reports.drawing.blocks import TableBlock
from packages.reports.drawing.braille import curve, hanging
from packages.reports.drawing.page import table_markdown, text_markdown
from packages.reports.drawing.wording import Wording

_WIDTH = 72


def backtest_markdown(cover: Cover, report: Report, trades: Trades, language: Language) -> str:
    """`cover.rules` and `cover.summary` are expected in the same language."""
    wording = Wording(cover, language)
    return "\n\n".join(part for part in _parts(cover, report, trades, wording) if part) + "\n"


def _parts(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    yield f"# {text_markdown(title(cover, wording))}"
    yield text_markdown(subject(cover, wording))
    yield f"> {text_markdown(wording.say('advice'))}"
    yield f"> **{text_markdown(wording.say('demo'))}**" if cover.is_demo else ""
    yield from _listed(wording.say("warnings"), warnings(report, wording))
    yield from _listed(wording.say("summary"), cover.summary)
    yield f"## {text_markdown(wording.say('figures'))}"
    yield _figures((*headline(report, wording), *more_figures(report, wording)), wording)
    yield from _curves(report, wording) if len(report.time) else (text_markdown(wording.say("no_bars")),)
    yield from _tables(cover, report, trades, wording)
    yield from _listed(wording.say("rules"), cover.rules)
    yield from _listed(wording.say("assumptions"), assumptions(cover, wording))
    yield from map(text_markdown, origin(cover, wording))


def _curves(report: Report, wording: Wording) -> Iterator[str]:
    scale, depth = scale_of(report.equity, may_be_log=True), drawdown_scale(report)
    yield f"## {text_markdown(wording.say('equity_log' if scale.is_log else 'equity'))}"
    yield _fenced(curve(report.equity, scale, _WIDTH, 10))
    yield text_markdown(equity_caption(report, wording))
    yield f"## {text_markdown(wording.say('drawdown'))}"
    yield _fenced(hanging(report.drawdown, depth, _WIDTH, 5))
    yield text_markdown(drawdown_caption(report, wording))


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
        yield f"## {text_markdown(wording.say('trade_list'))}"
        yield text_markdown(wording.say("no_trades"))


def _titled(table: TableBlock) -> Iterator[str]:
    yield f"## {text_markdown(table.title)}"
    yield table_markdown(table)
    yield text_markdown(table.note)


def _figures(figures: Iterable[HeadlineFigure], wording: Wording) -> str:
    lines = [
        f"| {text_markdown(one.label)} | {text_markdown(one.value)} | {text_markdown(one.note)} |" for one in figures
    ]
    return "\n".join([f"| {text_markdown(wording.say('figures'))} | | |", "|---|---:|---|", *lines])


def _listed(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"- {text_markdown(line)}" for line in lines]
    if items:
        yield f"## {text_markdown(heading)}"
        yield "\n".join(items)


def _fenced(rows: Iterable[str]) -> str:
    return "\n".join(["```text", *rows, "```"])
