"""A backtest as one HTML file that asks nobody for anything: no script, no font, no picture from elsewhere."""

from collections.abc import Iterable, Iterator
from html import escape

import numpy as np

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.pictures import sentences
from packages.domain.backtest.pictures.cover import Cover, Trades, return_of
from packages.domain.backtest.pictures.curves import drawdown_chart, equity_chart, equity_scale, rolling_chart
from packages.domain.backtest.pictures.headline import Figure, headline, more_figures
from packages.domain.backtest.pictures.heatmap import heatmap
from packages.domain.backtest.pictures.histogram import histogram_chart, histogram_of
from packages.domain.backtest.pictures.style import STYLE
from packages.domain.backtest.pictures.tables import Table, drawdown_table, group_tables, trade_table
from packages.domain.backtest.pictures.wording import Wording, plain
from packages.domain.strategy.explain.speech import Language


def backtest_html(cover: Cover, report: Report, trades: Trades, language: Language) -> str:
    """`cover.rules` and `cover.summary` are expected in the same language."""
    wording = Wording(cover, language)
    title = escape(sentences.title(cover, wording))
    body = "\n".join(part for part in _body(cover, report, trades, wording) if part)
    return (
        f'<!doctype html>\n<html lang="{"zh-CN" if wording.language is Language.ZH else "en"}">\n<head>\n'
        '<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(cover: Cover, report: Report, trades: Trades, wording: Wording) -> Iterator[str]:
    yield from _head(cover, wording)
    yield _warnings(report, wording)
    yield _cards(headline(report, wording))
    yield _section(wording.say("summary"), _list(cover.summary)) if cover.summary else ""
    yield from _charts(report, wording) if len(report.time) else (_note(wording.say("no_bars")),)
    yield from _trades(cover, report, trades, wording)
    yield _section(wording.say("rules"), _list(cover.rules)) if cover.rules else ""
    yield _section(wording.say("assumptions"), _list(sentences.assumptions(cover, wording)))
    yield "".join(map(_note, (*sentences.origin(cover, wording), wording.say("advice"))))


def _head(cover: Cover, wording: Wording) -> Iterator[str]:
    yield f"<h1>{escape(sentences.title(cover, wording))}</h1>"
    yield f"<p>{escape(sentences.subject(cover, wording))}</p>"
    yield _note(wording.say("advice"))
    yield f'<p class="demo">{escape(wording.say("demo"))}</p>' if cover.is_demo else ""


def _charts(report: Report, wording: Wording) -> Iterator[str]:
    scaled = "equity_log" if equity_scale(report).is_log else "equity"
    yield _section(wording.say(scaled), equity_chart(report, wording))
    yield _section(wording.say("drawdown"), drawdown_chart(report, wording))
    if report.drawdowns:
        yield _table(drawdown_table(report, wording))
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
        yield _note(wording.say("histogram_tails", count=f"{beyond:,}"))
    yield from map(_table, group_tables(report, wording))
    yield _table(trade_table(cover, report, trades, wording), "h2")


def _warnings(report: Report, wording: Wording) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in sentences.warnings(report, wording))
    return (
        f'<div class="warn" role="note"><p><b>{escape(wording.say("warnings"))}</b></p>{lines}</div>' if lines else ""
    )


def _cards(figures: Iterable[Figure]) -> str:
    return f'<dl class="cards">{"".join(map(_card, figures))}</dl>'


def _card(figure: Figure) -> str:
    note = f'<dd class="note">{escape(figure.note)}</dd>' if figure.note else ""
    return f'<div><dt>{escape(figure.label)}</dt><dd class="{figure.tone}">{escape(figure.value)}</dd>{note}</div>'


def _more(figures: Iterable[Figure]) -> str:
    lines = (f"<div><dt>{escape(one.label)}</dt><dd>{escape(one.value)}</dd></div>" for one in figures)
    return f'<dl class="more">{"".join(lines)}</dl>'


def _table(table: Table, heading: str = "h3") -> str:
    head = _cells(table.head, table.words, "th")
    rows = "\n".join(f"<tr>{_cells(row, table.words, 'td')}</tr>" for row in table.rows)
    return (
        f"<{heading}>{escape(table.title)}</{heading}>"
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.title)}"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
        + (_note(table.note) if table.note else "")
    )


def _cells(cells: tuple[str, ...], words: int, element: str) -> str:
    left, right = f'<{element} class="word">', f"<{element}>"
    return "".join(f"{left if at < words else right}{escape(cell)}</{element}>" for at, cell in enumerate(cells))


def _section(heading: str, inside: str) -> str:
    return f"<h2>{escape(heading)}</h2>{inside}"


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(plain(line))}</li>' for line in lines)}</ul>"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'
