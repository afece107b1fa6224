"""The figures of a backtest as a person reads them: a word, a value, and what to hold it against."""

from dataclasses import dataclass
from typing import Literal

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.pictures.wording import Wording, number, percent, signed

Tone = Literal["gain", "loss", ""]


@dataclass(frozen=True, slots=True)
class Figure:
    """`tone` repeats in colour what the sign of the value says."""

    label: str
    value: str
    note: str = ""
    tone: Tone = ""


def headline(report: Report, wording: Wording) -> tuple[Figure, ...]:
    """The six that are read first."""
    of, benchmark = report.figures, report.benchmark
    beside = wording.say("holding_them", value=signed(benchmark.total_return))
    deepest = wording.say("holding_them", value=percent(benchmark.max_drawdown))
    yearly = wording.say("holding_them", value=signed(benchmark.cagr))
    begun = wording.say("from_cash", value=wording.money(of.initial_cash))
    return (
        Figure(wording.say("total_return"), signed(of.total_return), beside, tone_of(of.total_return)),
        Figure(wording.say("cagr"), signed(of.cagr), yearly, tone_of(of.cagr)),
        _sharpe(report, wording),
        Figure(wording.say("max_drawdown"), percent(of.max_drawdown), deepest, tone_of(of.max_drawdown)),
        Figure(wording.say("final_equity"), wording.money(of.final_equity), begun),
        Figure(wording.say("trades"), f"{report.all_trades.trades:,}", _won(report, wording)),
    )


def more_figures(report: Report, wording: Wording) -> tuple[Figure, ...]:
    """The rest, each in a line."""
    of, trades, benchmark, say = report.figures, report.all_trades, report.benchmark, wording.say
    history = say("history_value", bars=wording.bars(of.bars), years=number(of.years, 1))
    return (
        Figure(say("volatility"), percent(of.volatility)),
        Figure(say("sortino"), number(of.sortino)),
        Figure(say("calmar"), number(of.calmar)),
        Figure(say("profit_factor"), number(trades.profit_factor)),
        Figure(say("expectancy"), wording.money(trades.expectancy)),
        Figure(say("exposure"), percent(of.exposure)),
        Figure(say("turnover"), say("times", value=number(of.turnover, 1))),
        Figure(say("costs"), wording.money(of.costs)),
        Figure(say("longest_drawdown"), wording.bars(of.longest_drawdown_bars)),
        Figure(say("excess"), signed(benchmark.excess_return)),
        Figure(say("alpha"), signed(benchmark.alpha)),
        Figure(say("beta"), number(benchmark.beta)),
        Figure(say("correlation"), number(benchmark.correlation)),
        Figure(say("information_ratio"), number(benchmark.information_ratio)),
        Figure(say("history"), history),
    )


def tone_of(value: float | None) -> Tone:
    if not value:
        return ""
    return "gain" if value > 0 else "loss"


def _sharpe(report: Report, wording: Wording) -> Figure:
    found = report.figures.sharpe
    if found is None:
        return Figure(wording.say("sharpe"), number(None), wording.say("no_interval"))
    told = wording.say("interval", level=percent(found.level, 0), low=number(found.low), high=number(found.high))
    return Figure(wording.say("sharpe"), number(found.value), told)


def _won(report: Report, wording: Wording) -> str:
    rate = report.all_trades.win_rate
    return wording.say("none_won") if rate is None else wording.say("won", value=percent(rate))
