"""Whether a condition is true on one of an instrument's own bars, found by asking its parts one after another."""

import math
from typing import assert_never

from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.operands import AccountValue
from tests.reference.account import Account
from tests.reference.expressions import ExpressionReadings
from tests.reference.factors import computed, factor_columns
from tests.reference.market import ReferenceMarket


class Readings:
    """The values that the conditions on one instrument compare; bars are places among its own bars."""

    def __init__(self, strategy: Strategy, market: ReferenceMarket, row: int, account: Account | None = None) -> None:
        self._strategy = strategy
        self._panel = market.panel
        self._times = market.panel.time[market.own_bars(row)]
        self.columns = market.own_columns(row)
        self._factors = {factor.name: self._factor(factor) for factor in strategy.factors}
        self._expressions = ExpressionReadings(
            *(strategy, self._panel.market, strategy.timeframe, self._times, self.columns),
            *(self._panel.alongside, self.value, self._panel.record(row), self._panel.tickers[row]),
        )
        self._own_bars, self._row, self._account = market.own_bars(row), row, account
        self._atr: dict[int, list[float]] = {}
        self._answers: dict[tuple[int, int], bool] = {}

    def value(self, operand: c.Operand, bar: int) -> float | None:
        """None while it is not known."""
        match operand:
            case c.Constant(number):
                return float(number)
            case c.Price(field, lag):
                return _known(self.columns[field.value], bar - lag)
            case c.FactorOutput(factor, output, lag):
                outputs = self._factors[factor]
                return _known(outputs[output or next(iter(outputs))], bar - lag)
            case AccountValue(what):
                assert self._account is not None, "nobody trades"
                return self._account.value(what, self._row, self._own_bars[bar])
            case _:
                return self._expressions.value(operand, bar)

    def _factor(self, factor: Factor) -> dict[str, list[float]]:
        return factor_columns(factor, self._strategy.timeframe, self._panel.market, self._times, self.columns)

    def atr(self, period: int, bar: int) -> float | None:
        """Over one bar it is the true range itself, for which the catalogue has another name."""
        if period not in self._atr:
            name, params = ("atr", {"period": period}) if period > 1 else ("true_range", {})
            self._atr[period] = computed(name, params, self.columns)["value"]
        return _known(self._atr[period], bar)

    def holds(self, condition: c.Condition, bar: int) -> bool:
        """Remembered, since a question about the past is asked again on every later bar."""
        if bar < 0:
            return False
        asked = (id(condition), bar)
        if asked not in self._answers:
            self._answers[asked] = self._holds(condition, bar)
        return self._answers[asked]

    def _holds(self, condition: c.Condition, bar: int) -> bool:
        match condition:
            case c.All(parts):
                return all(self.holds(part, bar) for part in parts)
            case c.AnyOf(parts):
                return any(self.holds(part, bar) for part in parts)
            case c.Not(part):
                return not self.holds(part, bar)
            case c.Compare(left, op, right):
                return _compares(self.value(left, bar), op, self.value(right, bar))
            case c.Cross():
                return self._crosses(condition, bar)
            case c.Flag(output):
                return self.value(output, bar) not in (None, 0.0)
            case _:
                return self._held_in_time(condition, bar)

    def _held_in_time(self, condition: c.WithinBars | c.Sequence | c.BarsSince, bar: int) -> bool:
        match condition:
            case c.WithinBars(part, bars):
                return any(self.holds(part, earlier) for earlier in range(bar - bars + 1, bar + 1))
            case c.Sequence(steps, bars):
                return self.holds(steps[-1], bar) and self._came_before(steps[:-1], bar - bars + 1, bar)
            case c.BarsSince(part, op, bars):
                since = next((ago for ago in range(bar + 1) if self.holds(part, bar - ago)), None)
                return _compares(since, op, bars)
            case _:
                assert_never(condition)

    def _crosses(self, cross: c.Cross, bar: int) -> bool:
        if bar == 0:
            return False
        now, before = (
            (c.Comparison.GT, c.Comparison.LTE) if cross.op is c.Crossing.ABOVE else (c.Comparison.LT, c.Comparison.GTE)
        )
        return _compares(self.value(cross.a, bar), now, self.value(cross.b, bar)) and _compares(
            self.value(cross.a, bar - 1), before, self.value(cross.b, bar - 1)
        )

    def _came_before(self, steps: tuple[c.Condition, ...], first: int, end: int) -> bool:
        """Whether the steps came true in order on bars from `first` on and before `end`."""
        if not steps:
            return True
        return any(
            self.holds(steps[-1], bar) and self._came_before(steps[:-1], first, bar)
            for bar in range(end - 1, max(first, 0) - 1, -1)
        )


def _known(values: list[float], bar: int) -> float | None:
    return None if bar < 0 or math.isnan(values[bar]) else values[bar]


def _compares(left: float | None, op: c.Comparison, right: float | None) -> bool:
    if left is None or right is None:
        return False
    answers = {
        c.Comparison.GT: left > right,
        c.Comparison.GTE: left >= right,
        c.Comparison.LT: left < right,
        c.Comparison.LTE: left <= right,
        c.Comparison.EQ: left == right,
        c.Comparison.NEQ: left != right,
    }
    return answers[op]
