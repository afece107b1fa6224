"""Expressions worked out one value at a time, by plain loops: slow, and written apart from the engine.

None is what is undefined.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from statistics import median

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars
from packages.domain.backtest.fundamentals.record import CompanyRecord
from packages.domain.backtest.panel import PRICES
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.hours import session_hours
from packages.domain.market_data.sessions import local_day, session_close
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy import operands as o
from packages.domain.strategy.company_fields import FundingField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from tests.reference.companies import CompanyReadings, ToldRecord
from tests.reference.factors import factor_columns
from tests.reference.market import Columns
from tests.reference.slow_bars import known_times

Value = float | None
LONGEST_REST = timedelta(days=12)
STANDS_STILL = 1e-10


@dataclass
class ExpressionReadings:
    """Of one instrument; `plain` answers for its own prices and factors and for the account."""

    strategy: Strategy
    market: Market
    timeframe: Timeframe
    times: Instants
    columns: Columns
    alongside: Alongside | None
    plain: Callable[[o.Operand, int], Value]
    record: CompanyRecord | None = None
    symbol: str = ""
    _kept: dict[tuple[o.Operand, int], Value] = field(default_factory=dict)
    _series: dict[object, list[float]] = field(default_factory=dict)

    def value(self, operand: o.Operand, bar: int) -> Value:
        if bar < 0:
            return None
        if (operand, bar) not in self._kept:
            self._kept[operand, bar] = _finite(self._value(operand, bar))
        return self._kept[operand, bar]

    def _value(self, operand: o.Operand, bar: int) -> Value:
        match operand:
            case o.Constant() | o.Price() | o.FactorOutput() | o.AccountValue():
                return self.plain(operand, bar)
            case o.Elsewhere(symbol, value):
                return self._elsewhere(symbol, value, bar - value.lag)
            case o.CalendarValue(what):
                return self._calendar(what, bar)
            case o.OpeningRange(edge, minutes):
                return self._opening_range(edge, minutes, bar)
            case o.Fundamental() | o.CompanyEvent() | o.Funding():
                return self._known_beside(operand, bar)
            case o.IndicatorOf():
                return self._indicator(operand)[bar]
            case o.AcrossMembers():
                raise AssertionError("only a portfolio sets a value against those of others")
            case o.Computed(operation, values, bars):
                if bars is None:
                    return _arithmetic(operation, [self.value(value, bar) for value in values])
                return self._window(operation, values, bars, bar)

    def _known_beside(self, operand: o.OfCompany | o.Funding, bar: int) -> Value:
        if isinstance(operand, o.Funding):
            return self._funding(operand.field, bar)
        return self._company.value(operand, bar)

    def _funding(self, what: FundingField, bar: int) -> Value:
        """By each rate of the rows that was known when the bar was over."""
        history = None if self.alongside is None else self.alongside.funding_of(self.symbol)
        if history is None:
            return None
        over = known_times(self.market, self.timeframe, self.times)[bar].replace(tzinfo=None)
        rows = zip(history.paid_at.tolist(), history.known_at.tolist(), history.rate.tolist(), strict=True)
        told = [(paid, rate) for paid, known, rate in rows if known <= over]
        if what is FundingField.RATE:
            return told[-1][1] if told else None
        of_the_day = [rate for paid, rate in told if over - timedelta(days=1) < paid <= over]
        return sum(of_the_day) if of_the_day else None

    def _window(self, operation: o.ValueOperation, values: tuple[o.Operand, ...], bars: int, bar: int) -> Value:
        now = self.value(values[0], bar)
        if operation in o.AGO:
            before = self.value(values[0], bar - bars)
            if operation is o.ValueOperation.LAG:
                return before
            if now is None or before is None:
                return None
            if operation is o.ValueOperation.CHANGE:
                return now - before
            return None if before == 0 else now / before - 1
        if bar - bars + 1 < 0:
            return None
        windows = [[self.value(value, at) for at in range(bar - bars + 1, bar + 1)] for value in values]
        if any(each is None for window in windows for each in window):
            return None
        return _of_window(operation, [[each for each in window if each is not None] for window in windows])

    def _indicator(self, value: o.IndicatorOf) -> list[float]:
        if value not in self._series:
            read = [self.value(value.of, bar) for bar in range(len(self.times))]
            given = np.array([math.nan if each is None else each for each in read], dtype=np.float64)
            found = CATALOGUE[value.type].compute({"close": given}, {**dict(value.params), "source": "close"})
            self._series[value] = found[value.output or CATALOGUE[value.type].outputs[0]].tolist()
        return self._series[value]

    def _elsewhere(self, symbol: str, value: o.Price | o.FactorOutput, bar: int) -> Value:
        other = None if self.alongside is None else self.alongside.other(symbol)
        at = None if other is None or bar < 0 else self._seen(other, bar)
        if other is None or at is None:
            return None
        return self._of_other(other, value)[at]

    def _seen(self, other: ReferencedBars, bar: int) -> int | None:
        """The same bar in the same market, elsewhere the last that is over, unless it is long over."""
        theirs: list[datetime] = other.time.tolist()
        if other.market is self.market and self.timeframe is not Timeframe.W1:
            here = self.times.tolist()[bar]
            return theirs.index(here) if here in theirs else None
        ends = known_times(self.market, self.timeframe, self.times[bar : bar + 1])[0]
        known = known_times(other.market, self.timeframe, other.time)
        over = [at for at, when in enumerate(known) if when <= ends]
        longest = LONGEST_REST + timedelta(seconds=self.timeframe.seconds)
        return over[-1] if over and ends - known[over[-1]] <= longest else None

    def _of_other(self, other: ReferencedBars, value: o.Price | o.FactorOutput) -> list[float]:
        columns: Columns = {name: getattr(other, name).tolist() for name in PRICES}
        if isinstance(value, o.Price):
            return columns[value.field.value]
        key = (other.symbol, value.factor, value.output)
        if key not in self._series:
            factor = self.strategy.factor(value.factor)
            outputs = factor_columns(factor, self.timeframe, other.market, other.time, columns)
            self._series[key] = outputs[value.output or next(iter(outputs))]
        return self._series[key]

    @cached_property
    def _company(self) -> CompanyReadings:
        assert isinstance(self.record, ToldRecord), "nothing is known of the company"
        return CompanyReadings(
            self.record.rows, self.market, self.timeframe, self.times, self.columns["close"], self._day
        )

    def _day(self, bar: int) -> date:
        begin: datetime = self.times.tolist()[bar].replace(tzinfo=UTC)
        if not self.timeframe.is_intraday:
            return begin.date()
        day = local_day(self.market, begin)
        if begin >= session_close(self.market, day):
            day += timedelta(days=1)
        while self.market is not Market.CRYPTO and day.isoweekday() > 5:
            day += timedelta(days=1)
        return day

    def _calendar(self, what: o.CalendarField, bar: int) -> Value:
        day = self._day(bar)
        opens, closes = session_hours(self.market, day)
        ends = known_times(self.market, self.timeframe, self.times[bar : bar + 1])[0]
        match what:
            case o.CalendarField.DAY_OF_WEEK:
                return float(day.isoweekday())
            case o.CalendarField.DAY_OF_MONTH:
                return float(day.day)
            case o.CalendarField.MONTH:
                return float(day.month)
            case o.CalendarField.MINUTES_FROM_OPEN:
                return (ends - opens).total_seconds() / 60
            case o.CalendarField.MINUTES_TO_CLOSE:
                return (closes - ends).total_seconds() / 60
            case o.CalendarField.BARS_SINCE_OPEN:
                return float(sum(self._day(at) == day for at in range(bar)))
            case _:
                return self._trading_day(day, what is o.CalendarField.TRADING_DAY_FROM_MONTH_END)

    def _trading_day(self, day: date, from_end: bool) -> Value:
        if self.alongside is None or self.alongside.sessions is None:
            return None
        sessions: list[date] = self.alongside.sessions.tolist()
        month = [each for each in sessions if (each.year, each.month) == (day.year, day.month)]
        if day not in month:
            return None
        return float(len([each for each in month if (each >= day if from_end else each <= day)]))

    def _opening_range(self, edge: o.RangeEdge, minutes: int, bar: int) -> Value:
        day = self._day(bar)
        over = session_hours(self.market, day)[0] + timedelta(minutes=minutes)
        ends = known_times(self.market, self.timeframe, self.times)
        if ends[bar] < over:
            return None
        session = [at for at in range(bar + 1) if self._day(at) == day]
        early = [at for at in session if ends[at] <= over]
        if not early:
            return None
        prices = [self.columns[edge.value][at] for at in early]
        return {o.RangeEdge.OPEN: prices[0], o.RangeEdge.HIGH: max(prices), o.RangeEdge.LOW: min(prices)}[edge]


def _finite(value: Value) -> Value:
    return value if value is not None and math.isfinite(value) else None


def _arithmetic(operation: o.ValueOperation, given: list[Value]) -> Value:
    values = [each for each in given if each is not None]
    if len(values) < len(given):
        return None
    found = values[0]
    if operation is o.ValueOperation.ABS:
        return abs(found)
    if operation is o.ValueOperation.LOG:
        return math.log(found) if found > 0 else None
    for each in values[1:]:
        if operation is o.ValueOperation.DIVIDE and each == 0:
            return None
        found = _STEPS[operation](found, each)
    return found


_STEPS: dict[o.ValueOperation, Callable[[float, float], float]] = {
    o.ValueOperation.ADD: lambda one, other: one + other,
    o.ValueOperation.SUBTRACT: lambda one, other: one - other,
    o.ValueOperation.MULTIPLY: lambda one, other: one * other,
    o.ValueOperation.DIVIDE: lambda one, other: one / other,
    o.ValueOperation.MIN: min,
    o.ValueOperation.MAX: max,
}


def _of_window(operation: o.ValueOperation, windows: list[list[float]]) -> Value:
    if operation in _OF_ONE:
        return _OF_ONE[operation](windows[0])
    window, other = windows
    together = _mean([(one - _mean(window)) * (two - _mean(other)) for one, two in zip(window, other, strict=True)])
    if operation is o.ValueOperation.SLOPE:
        return None if _is_still(other) else together / _deviation(other) ** 2
    return None if _is_still(window) or _is_still(other) else together / (_deviation(window) * _deviation(other))


def _rank(window: list[float]) -> float:
    lower = sum(each < window[-1] for each in window[:-1])
    equal = sum(each == window[-1] for each in window[:-1])
    return 100 * (lower + equal / 2) / (len(window) - 1)


def _zscore(window: list[float]) -> Value:
    return None if _is_still(window) else (window[-1] - _mean(window)) / _deviation(window)


def _mean(values: list[float]) -> float:
    """From the last one, so that the mean of equal values is their value to the last bit."""
    return values[-1] + math.fsum(value - values[-1] for value in values) / len(values)


def _deviation(values: list[float]) -> float:
    mean = _mean(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))


def _is_still(values: list[float]) -> bool:
    return _deviation(values) <= STANDS_STILL * abs(_mean(values))


_OF_ONE: dict[o.ValueOperation, Callable[[list[float]], Value]] = {
    o.ValueOperation.MEAN: _mean,
    o.ValueOperation.SUM: math.fsum,
    o.ValueOperation.STD: _deviation,
    o.ValueOperation.LOWEST: min,
    o.ValueOperation.HIGHEST: max,
    o.ValueOperation.MEDIAN: median,
    o.ValueOperation.PERCENT_RANK: _rank,
    o.ValueOperation.ZSCORE: _zscore,
}
