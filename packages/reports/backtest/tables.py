"""The tables of a backtest: groups of trades, drawdowns, months (also as a heat map) and trades."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from typing import Protocol

import numpy as np

from packages.domain.backtest.analysis.report import Cover, DrawdownPeriod, MonthlyRow, Report, TradeFigures
from packages.domain.backtest.outcome import Trade, return_of
from packages.reports.drawing.blocks import TableBlock, shade
from packages.reports.drawing.page import note_html
from packages.reports.drawing.wording import NOTHING, Wording, number, percent, plain, price, quantity, signed

MOST_TRADES = 200
_GROUPED = ("trades", "win_rate", "profit", "mean_return", "median_return", "best_return", "worst_return")
_DRAWN = ("depth", "peak", "trough", "recovered", "lasted")
_TRADED = (
    *("number", "ticker", "direction", "reason", "return", "profit"),
    *("entry", "entry_price", "exit", "exit_price", "quantity", "lasted"),
)


class Trades(Protocol):
    """Closed trades by exit bar: `TradeColumns`, or any list of trades."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Trade]: ...


def group_tables(report: Report, wording: Wording) -> Iterator[TableBlock]:
    """Those in which there is anything."""
    groups: tuple[tuple[str, Sequence[TradeFigures]], ...] = (
        ("by_exit", report.by_exit),
        ("by_direction", report.by_direction),
        ("by_ticker", report.by_ticker),
        ("by_weekday", report.by_weekday),
        ("by_hour", report.by_hour),
        ("by_holding", report.by_holding),
    )
    head = tuple(wording.say(name) for name in ("group", *_GROUPED, "profit_factor", "expectancy", "mean_bars"))
    for name, figures in groups:
        rows = tuple(_group(each, wording) for each in figures if each.trades)
        if rows:
            yield TableBlock(wording.say(name), head, rows)


def drawdown_table(report: Report, wording: Wording) -> TableBlock:
    rows = tuple(_drawdown(each, report, wording) for each in report.drawdowns)
    return TableBlock(wording.say("drawdowns"), tuple(wording.say(name) for name in _DRAWN), rows, words=len(_DRAWN))


def monthly_table(report: Report, wording: Wording) -> TableBlock:
    """In percent, always with a sign."""
    head = (wording.say("year"), *wording.say("months").split(), wording.say("total"))
    rows = tuple((str(row.year), *map(points, (*row.months, row.total))) for row in report.monthly)
    return TableBlock(wording.say("monthly"), head, rows, note=wording.say("monthly_note"))


def trade_table(cover: Cover, report: Report, trades: Trades, wording: Wording) -> TableBlock:
    """The first 200; the note says how many more there are."""
    shown = list(islice(trades, MOST_TRADES))
    rows = tuple(trade_row(at, trade, cover, report, wording) for at, trade in enumerate(shown, start=1))
    more = len(trades) - len(shown)
    note = wording.say("more_trades", shown=f"{len(shown):,}", more=f"{more:,}") if more else ""
    return TableBlock(wording.say("trade_list"), trade_head(wording), rows, words=4, note=note)


def trade_head(wording: Wording) -> tuple[str, ...]:
    return tuple(wording.say(name) for name in _TRADED)


def trade_row(at: int, trade: Trade, cover: Cover, report: Report, wording: Wording) -> tuple[str, ...]:
    def on(bar: int) -> str:
        return wording.instant(report.time[bar - cover.first_bar])

    return (
        str(at),
        plain(cover.tickers[trade.ticker]),
        wording.label(trade.direction.value),
        reason_of(trade, wording),
        signed(return_of(trade), 2),
        f"{trade.profit:+,.0f}",
        on(trade.entry_bar),
        price(trade.entry_price),
        on(trade.exit_bar),
        price(trade.exit_price),
        quantity(trade.quantity),
        f"{trade.bars:,}",
    )


def reason_of(trade: Trade, wording: Wording) -> str:
    reason = wording.label(trade.reason.value)
    if trade.exit_rule is None:
        return reason
    return wording.say("reason_rule", reason=reason, rule=str(trade.exit_rule + 1))


def points(value: float | None) -> str:
    """Percent without its sign %, for a table that says so."""
    return NOTHING if value is None else signed(value).removesuffix("%")


def _group(of: TradeFigures, wording: Wording) -> tuple[str, ...]:
    returns = (of.mean_return, of.median_return, of.best_return, of.worst_return)
    return (
        wording.label(of.label),
        f"{of.trades:,}",
        percent(of.win_rate),
        f"{of.profit:+,.0f}",
        *(signed(value, 2) for value in returns),
        number(of.profit_factor),
        number(of.expectancy, 0),
        number(of.mean_bars, 1),
    )


def _drawdown(of: DrawdownPeriod, report: Report, wording: Wording) -> tuple[str, ...]:
    back = wording.say("not_yet") if of.recovered_bar is None else wording.instant(report.time[of.recovered_bar])
    until = len(report.time) - 1 if of.recovered_bar is None else of.recovered_bar
    peak, trough = (wording.instant(report.time[bar]) for bar in (of.peak_bar, of.trough_bar))
    return percent(of.depth), peak, trough, back, f"{until - of.peak_bar:,}"


def heatmap(report: Report, wording: Wording) -> str:
    """Shades are quarters of the larger tenth of all months, so that one wild month does not pale the others."""
    table = monthly_table(report, wording)
    strongest = _strongest(report)
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(_months(cells, row, strongest) for cells, row in zip(table.rows, report.monthly, strict=True))
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.title)}"><table class="heat">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"{note_html(table.note)}"
    )


def _months(cells: tuple[str, ...], row: MonthlyRow, strongest: float) -> str:
    months = "".join(
        f'<td class="{shade(value, strongest, 3)}">{escape(text)}</td>'
        for text, value in zip(cells[1:-1], row.months, strict=True)
    )
    return f'<tr><th scope="row">{cells[0]}</th>{months}<td class="sum">{escape(cells[-1])}</td></tr>'


def _strongest(report: Report) -> float:
    sizes = [abs(value) for row in report.monthly for value in row.months if value]
    return float(np.percentile(sizes, 90)) if sizes else 1.0
