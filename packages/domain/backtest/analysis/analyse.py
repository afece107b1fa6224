"""From the outcome of a backtest to its report: the figures of the whole account, the return of every month and year,
and every part beside them."""

from collections.abc import Iterator

import numpy as np

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.analysis import trade_groups as groups
from packages.domain.backtest.analysis.benchmark import compare, holding
from packages.domain.backtest.analysis.caution import cautions
from packages.domain.backtest.analysis.curve import Curve, curve_of
from packages.domain.backtest.analysis.drawdowns import deepest, longest
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.report import MonthlyRow, PerformanceFigures, Report
from packages.domain.backtest.analysis.rolling import rolling
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.analysis.trade_groups import traded_amount
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats, Instants


def monthly(local: Instants, equity: Floats, initial: float) -> tuple[MonthlyRow, ...]:
    """A month runs from the last close of the month before, the first one from the money at the start. Once the equity
    is gone, nothing moves."""
    ends = _month_ends(local)
    return tuple(_rows(local[ends].astype("datetime64[M]").astype(np.int64), equity[ends], initial))


def _month_ends(local: Instants) -> Counts:
    """The last bar of each month that has one; found by the beginnings of months, which are few."""
    first, last = local[0].astype("datetime64[M]"), local[-1].astype("datetime64[M]")
    begins = np.searchsorted(local, np.arange(first + 1, last + 1).astype(local.dtype))
    return np.unique(np.append(begins, len(local)) - 1)


def _rows(month: Counts, closing: Floats, initial: float) -> Iterator[MonthlyRow]:
    opening = np.concatenate(([initial], closing[:-1]))
    change = np.divide(closing - opening, opening, out=np.zeros(len(closing)), where=opening > 0)
    year = month // 12 + 1970
    for each in np.unique(year).tolist():
        at = np.flatnonzero(year == each)
        by_month = dict(zip((month[at] % 12).tolist(), change[at].tolist(), strict=True))
        first = float(opening[at[0]])
        total = float(closing[at[-1]]) / first - 1 if first > 0 else 0.0
        yield MonthlyRow(each, tuple(by_month.get(number) for number in range(12)), total)


def account_figures(curve: Curve, outcome: Outcome, exposure: Floats, terms: Terms) -> PerformanceFigures:
    rows = outcome.trades.raw
    return PerformanceFigures(
        initial_cash=curve.initial,
        final_equity=curve.final,
        total_return=curve.total_return,
        cagr=curve.cagr,
        volatility=curve.volatility,
        sharpe=sharpe_interval(curve.returns, curve.bars_per_year),
        sortino=curve.sortino,
        calmar=curve.calmar,
        max_drawdown=curve.max_drawdown,
        longest_drawdown_bars=longest(curve.drawdown),
        exposure=float((exposure > 0).mean()),
        turnover=_turnover(curve, outcome),
        costs=float(rows[:, t.COSTS].sum()),
        financing=_financing(curve, outcome, terms),
        bars=len(curve.equity),
        years=curve.years,
    )


def _financing(curve: Curve, outcome: Outcome, terms: Terms) -> float:
    """What the account lacks beside what its trades and positions brought: nothing else takes money from it."""
    if not (terms.short_rate or terms.debt_rate):
        return 0.0
    earned = float(outcome.trades.raw[:, t.PROFIT].sum()) + sum(each.unrealised for each in outcome.open_positions)
    return max(curve.initial + earned - curve.final, 0.0)


def _turnover(curve: Curve, outcome: Outcome) -> float:
    """Entries still open count too. The mean is of the bars that had equity; 0 where no time passed."""
    entered = sum(each.quantity * each.entry_price for each in outcome.open_positions)
    alive = curve.equity[curve.equity > 0]
    if curve.years <= 0 or not len(alive):
        return 0.0
    return (traded_amount(outcome.trades.raw) + entered) / float(alive.mean()) / curve.years


def held_instruments(outcome: Outcome) -> Counts:
    """A position is held on the closes from its entry bar to the one before its exit bar; several lots are one."""
    bars, rows = len(outcome.equity), outcome.trades.raw
    still = [(each.ticker, each.entry_bar) for each in outcome.open_positions]
    whole = np.array([*still], dtype=np.int64).reshape(-1, 2)
    places = np.concatenate((rows[:, [t.TICKER, t.ENTRY_BAR]].astype(np.int64), whole)) @ np.array([bars, 1])
    ends = np.concatenate((rows[:, t.EXIT_BAR].astype(np.int64), np.full(len(still), bars)))
    each, which = np.unique(places, return_inverse=True)
    last = np.zeros(len(each), dtype=np.int64)
    np.maximum.at(last, which, ends)  # what was sold in parts was held until the last of them
    first, end = _without_overlaps(each // bars * (bars + 1), each % bars, last)
    change = np.bincount(first, minlength=bars + 1) - np.bincount(end, minlength=bars + 1)
    return np.cumsum(change).astype(np.int64)[:bars]


def _without_overlaps(apart: Counts, first: Counts, end: Counts) -> tuple[Counts, Counts]:
    """Stretches of bars, sorted by instrument and first bar, with those of one instrument that overlap as one; `apart`
    keeps the bars of one instrument from those of another."""
    if not len(first):
        return first, end
    reached = np.maximum.accumulate(apart + end)
    begins = np.flatnonzero(np.concatenate(([True], (apart + first)[1:] >= reached[:-1])))
    finals = np.append(begins[1:] - 1, len(first) - 1)
    return first[begins], (reached - apart)[finals]


def analyse(
    outcome: Outcome,
    panel: Panel,
    terms: Terms,
    *,
    rolling_window: int | None = None,
    first_bar: int = 0,
    benchmark: Floats | None = None,
) -> Report:
    """`first_bar` is the bar from which trading was allowed: what lies before it only warmed the indicators up, and is
    not measured. Bars in the report are places in `report.time`. `benchmark` is the equity of the benchmark, None for
    holding all instruments of the panel."""
    equity, time = outcome.equity[first_bar:], panel.time[first_bar:]
    curve = curve_of(time, equity, float(terms.cash), panel.bars_per_year)
    figures = account_figures(curve, outcome, outcome.exposure[first_bar:], terms)
    rows = outcome.trades.raw
    return Report(
        time=time,
        equity=equity,
        drawdown=curve.drawdown,
        figures=figures,
        all_trades=groups.figures_of("all", rows),
        by_direction=groups.by_direction(rows),
        by_exit=groups.by_exit(rows),
        by_ticker=groups.by_ticker(rows, panel.tickers),
        by_weekday=groups.by_weekday(rows, panel),
        by_hour=groups.by_hour(rows, panel),
        by_holding=groups.by_holding(rows),
        monthly=monthly(local_times(panel.market, panel.timeframe, time), equity, curve.initial),
        drawdowns=deepest(curve.drawdown),
        rolling=rolling(curve, rolling_window),
        benchmark=compare(curve, holding(panel, curve.initial, first_bar) if benchmark is None else benchmark),
        open_positions=len(outcome.open_positions),
        held=held_instruments(outcome)[first_bar:],
        warnings=cautions(outcome, figures),
    )
