"""Single values worked out by hand: what is undefined, what the calendar says, and other numbers in sweeps."""

import math
from random import Random

import numpy as np
import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.expressions.calendar import calendar_column, opening_range
from packages.domain.backtest.expressions.operations import computed
from packages.domain.backtest.many import figures_of, sweep
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.operands import CalendarField, RangeEdge, ValueOperation
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from tests.corpus import well_known
from tests.corpus.markets import random_terms
from tests.reference.expressive_strategies import expressive_run, panel_for

NAN = math.nan
VALIDATOR = Validator(CATALOGUE)


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float64)


def of(operation: ValueOperation, *inputs: Floats, bars: int = 0) -> list[float | None]:
    return [None if math.isnan(each) else each for each in computed(operation, inputs, bars).tolist()]


def test_what_has_no_value_is_undefined_and_never_infinite() -> None:
    assert of(ValueOperation.DIVIDE, column(1, 0, 4), column(0, 0, 2)) == [None, None, 2.0]
    assert of(ValueOperation.LOG, column(0, -1, 1)) == [None, None, 0.0]
    assert of(ValueOperation.MULTIPLY, column(1e300, 2), column(1e300, 3)) == [None, 6.0]
    assert of(ValueOperation.RETURN, column(0, 5, 10), bars=1) == [None, None, 1.0]
    assert of(ValueOperation.ZSCORE, column(3, 3, 3, 6), bars=3) == [None, None, None, pytest.approx(math.sqrt(2))]


@pytest.mark.parametrize(
    "operation",
    [ValueOperation.MEAN, ValueOperation.LOWEST, ValueOperation.MEDIAN, ValueOperation.STD],
)
def test_a_window_with_a_hole_is_undefined_until_the_hole_has_left_it(operation: ValueOperation) -> None:
    values = of(operation, column(1, 2, NAN, 4, 5, 6, 7), bars=3)
    assert [each is None for each in values] == [True, True, True, True, True, False, False]


def test_windows_by_hand() -> None:
    prices = column(4, 1, 3, 2)
    assert of(ValueOperation.LAG, prices, bars=0) == [4, 1, 3, 2]
    assert of(ValueOperation.LAG, prices, bars=2) == [None, None, 4, 1]
    assert of(ValueOperation.CHANGE, prices, bars=1) == [None, -3, 2, -1]
    assert of(ValueOperation.HIGHEST, prices, bars=2) == [None, 4, 3, 3]
    assert of(ValueOperation.PERCENT_RANK, prices, bars=3) == [None, None, 50, 50]
    assert of(ValueOperation.PERCENT_RANK, column(2, 1, 2), bars=3) == [None, None, 75]
    assert of(ValueOperation.SLOPE, column(1, 3, 5, 7), column(1, 2, 3, 4), bars=3)[2:] == [2, 2]
    assert of(ValueOperation.CORRELATION, column(1, 2, 3), column(9, 8, 7), bars=3) == [None, None, -1]
    assert of(ValueOperation.SLOPE, column(1, 3, 5), column(2, 2, 2), bars=3) == [None, None, None]


def half_hours(*texts: str) -> Instants:
    """In New York's winter, where it is five hours earlier."""
    return np.array([f"2024-01-{text}" for text in texts], dtype="datetime64[us]")


def test_minutes_and_bars_of_a_session_by_hand() -> None:
    time = half_hours("08T14:30", "08T15:00", "08T20:30", "09T14:30")
    told = {
        field: calendar_column(field, Market.US_STOCKS, Timeframe.M30, time, None).tolist() for field in CalendarField
    }
    assert told[CalendarField.MINUTES_FROM_OPEN] == [30, 60, 390, 30]
    assert told[CalendarField.MINUTES_TO_CLOSE] == [360, 330, 0, 360]
    assert told[CalendarField.BARS_SINCE_OPEN] == [0, 1, 2, 0]
    assert told[CalendarField.DAY_OF_WEEK] == [1, 1, 1, 2]
    assert np.isnan(told[CalendarField.TRADING_DAY_OF_MONTH]).all()


def test_the_opening_range_is_known_when_it_is_over() -> None:
    time = half_hours("08T14:30", "08T15:00", "08T15:30", "09T15:00", "09T15:30")
    highs = column(10, 12, 20, 7, 30)
    found = opening_range(RangeEdge.HIGH, 60, Market.US_STOCKS, Timeframe.M30, time, highs)
    assert [None if math.isnan(each) else each for each in found.tolist()] == [None, 12, 12, 7, 7]
    late = opening_range(RangeEdge.HIGH, 30, Market.US_STOCKS, Timeframe.M30, time, highs)
    assert [None if math.isnan(each) else each for each in late.tolist()] == [10, 10, 10, None, None]


def test_trading_days_are_counted_from_either_end_of_the_month() -> None:
    sessions = np.arange("2024-01-01", "2024-03-01", dtype="datetime64[D]")
    sessions = sessions[np.is_busday(sessions) & (sessions != np.datetime64("2024-01-01"))]
    time = np.array(["2024-01-02", "2024-01-30", "2024-01-31", "2024-02-01", "2024-01-06"], dtype="datetime64[us]")
    told = [
        calendar_column(field, Market.US_STOCKS, Timeframe.D1, time, sessions).tolist()
        for field in (CalendarField.TRADING_DAY_OF_MONTH, CalendarField.TRADING_DAY_FROM_MONTH_END)
    ]
    assert told[0][:4] == [1, 21, 22, 1]
    assert told[1][:4] == [22, 2, 1, 21]
    assert math.isnan(told[0][4])


@pytest.mark.parametrize("seed", [0, 2, 3, 5, 8])
def test_other_numbers_in_a_sweep_are_the_strategy_written_with_them(seed: int) -> None:
    run = expressive_run(seed)
    rng, compiled = Random(seed), compile_strategy(run.strategy, CATALOGUE)
    places = [each for each in tunables_of(run.strategy, CATALOGUE) if "/condition/" in each.pointer]
    chosen = rng.sample(places, min(4, len(places)))
    values = [[rng.choice([each.minimum, each.value, each.maximum]) for each in chosen] for _ in range(3)]
    pointers = [each.pointer for each in chosen]
    swept = sweep(compiled, run.panel, run.terms, vary(compiled, pointers, np.array(values, dtype=np.float64)))
    for row, numbers in zip(swept, values, strict=True):
        written = VALIDATOR.document(with_values(run.strategy, dict(zip(pointers, numbers, strict=True)))).strategy
        if written is not None:
            alone = backtest(compile_strategy(written, CATALOGUE), run.panel, run.terms).figures
            assert figures_of(row) == alone


def test_a_factor_and_a_window_of_one_expression_vary_together() -> None:
    document = well_known.regime_filter("AAPL", "SPY")
    strategy = VALIDATOR.document(document).require()
    rng = Random(4)
    panel, terms = panel_for(rng, strategy, 200), random_terms(rng)
    compiled = compile_strategy(strategy, CATALOGUE)
    pointers = ["/factors/slow/params/period", "/factors/fast/params/period"]
    values = np.array([[10.0, 5.0], [30.0, 8.0]])
    swept = sweep(compiled, panel, terms, vary(compiled, pointers, values))
    for row, numbers in zip(swept, values.tolist(), strict=True):
        whole = {pointer: int(number) for pointer, number in zip(pointers, numbers, strict=True)}
        written = VALIDATOR.document(with_values(strategy, whole)).require()
        assert figures_of(row) == backtest(compile_strategy(written, CATALOGUE), panel, terms).figures
