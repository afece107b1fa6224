"""Conditions and values of a strategy as steps over columns; what has no steps is refused at its place."""

from collections.abc import Mapping
from functools import reduce

from packages.domain.backtest.exporting.formulas import FORMULAS, ONLY, IndicatorSteps
from packages.domain.backtest.exporting.plan import Argument, ColumnPlan
from packages.domain.backtest.exporting.refusals import Refusals, Uncarried
from packages.domain.strategy import conditions as c
from packages.domain.strategy import operands as o
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import operands_of, parts_of, values_of

_COMPARED = {
    c.Comparison.GT: "above",
    c.Comparison.GTE: "at_least",
    c.Comparison.LT: "below",
    c.Comparison.LTE: "at_most",
    c.Comparison.EQ: "equal",
    c.Comparison.NEQ: "unequal",
}
_CROSSED = {c.Crossing.ABOVE: ("above", "at_most"), c.Crossing.BELOW: ("below", "at_least")}
_POINTWISE = {
    o.ValueOperation.ADD: "add",
    o.ValueOperation.SUBTRACT: "subtract",
    o.ValueOperation.MULTIPLY: "multiply",
    o.ValueOperation.DIVIDE: "divide",
    o.ValueOperation.MIN: "smaller",
    o.ValueOperation.MAX: "larger",
}
_OF_ONE = {
    o.ValueOperation.ABS: "absolute",
    o.ValueOperation.LOG: "logarithm",
    o.ValueOperation.LAG: "lag",
    o.ValueOperation.MEAN: "mean",
    o.ValueOperation.SUM: "total",
    o.ValueOperation.STD: "deviation",
    o.ValueOperation.LOWEST: "lowest",
    o.ValueOperation.HIGHEST: "highest",
    o.ValueOperation.ZSCORE: "zscore",
    o.ValueOperation.PERCENT_RANK: "percent_rank",
}
_REFUSED = "close"  # stands where a refused value would: nothing is written then


class RuleSteps:
    """Adds the steps of conditions and values, and collects what cannot be carried."""

    def __init__(self, strategy: Strategy, columns: ColumnPlan, refusals: Refusals) -> None:
        self._strategy, self.columns, self.refusals = strategy, columns, refusals
        self._outputs: dict[str, dict[str, str]] = {}

    def condition(self, pointer: str, condition: c.Condition) -> str:
        parts = [self.condition(place, part) for place, part in parts_of(pointer, condition)]
        match condition:
            case c.Compare(_, op, _):
                left, right = (self.value(place, each) for place, each in operands_of(pointer, condition))
                return self._rule(_COMPARED[op], left, right)
            case c.Cross(_, crossing, _):
                return self._cross(pointer, condition, *_CROSSED[crossing])
            case c.Flag(value):
                return self._rule("unequal", self.value(f"{pointer}/ref", value), 0.0)
            case c.All():
                return reduce(lambda one, other: self._rule("both", one, other), parts)
            case c.AnyOf():
                return reduce(lambda one, other: self._rule("either", one, other), parts)
            case c.Not():
                return self._rule("negated", parts[0])
            case c.WithinBars(_, bars):
                return self._rule("below", self.columns.add("bars_since", parts[0]), bars)
            case c.BarsSince(_, op, bars):
                return self._rule(_COMPARED[op], self.columns.add("bars_since", parts[0]), bars)
            case c.Sequence(_, bars):
                return self._sequence(parts, bars)

    def value(self, pointer: str, operand: o.Operand) -> Argument:
        match operand:
            case o.Constant(number):
                return float(number)
            case o.Price(field, lag):
                return self._lagged(field.value, lag)
            case o.FactorOutput(factor, output, lag):
                return self._lagged(self._output(factor, output), lag)
            case o.Computed():
                return self._computed(pointer, operand)
            case _:
                return self._refused(pointer, operand)

    def column(self, pointer: str, operand: o.Operand) -> str:
        return self._as_column(self.value(pointer, operand))

    def atr(self, period: int) -> str:
        return IndicatorSteps(self.columns, {}).atr(period)

    def _as_column(self, value: Argument) -> str:
        return value if isinstance(value, str) else self.columns.add("constant", value, "close")

    def _rule(self, operation: str, *arguments: Argument) -> str:
        return self.columns.add(operation, *arguments, name="rule")

    def _lagged(self, column: str, lag: int) -> str:
        return self.columns.add("lag", column, lag) if lag else column

    def _cross(self, pointer: str, cross: c.Cross, now: str, before: str) -> str:
        values = [self.value(place, each) for place, each in operands_of(pointer, cross)]
        earlier = [self._lagged(each, 1) if isinstance(each, str) else each for each in values]
        return self._rule("both", self._rule(now, *values), self._rule(before, *earlier))

    def _sequence(self, steps: list[str], bars: int) -> str:
        began = self.columns.add("first_step", steps[0])
        for step in steps[1:-1]:
            began = self.columns.add("next_step", began, step)
        return self._rule("last_step", began, steps[-1], bars)

    def _output(self, name: str, output: str | None) -> str:
        if name not in self._outputs:
            self._outputs[name] = self._factor(name)
        outputs = self._outputs[name]
        return outputs.get(output or ONLY) or next(iter(outputs.values()))

    def _factor(self, name: str) -> dict[str, str]:
        factor, pointer = self._strategy.factor(name), f"/factors/{name}"
        if factor.timeframe not in (None, self._strategy.timeframe):
            self.refusals.add(Uncarried.SLOWER_TIMEFRAME, f"{pointer}/timeframe", factor=name)
        indicator = CATALOGUE[factor.type]
        if factor.type not in FORMULAS:
            self.refusals.add(Uncarried.INDICATOR, f"{pointer}/type", indicator=factor.type, known=sorted(FORMULAS))
            return {ONLY: _REFUSED}
        found = FORMULAS[factor.type](IndicatorSteps(self.columns, indicator.checked(dict(factor.params))))
        outputs = {each: self._named(name, each, found) for each in dict.fromkeys((*found, *indicator.outputs))}
        return {**outputs, ONLY: outputs.get(ONLY) or outputs[indicator.outputs[0]]}

    def _named(self, factor: str, output: str, found: Mapping[str, str]) -> str:
        column = found.get(output) or found[ONLY]
        many = output != ONLY and ONLY not in found
        self.columns.entitle(column, f"factor_{factor}_{output}" if many else f"factor_{factor}")
        return column

    def _computed(self, pointer: str, computed: o.Computed) -> Argument:
        values = [self.value(place, each) for place, each in values_of(pointer, computed)]
        operation, bars = computed.operation, computed.bars
        if operation in _POINTWISE:
            return self._joined(_POINTWISE[operation], values)
        one = self._as_column(values[0])
        if operation in _OF_ONE:
            return self.columns.add(_OF_ONE[operation], one, *(() if bars is None else (bars,)))
        if operation in (o.ValueOperation.CHANGE, o.ValueOperation.RETURN):
            before = self.columns.add("lag", one, bars or 0)
            if operation is o.ValueOperation.CHANGE:
                return self.columns.add("subtract", one, before)
            return self.columns.add("subtract", self.columns.add("divide", one, before), 1.0)
        self.refusals.add(Uncarried.OPERATION, f"{pointer}/{operation.value}", operation=operation.value)
        return _REFUSED

    def _joined(self, operation: str, values: list[Argument]) -> Argument:
        if not any(isinstance(each, str) for each in values):
            values = [self._as_column(values[0]), *values[1:]]
        return reduce(lambda one, other: self.columns.add(operation, one, other), values)

    def _refused(self, pointer: str, operand: o.Operand) -> Argument:
        code = Uncarried.ACCOUNT if isinstance(operand, o.AccountValue) else Uncarried.OTHER_VALUE
        self.refusals.add(code, pointer)
        return _REFUSED
