"""A value as a formula, the same in every language: `zscore(log(close) - log(SPY.close), 60)`."""

from dataclasses import replace
from typing import assert_never

from packages.domain.strategy import operands as o
from packages.domain.strategy.explain.phrases import number

_SIGNS = {
    o.ValueOperation.ADD: " + ",
    o.ValueOperation.SUBTRACT: " - ",
    o.ValueOperation.MULTIPLY: " * ",
    o.ValueOperation.DIVIDE: " / ",
}


def formula(operand: o.Operand) -> str:
    """`[n]` is n bars ago."""
    match operand:
        case o.Constant(value):
            return number(value)
        case o.Price(field, lag):
            return _ago(field.value, lag)
        case o.FactorOutput():
            return _ago(operand.ref, operand.lag)
        case _:
            return _expression(operand)


def _expression(expression: o.Expression) -> str:
    match expression:
        case o.Elsewhere(symbol, value):
            return _ago(f"{symbol}.{formula(replace(value, lag=0))}", value.lag)
        case o.IndicatorOf(kind, params, output, of):
            settings = [each if isinstance(each, str) else number(each) for _, each in params]
            called = f"{kind}({', '.join([formula(of), *settings])})"
            return called if output is None else f"{called}.{output}"
        case o.Computed(operation, values, bars):
            if operation in _SIGNS:
                return _SIGNS[operation].join(_grouped(value) for value in values)
            window = [] if bars is None else [str(bars)]
            return f"{operation.value}({', '.join([*map(formula, values), *window])})"
        case _:
            return _named(expression)


def _named(leaf: o.CalendarValue | o.OpeningRange | o.AccountValue | o.OfCompany | o.Funding | o.AcrossMembers) -> str:
    match leaf:
        case o.CalendarValue(field):
            return field.value
        case o.OpeningRange(edge, minutes):
            return f"opening_range({edge.value}, {minutes})"
        case o.AccountValue() | o.Fundamental() | o.CompanyEvent() | o.Funding():
            return f"{o.KEYS[type(leaf)]}.{leaf.field.value}"
        case o.AcrossMembers(across, value):
            return f"{across.value}({formula(value)})"
    assert_never(leaf)


def _ago(name: str, lag: int) -> str:
    return f"{name}[{lag}]" if lag else name


def _grouped(operand: o.Operand) -> str:
    is_sum = isinstance(operand, o.Computed) and operand.operation in _SIGNS
    return f"({formula(operand)})" if is_sum else formula(operand)
