"""From outcome to report."""

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings

from packages.domain.backtest.analysis.analyse import analyse, held_instruments
from packages.domain.backtest.analysis.report import Report, Rolling
from packages.domain.backtest.analysis.rolling import BadRollingWindow, usual_window, window_sums
from packages.domain.backtest.outcome import Orders, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.effort import examples
from tests.packages.domain.backtest.analysis.worlds import (
    CASH,
    TERMS,
    days,
    outcome_of,
    panel_of,
    reported,
    row,
    rows,
    still_open,
    wandering,
    worlds,
)


def _numbers(value: object) -> Iterator[float]:
    """Every number of a report but the rolling ones, which are NaN at first."""
    if isinstance(value, np.ndarray):
        yield from value.tolist() if value.dtype.kind == "f" else ()
    elif isinstance(value, float):
        yield value
    elif isinstance(value, tuple):
        for inside in value:
            yield from _numbers(inside)
    elif is_dataclass(value) and not isinstance(value, Rolling):
        for field in fields(value):
            yield from _numbers(getattr(value, field.name))


@given(worlds())
@settings(max_examples=examples(150), deadline=None)
def test_every_number_of_every_report_is_finite(world: tuple[Outcome, Panel]) -> None:
    report = analyse(*world, TERMS)
    assert all(map(math.isfinite, _numbers(report)))
    for column in (report.rolling.total_return, report.rolling.volatility, report.rolling.sharpe):
        assert np.isnan(column[: report.rolling.window]).all()
        assert np.isfinite(column[report.rolling.window :]).all()


@given(worlds())
@settings(max_examples=examples(100), deadline=None)
def test_months_multiply_to_their_year_and_years_to_the_whole(world: tuple[Outcome, Panel]) -> None:
    report = analyse(*world, TERMS)
    for year in report.monthly:
        months = [1 + each for each in year.months if each is not None]
        assert math.prod(months) == pytest.approx(1 + year.total, abs=1e-9)
    whole = math.prod(1 + year.total for year in report.monthly)
    assert whole == pytest.approx(1 + report.figures.total_return, abs=1e-9)


@given(worlds())
@settings(max_examples=examples(100), deadline=None)
def test_every_grouping_counts_every_trade_once(world: tuple[Outcome, Panel]) -> None:
    outcome, panel = world
    report = analyse(outcome, panel, TERMS)
    groupings = [report.by_direction, report.by_exit, report.by_ticker, report.by_holding]
    groupings += [report.by_weekday] if panel.timeframe is not Timeframe.W1 else []
    groupings += [report.by_hour] if panel.timeframe.is_intraday else []
    for groups in groupings:
        assert sum(group.trades for group in groups) == len(outcome.trades)
        assert math.fsum(group.profit for group in groups) == pytest.approx(report.all_trades.profit, abs=1e-9)


def test_a_group_of_trades_has_the_figures_of_its_trades() -> None:
    trades = rows(row(1, 3, 50.0, COSTS=2), row(4, 9, -20.0, COSTS=2), row(5, 5, 30.0, COSTS=2), row(7, 9, 0.0))
    told = reported(wandering(1, 12), trades)[0].all_trades
    assert (told.trades, told.win_rate, told.profit) == (4, 0.5, 60.0)
    assert told.mean_return == pytest.approx(0.015)
    assert told.median_return == pytest.approx(0.015)
    assert (told.best_return, told.worst_return) == pytest.approx((0.05, -0.02))
    assert told.profit_factor == pytest.approx(4.0)
    assert (told.expectancy, told.mean_bars) == (15.0, 3.25)


def test_without_a_loss_there_is_no_profit_factor() -> None:
    assert reported(wandering(1, 12), rows(row(1, 3, 50.0)))[0].all_trades.profit_factor is None


def test_trades_are_binned_by_the_bars_they_lasted() -> None:
    lengths = [1, 2, 5, 6, 10, 11, 20, 21, 60, 61, 300]
    trades = rows(*(row(1, 3, 1.0, BARS=length) for length in lengths))
    told = {group.label: group.trades for group in reported(wandering(1, 12), trades)[0].by_holding}
    assert told == {"1": 1, "2-5": 2, "6-10": 2, "11-20": 2, "21-60": 2, ">60": 2}


def test_daily_entries_have_the_weekday_of_their_session_and_no_hour() -> None:
    report, _ = reported(wandering(1, 12), rows(row(1, 3, 1.0), row(2, 5, 1.0), row(8, 9, 1.0)))
    assert [(group.label, group.trades) for group in report.by_weekday] == [("thu", 2), ("fri", 1)]  # 2020-01-01: Wed
    assert report.by_hour == ()


def test_entries_within_the_day_have_the_hour_on_the_wall_of_their_market_summer_and_winter() -> None:
    time = np.array(["2024-01-05T14:30", "2024-01-05T20:30", "2024-07-05T13:30", "2024-07-05T19:30"], "datetime64[us]")
    panel = panel_of(np.full((1, 4), 50.0), time, timeframe=Timeframe.H1)
    report = analyse(outcome_of([CASH] * 4, rows(*(row(bar, 3, 1.0) for bar in range(4)))), panel, TERMS)
    assert [(group.label, group.trades) for group in report.by_hour] == [("09", 2), ("15", 2)]


def test_an_evening_in_london_is_the_next_weekday_in_shanghai() -> None:
    time = np.array(["2024-01-04T22:00", "2024-01-04T23:00"], dtype="datetime64[us]")
    for market, weekday in ((Market.CN_STOCKS, "fri"), (Market.CRYPTO, "thu")):
        panel = panel_of(np.full((1, 2), 50.0), time, market=market, timeframe=Timeframe.H1)
        report = analyse(outcome_of([CASH] * 2, rows(row(1, 1, 1.0))), panel, TERMS)
        assert [group.label for group in report.by_weekday] == [weekday]


def test_a_month_without_a_bar_has_no_return() -> None:
    time = np.array(["2020-11-30", "2020-12-31", "2021-02-01"], dtype="datetime64[us]")
    panel = panel_of(np.full((1, 3), 50.0), time)
    rows_ = analyse(outcome_of([CASH, CASH * 1.1, CASH * 1.21]), panel, TERMS).monthly
    assert [each.year for each in rows_] == [2020, 2021]
    assert rows_[0].months[10:] == pytest.approx((0.0, 0.1))
    assert rows_[1].months[1] == pytest.approx(0.1)
    assert [month for month, told in enumerate(rows_[1].months) if told is not None] == [1]


def test_held_counts_the_positions_of_each_close() -> None:
    trades = rows(row(1, 4, 1.0), row(2, 2, 1.0), row(3, 5, 1.0, TICKER=1))
    outcome = outcome_of([CASH] * 7, trades, open_positions=(still_open(5),))
    assert held_instruments(outcome).tolist() == [0, 1, 1, 2, 1, 1, 1]
    report, _ = reported([CASH] * 7, rows(row(1, 4, 1.0)), open_positions=(still_open(5),))
    assert report.held.tolist() == [0, 1, 1, 1, 0, 1, 1]
    assert report.open_positions == 1


def test_lots_of_one_instrument_are_held_as_one() -> None:
    trades = rows(row(1, 4, 1.0), row(2, 6, 1.0), row(3, 5, 1.0))
    assert held_instruments(outcome_of([CASH] * 8, trades)).tolist() == [0, 1, 1, 1, 1, 1, 0, 0]


def test_turnover_and_costs_are_those_of_all_fills() -> None:
    trades = rows(row(1, 2, 100.0, COSTS=4.0), row(1, 1, -100.0, COSTS=6.0))
    panel = panel_of(np.full((1, 3), 50.0), np.array(["2020-01-01", "2021-01-01", "2022-01-01"], "datetime64[us]"))
    figures = analyse(outcome_of([CASH] * 3, trades, open_positions=(still_open(1),)), panel, TERMS).figures
    traded = 1000 + 1100 + 1000 + 900 + 1000
    assert figures.turnover == pytest.approx(traded / CASH / (731 / 365.25))
    assert figures.costs == 10.0


@pytest.mark.parametrize("window", [2, 7, 40])
def test_rolling_figures_are_those_of_each_window_by_itself(window: int) -> None:
    equity = wandering(4, 90)
    panel = panel_of(np.full((1, 90), 50.0))
    told = analyse(outcome_of(equity), panel, TERMS, rolling_window=window).rolling
    for bar in range(window, 90):
        part = equity[bar - window : bar + 1]
        returns = np.diff(part) / part[:-1]
        assert told.total_return[bar] == pytest.approx(part[-1] / part[0] - 1)
        assert told.volatility[bar] == pytest.approx(returns.std(ddof=1) * math.sqrt(252))
        assert told.sharpe[bar] == pytest.approx(returns.mean() / returns.std(ddof=1) * math.sqrt(252))


def test_a_calm_after_a_storm_is_calm_to_the_last_digit() -> None:
    values = np.array([1e12, -1e12, 1e12, *[1e-3] * 9])
    assert window_sums(values, 3)[-7:].tolist() == [3e-3] * 7


def test_the_usual_window_is_half_a_year_or_a_quarter_of_what_there_is() -> None:
    assert [usual_window(bars, 252.0) for bars in (1, 40, 5000)] == [2, 10, 126]


def test_a_window_of_one_bar_is_refused() -> None:
    with pytest.raises(BadRollingWindow, match="give 2 or more"):
        analyse(outcome_of([CASH] * 9), panel_of(np.full((1, 9), 50.0)), TERMS, rolling_window=1)


def _warnings(report: tuple[Report, Panel]) -> tuple[str, ...]:
    return report[0].warnings


def test_a_report_warns_of_what_makes_it_thin() -> None:
    some = rows(*[row(1, 3, 1.0)] * 29)
    enough = rows(*[row(1, 3, 1.0)] * 30)
    assert _warnings(reported(wandering(1, 400), enough)) == ()
    assert _warnings(reported(wandering(1, 400), some)) == ("few_trades",)
    assert _warnings(reported(wandering(1, 300), enough)) == ("short_history",)
    assert _warnings(reported(wandering(1, 400), enough, open_positions=(still_open(9),))) == ("open_at_end",)
    assert _warnings(reported([CASH, 0.0, *[0.0] * 400], enough)) == ("ruined",)


def test_a_report_without_trades_says_what_became_of_the_orders() -> None:
    flat = [CASH] * 400
    told = [
        _warnings(reported(flat, orders=orders))
        for orders in (Orders(), Orders(placed=3, too_small=2, lapsed=1), Orders(placed=3, lapsed=3))
    ]
    assert [codes[1] for codes in told] == ["no_orders", "orders_too_small", "orders_not_filled"]
    assert {codes[0] for codes in told} == {"no_trades"}
    assert _warnings(reported(flat, open_positions=(still_open(9),))) == ("no_trades", "open_at_end")


def test_bars_that_only_warmed_up_are_not_measured() -> None:
    equity = np.concatenate(([CASH] * 50, wandering(8, 300)))
    close = np.concatenate((np.full(50, 10.0), np.linspace(20, 40, 300)))[None, :]
    trades = rows(*(row(bar, bar + 5, 10.0) for bar in range(60, 300, 10)))
    panel = panel_of(close)
    whole = analyse(outcome_of(equity, trades), panel, TERMS, first_bar=50)
    later = rows(*(row(bar, bar + 5, 10.0) for bar in range(10, 250, 10)))
    alone = analyse(outcome_of(equity[50:], later), replace(panel_of(close[:, 50:]), time=days(350)[50:]), TERMS)
    assert whole.figures == alone.figures
    assert whole.benchmark.total_return == alone.benchmark.total_return == pytest.approx(1.0)
    assert whole.drawdowns == alone.drawdowns
    assert (whole.held == alone.held).all()
    assert [group.trades for group in whole.by_weekday] == [group.trades for group in alone.by_weekday]
