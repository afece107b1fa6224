"""A small interpreter of exported Pine Script, written from the public reference and apart from the exporter.

It is not TradingView: it says what the reference says of series, `var`, history, `na`, and the broker emulator. A
script runs once a bar, on its close; every call of a function has a past of its own; before the first bar all is na.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.pine_broker import PineBroker, PineStopped, PineTrade
from tests.reference.pine_syntax import Node, Statement, read_script

Value = Any
NA = None


@dataclass
class Scope:
    """The variables of the script, or of one call of a function: a value a bar."""

    past: dict[str, list[Value]] = field(default_factory=dict)
    now: dict[str, Value] = field(default_factory=dict)
    kept: dict[str, Value] = field(default_factory=dict)
    calls: dict[int, "Scope"] = field(default_factory=dict)

    def begin(self, bar: int) -> None:
        """A variable that was not set on the bar before was not there."""
        for name, value in self.now.items():
            history = self.past.setdefault(name, [])
            history += [NA] * (bar - 1 - len(history)) + [value]
        self.now = dict(self.kept)


class PineScript:
    """Runs a script on bars, and gives the trades of its broker."""

    def __init__(self, text: str) -> None:
        self.statements = read_script(text)
        self.functions = {each.name: each for each in self.statements if each.kind == "function"}
        self.top = Scope()
        self.bar = -1
        self.broker = PineBroker(0.0, 0.0)

    def run(self, bars: Mapping[str, Any]) -> list[PineTrade]:
        columns = {name: [float(each) for each in bars[name]] for name in ("open", "high", "low", "close", "volume")}
        self.top.past = columns
        for self.bar in range(len(columns["close"])):
            self.prices = {name: column[self.bar] for name, column in columns.items()}
            self.broker.fill(self.bar, self.prices["open"])
            kept = self.top.past
            self.top.past = {name: each for name, each in kept.items() if name not in columns}
            self.top.begin(self.bar)
            self.top.past |= columns
            self._block(self.statements, self.top)
            for name in self.top.kept:
                self.top.kept[name] = self.top.now[name]
        return [*self.broker.closed, *([self.broker.held] if self.broker.held else [])]

    def _block(self, statements: Sequence[Statement], scope: Scope) -> Value:
        told: Value = NA
        for each in statements:
            told = self._statement(each, scope)
        return told

    def _statement(self, it: Statement, scope: Scope) -> Value:
        match it.kind:
            case "function":
                return NA
            case "var":
                if it.name not in scope.kept:
                    scope.kept[it.name] = scope.now[it.name] = self._value(it.value, scope)
                return scope.now[it.name]
            case "set":
                assert not it.more[0] or it.name in scope.now, f"{it.name} is changed before it is there"
                scope.now[it.name] = self._value(it.value, scope)
                return scope.now[it.name]
            case "if":
                return self._block(it.body, scope) if self._truth(it.value, scope) else NA
            case "for":
                first, last = (self._value(each, scope) for each in it.more)
                step = 1 if last >= first else -1  # it counts down where the end is lower
                for turn in range(first, last + step, step):
                    scope.now[it.name] = turn
                    self._block(it.body, scope)
                return NA
            case _:
                return self._value(it.value, scope)

    def _truth(self, node: Node | None, scope: Scope) -> bool:
        told = self._value(node, scope)
        assert isinstance(told, bool), f"a condition is a bool in version 6: {told}"
        return told

    def _value(self, node: Node | None, scope: Scope) -> Value:
        assert node is not None
        match node.kind:
            case "value":
                return node.parts[0]
            case "name":
                return self._named(node.parts[0], scope)
            case "history":
                return self._past(node, scope)
            case "choice":
                condition, then, otherwise = node.parts
                return self._value(then if self._truth(condition, scope) else otherwise, scope)
            case "not":
                return not self._truth(node.parts[0], scope)
            case "-":
                told = self._value(node.parts[0], scope)
                return NA if told is NA else -told
            case "operation":
                operator, left, right = node.parts
                return self._operation(operator, left, right, scope)
            case _:
                return self._call(node, scope)

    def _named(self, name: str, scope: Scope) -> Value:
        if name in ("true", "false"):
            return name == "true"
        if name == "na":
            return NA
        if name == "bar_index":
            return self.bar
        if name in scope.now:
            return scope.now[name]
        if name in self.prices:
            return self.prices[name]
        return self._of_strategy(name)

    def _of_strategy(self, name: str) -> Value:
        known: dict[str, Callable[[], Value]] = {
            "strategy.position_size": lambda: self.broker.position,
            "strategy.initial_capital": lambda: self.broker.cash,
            "strategy.netprofit": lambda: self.broker.netprofit,
            "strategy.equity": lambda: self.broker.equity(self.prices["close"]),
            "strategy.long": lambda: 1.0,
            "strategy.short": lambda: -1.0,
            "strategy.fixed": lambda: "fixed",
            "strategy.commission.percent": lambda: "percent",
        }
        return known[name]()

    def _past(self, node: Node, scope: Scope) -> Value:
        series, ago = node.parts[0], self._value(node.parts[1], scope)
        assert series.kind == "name", "only a variable has a past here"
        assert ago >= 0, "no future"
        if ago == 0:
            return self._value(series, scope)
        name, at = series.parts[0], self.bar - ago
        history = scope.past[name] if name in scope.past else self.top.past.get(name, [])
        return NA if at < 0 or at >= len(history) or _is_na(history[at]) else history[at]

    def _operation(self, operator: str, left: Node, right: Node, scope: Scope) -> Value:
        if operator == "and":
            return self._truth(left, scope) and self._truth(right, scope)
        if operator == "or":
            return self._truth(left, scope) or self._truth(right, scope)
        one, other = self._value(left, scope), self._value(right, scope)
        if operator in ("==", "!=", "<", "<=", ">", ">="):
            return False if one is NA or other is NA else _COMPARE[operator](one, other)
        if one is NA or other is NA or (operator == "/" and other == 0):
            return NA
        told = _RECKON[operator](one, other)
        return NA if _is_na(told) else told

    def _call(self, node: Node, scope: Scope) -> Value:
        name, given, named = node.parts
        if name in self.functions:
            return self._own_function(node, scope)
        values = [self._value(each, scope) for each in given]
        options = {key: self._value(each, scope) for key, each in named.items()}
        if name in _MATHS:
            return NA if any(each is NA for each in values) else _MATHS[name](*values)
        return getattr(self, "_" + name.replace(".", "_"))(*values, **options)

    def _own_function(self, node: Node, scope: Scope) -> Value:
        name, given, _ = node.parts
        function, inside = self.functions[name], scope.calls.setdefault(id(node), Scope())
        values = [self._value(each, scope) for each in given]
        inside.begin(self.bar)
        inside.now |= dict(zip(function.more, values, strict=True))
        told = self._block(function.body, inside)
        for kept in inside.kept:
            inside.kept[kept] = inside.now[kept]
        return told

    def _na(self, value: Value) -> bool:
        return _is_na(value)

    def _runtime_error(self, said: str) -> None:
        raise PineStopped(said)

    def _strategy(self, _title: str, **options: Value) -> None:
        assert not options["process_orders_on_close"]
        assert options["pyramiding"] == 0
        assert options["default_qty_type"] == "fixed"
        assert options["margin_long"] == options["margin_short"] == 0, "no margin calls of the broker's own"
        if self.bar == 0:
            self.broker.cash, self.broker.rate = options["initial_capital"], options["commission_value"] / 100

    def _strategy_entry(self, _id: str, sign: float, qty: float) -> None:
        self.broker.entry = (sign, qty)

    def _strategy_close_all(self, immediately: bool = False) -> None:
        if immediately and self.broker.held:
            self.broker.leave(self.bar, self.prices["close"])
        self.broker.closing = not immediately

    def _strategy_opentrades_entry_bar_index(self, _number: int) -> Value:
        return self.broker.held.entry_bar if self.broker.held else NA

    def _strategy_opentrades_entry_price(self, _number: int) -> Value:
        return self.broker.held.entry_price if self.broker.held else NA


def _is_na(value: Value) -> bool:
    return value is NA or (isinstance(value, float) and not math.isfinite(value))


_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}
_RECKON: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
    "%": lambda one, other: one % other,
}
_MATHS: dict[str, Callable[..., Value]] = {
    "math.max": max,
    "math.min": min,
    "math.abs": abs,
    "math.log": math.log,
    "math.sqrt": math.sqrt,
}
