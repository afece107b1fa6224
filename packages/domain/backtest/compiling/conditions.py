"""Conditions as operations in a row, children before parents."""

from packages.domain.backtest.compiling.tables import NumberTable, SlotTable
from packages.domain.backtest.kernel import layout as k
from packages.domain.strategy import conditions as c
from packages.domain.strategy.walk import parts_of

_HOW = {
    c.Comparison.GT: k.GT,
    c.Comparison.GTE: k.GTE,
    c.Comparison.LT: k.LT,
    c.Comparison.LTE: k.LTE,
    c.Comparison.EQ: k.EQ,
    c.Comparison.NEQ: k.NEQ,
}
_ACROSS = {c.Crossing.ABOVE: k.ABOVE, c.Crossing.BELOW: k.BELOW}
_JOIN = {c.All: k.ALL, c.AnyOf: k.ANY, c.Not: k.NOT}


class ConditionCompiler:
    """Adds one condition after another; `add` tells the row in which its truth will stand."""

    def __init__(self, slots: SlotTable, numbers: NumberTable) -> None:
        self._slots = slots
        self._numbers = numbers
        self.ops: list[list[int]] = []
        self.children: list[int] = []

    def add(self, pointer: str, condition: c.Condition) -> int:
        rows = [self.add(place, part) for place, part in parts_of(pointer, condition)]
        match condition:
            case c.Compare(left, op, right):
                return self._relation(
                    k.COMPARE, f"{pointer}/cmp/left", left, f"{pointer}/cmp/right", right, _HOW[op], _HOW[op.turned]
                )
            case c.Cross(a, crossing, b):
                how = _ACROSS[crossing]
                return self._relation(k.CROSS, f"{pointer}/cross/a", a, f"{pointer}/cross/b", b, how, 1 - how)
            case c.Flag(value):
                return self._op(k.FLAG, a=self._slot(value), a_lag=value.lag)
            case c.WithinBars(_, bars):
                return self._op(k.WITHIN, a=rows[0], number=self._numbers.of(f"{pointer}/within_bars/bars", bars))
            case c.BarsSince(_, op, bars):
                number = self._numbers.of(f"{pointer}/bars_since/bars", bars)
                return self._op(k.SINCE, how=_HOW[op], a=rows[0], number=number)
            case c.Sequence(_, bars):
                number = self._numbers.of(f"{pointer}/sequence/within_bars", bars)
                return self._op(k.SEQUENCE, a=self._family(rows), b=len(rows), number=number)
            case c.All() | c.AnyOf() | c.Not():
                return self._op(_JOIN[type(condition)], a=self._family(rows), b=len(rows))

    def _relation(
        self, code: int, left_at: str, left: c.Operand, right_at: str, right: c.Operand, how: int, turned: int
    ) -> int:
        """A number always stands on the right."""
        if isinstance(left, c.Constant):
            left_at, left, right_at, right, how = right_at, right, left_at, left, turned
        if isinstance(left, c.Constant):
            raise TypeError("two numbers are compared, which validation refuses")
        if isinstance(right, c.Constant):
            number = self._numbers.of(right_at, right.value)
            return self._op(code, how=how, a=self._slot(left), a_lag=left.lag, number=number)
        return self._op(code, how=how, a=self._slot(left), a_lag=left.lag, b=self._slot(right), b_lag=right.lag)

    def _slot(self, value: c.Price | c.FactorOutput) -> int:
        return self._slots.of(value)

    def _family(self, rows: list[int]) -> int:
        self.children.extend(rows)
        return len(self.children) - len(rows)

    def _op(
        self, code: int, *, how: int = 0, a: int = -1, a_lag: int = 0, b: int = -1, b_lag: int = 0, number: int = -1
    ) -> int:
        self.ops.append([code, how, a, a_lag, b, b_lag, number])
        return len(self.ops) - 1
