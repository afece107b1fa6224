"""A backtest as one HTML file that asks nobody for anything: no script, no font, no picture from elsewhere."""

from collections.abc import Iterable, Iterator
from html import escape

import numpy as np

from packages.core.messages import Language
from packages.domain.backtest.analysis.report import Cover, Report
from packages.domain.backtest.outcome import return_of
from packages.reports.backtest.charts import (
    drawdown_chart,
    equity_chart,
    equity_scale,
    histogram_chart,
    histogram_of,
    rolling_chart,
)
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
from packages.reports.backtest.tables import Trades, drawdown_table, group_tables, heatmap, trade_table
from packages.reports.drawing.page import STYLE, html_page, list_html, note_html, table_html
from packages.reports.drawing.wording import Wording


def backtest_html(cover: Cover, report: Report, trades: Trades, language: Language) -> str:
    """`cover.rules` and `cover.summary` are expected in the same language."""
    wording = Wording(cover, language)
    return html_page(title(cover, wording), _body(cover, report, trades, wording), STYLE, wording.language)


def _body(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    yield from _head(cover, wording)
    yield _warnings(report, wording)
    yield _cards(headline(report, wording))
    yield _section(wording.say("summary"), list_html(cover.summary)) if cover.summary else ""
    yield from _charts(report, wording) if len(report.time) else (note_html(wording.say("no_bars")),)
    yield from _trades(cover, report, trades, wording)
    yield _section(wording.say("rules"), list_html(cover.rules)) if cover.rules else ""
    yield _section(wording.say("assumptions"), list_html(assumptions(cover, wording)))
    yield "".join(map(note_html, (*origin(cover, wording), wording.say("advice"))))


def _head(cover: Cover, wording: Wording) -> Iterator[str]:
    yield f"<h1>{escape(title(cover, wording))}</h1>"
    yield f"<p>{escape(subject(cover, wording))}</p>"
    yield note_html(wording.say("advice"))
    yield f'<p class="demo">{escape(wording.say("demo"))}</p>' if cover.is_demo else ""


def _charts(report: Report, wording: Wording) -> Iterator[str]:
    scaled = "equity_log" if equity_scale(report).is_log else "equity"
    yield _section(wording.say(scaled), equity_chart(report, wording))
    yield _section(wording.say("drawdown"), drawdown_chart(report, wording))
    if report.drawdowns:
        yield table_html(drawdown_table(report, wording))
    yield _section(wording.say("monthly"), heatmap(report, wording))
    window = wording.say("rolling", bars=wording.bars(report.rolling.window))
    yield _section(window, rolling_chart(report, wording))
    yield _section(wording.say("figures"), _more(more_figures(report, wording)))


def _trades(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    yield f"<h2>{escape(wording.say('histogram'))}</h2>"
    if not len(trades):
        yield f"<p>{escape(wording.say('no_trades'))}</p>"
        return
    returns = np.array([return_of(trade) for trade in trades])
    yield histogram_chart(returns, wording)
    if beyond := histogram_of(returns).beyond:
        yield note_html(wording.say("histogram_tails", count=f"{beyond:,}"))
    yield from map(table_html, group_tables(report, wording))
    yield table_html(trade_table(cover, report, trades, wording), "h2")


def _warnings(report: Report, wording: Wording) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in warnings(report, wording))
    return (
        f'<div class="warn" role="note"><p><b>{escape(wording.say("warnings"))}</b></p>{lines}</div>' if lines else ""
    )


def _cards(figures: Iterable[HeadlineFigure]) -> str:
    return f'<dl class="cards">{"".join(map(_card, figures))}</dl>'


def _card(figure: HeadlineFigure) -> str:
    note = f'<dd class="note">{escape(figure.note)}</dd>' if figure.note else ""
    return f'<div><dt>{escape(figure.label)}</dt><dd class="{figure.tone}">{escape(figure.value)}</dd>{note}</div>'


def _more(figures: Iterable[HeadlineFigure]) -> str:
    lines = (f"<div><dt>{escape(one.label)}</dt><dd>{escape(one.value)}</dd></div>" for one in figures)
    return f'<dl class="more">{"".join(lines)}</dl>'


def _section(heading: str, inside: str) -> str:
    return f"<h2>{escape(heading)}</h2>{inside}"
