"""Closed trades in groups: how many, how often they won, what they gave."""

from collections.abc import Sequence

import numpy as np

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.analysis.curve import ratio
from packages.domain.backtest.analysis.local_time import WEEKDAYS, local_times
from packages.domain.backtest.analysis.report import TradeFigures
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.timeframe import Timeframe

_HOLDING_UNTIL = np.array([1, 2, 6, 11, 21, 61])  # the first count of bars of each bin
HOLDING = ("1", "2-5", "6-10", "11-20", "21-60", ">60")
HOURS = tuple(f"{hour:02}" for hour in range(24))


def figures_of(label: str, rows: Floats) -> TradeFigures:
    """Of trades as the kernel wrote them. A trade has won when it brought money after costs."""
    if not len(rows):
        return TradeFigures(label, 0, None, 0.0, None, None, None, None, None, None, None)
    profit, count = rows[:, t.PROFIT], len(rows)
    returns = returns_of_trades(rows)
    ordered, total, won = np.sort(returns), float(profit.sum()), profit > 0
    return TradeFigures(
        label=label,
        trades=count,
        win_rate=int(np.count_nonzero(won)) / count,
        profit=total,
        mean_return=float(returns.sum()) / count,
        median_return=float(ordered[(count - 1) // 2] + ordered[count // 2]) / 2.0,
        best_return=float(ordered[-1]),
        worst_return=float(ordered[0]),
        profit_factor=ratio(float(profit[won].sum()), -float(profit[profit < 0].sum())),
        expectancy=total / count,
        mean_bars=float(rows[:, t.BARS].sum()) / count,
    )


def returns_of_trades(rows: Floats) -> Floats:
    """Profit over the amount of the entry."""
    amount = rows[:, t.QUANTITY] * rows[:, t.ENTRY_PRICE]
    return np.divide(rows[:, t.PROFIT], amount, out=np.zeros(len(rows)), where=amount > 0)


def traded_amount(rows: Floats) -> float:
    """What all entries and exits were worth."""
    prices = rows[:, t.ENTRY_PRICE] + rows[:, t.EXIT_PRICE]
    return float(np.dot(rows[:, t.QUANTITY], prices))


def by_direction(rows: Floats) -> tuple[TradeFigures, ...]:
    return _grouped(rows, (rows[:, t.DIRECTION] < 0).astype(np.int64), ("long", "short"))


def by_exit(rows: Floats) -> tuple[TradeFigures, ...]:
    return _grouped(rows, rows[:, t.REASON].astype(np.int64), [reason.value for reason in t.REASONS])


def by_ticker(rows: Floats, tickers: Sequence[str]) -> tuple[TradeFigures, ...]:
    return _grouped(rows, rows[:, t.TICKER].astype(np.int64), tickers)


def by_holding(rows: Floats) -> tuple[TradeFigures, ...]:
    bins = np.searchsorted(_HOLDING_UNTIL, rows[:, t.BARS], side="right") - 1
    return _grouped(rows, np.maximum(bins, 0), HOLDING)


def by_weekday(rows: Floats, panel: Panel) -> tuple[TradeFigures, ...]:
    """None for weekly bars, which all begin on the same day."""
    if panel.timeframe is Timeframe.W1:
        return ()
    days = _entry_times(rows, panel).astype("datetime64[D]").astype(np.int64)
    return _grouped(rows, (days + 3) % 7, WEEKDAYS)  # day 0 was a Thursday


def by_hour(rows: Floats, panel: Panel) -> tuple[TradeFigures, ...]:
    """By the hour in which the entry bar begins; none for daily bars."""
    if not panel.timeframe.is_intraday:
        return ()
    return _grouped(rows, _entry_times(rows, panel).astype("datetime64[h]").astype(np.int64) % 24, HOURS)


def _entry_times(rows: Floats, panel: Panel) -> np.ndarray:
    entries = panel.time[rows[:, t.ENTRY_BAR].astype(np.int64)]
    return local_times(panel.market, panel.timeframe, entries)


def _grouped(rows: Floats, codes: Counts, labels: Sequence[str]) -> tuple[TradeFigures, ...]:
    """One group for each label that has trades, in the order of the labels."""
    order = np.argsort(codes, kind="stable")
    found, firsts = np.unique(codes[order], return_index=True)
    each = np.split(order, firsts[1:]) if len(found) else []
    return tuple(figures_of(labels[code], rows[mine]) for code, mine in zip(found.tolist(), each, strict=True))
