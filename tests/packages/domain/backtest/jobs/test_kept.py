"""A report comes back from its bytes, and a long one keeps what is drawn of it."""

from dataclasses import fields, is_dataclass

import numpy as np

from packages.core.messages import Language
from packages.domain.backtest.jobs.kept import keep, kept
from packages.reports.backtest.html import backtest_html
from tests.packages.reports.backtest.sample import COVER, idle, sample


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.tobytes() == other.tobytes()
    if is_dataclass(one) and not isinstance(one, type):
        return type(one) is type(other) and all(
            _same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one)
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other


def test_a_report_comes_back_bit_for_bit_and_the_bytes_are_always_the_same() -> None:
    report, trades, _ = sample(bars=500)
    data = keep(report, trades)
    back = kept(data)
    assert _same(back.report, report)
    assert _same(back.trades, trades)
    assert keep(report, trades) == data


def test_a_report_without_trades_comes_back_too() -> None:
    _, trades, _ = sample(bars=500, trades=0)
    assert _same(kept(keep(idle(), trades)).report, idle())


def test_a_long_report_keeps_its_extremes_its_drawdowns_and_the_times_of_its_trades() -> None:
    report, trades, _ = sample(bars=2_000)
    thin = kept(keep(report, trades, most_bars=400))
    assert len(thin.report.time) < len(report.time)
    assert (thin.report.equity.min(), thin.report.equity.max()) == (report.equity.min(), report.equity.max())
    assert [thin.report.time[each.trough_bar] for each in thin.report.drawdowns] == [
        report.time[each.trough_bar] for each in report.drawdowns
    ]
    assert [thin.report.time[each.entry_bar] for each in thin.trades] == [
        report.time[each.entry_bar] for each in trades
    ]
    assert backtest_html(COVER, thin.report, thin.trades, Language.EN).startswith("<!doctype html>")
