"""Conditions and the values they read as operations over columns, with the tables that number them."""

from dataclasses import dataclass, field

from packages.domain.backtest.compiling.programs import ProgramTable
from packages.domain.backtest.compiling.sources import Catalogue, ExpressionCompiler, Source, source_of
from packages.domain.backtest.kernel import layout as k
from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import Expression, FactorOutput, Price, Series, lag_of, reads_account
from packages.domain.strategy.walk import operands_of, parts_of, within


@dataclass(slots=True)
class SlotTable:
    """Every use of a source under a name of its own is a slot, so that other parameters can be put there later."""

    strategy: Strategy
    catalogue: Catalogue
    sources: list[Source] = field(default_factory=list)
    factors: dict[str, list[int]] = field(default_factory=dict)  # the slots of each factor
    named: dict[str, int] = field(default_factory=dict)  # by the pointer of a period
    expressions: dict[int, tuple[str, Expression]] = field(default_factory=dict)  # with their places, by slot
    _known: dict[object, int] = field(default_factory=dict)

    def of(self, pointer: str, value: Series) -> int:
        """The slot of a value at a place; a reference has the same one wherever it stands."""
        if not isinstance(value, Price | FactorOutput):
            return self._expression(pointer, value)
        key = value.field if isinstance(value, Price) else (value.factor, value.output)
        if key not in self._known:
            self._known[key] = self._add(source_of(value, self.strategy, self.catalogue))
            if isinstance(value, FactorOutput):
                self.factors.setdefault(value.factor, []).append(self._known[key])
        return self._known[key]

    def _expression(self, pointer: str, value: Expression) -> int:
        slot = self._add(ExpressionCompiler(self.strategy, self.catalogue).source(pointer, value))
        self.expressions[slot] = pointer, value
        named = {part.factor for _, part in within(pointer, value) if isinstance(part, FactorOutput)}
        for factor in named:
            self.factors.setdefault(factor, []).append(slot)
        return slot

    def at(self, pointer: str, source: Source) -> int:
        """The slot of a source that a number in the document makes, such as the period of a stop's range."""
        self.named[pointer] = self._add(source)
        return self.named[pointer]

    def _add(self, source: Source) -> int:
        self.sources.append(source)
        return len(self.sources) - 1


@dataclass(slots=True)
class NumberTable:
    """Numbers of conditions, distances and sizes."""

    values: list[float] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def of(self, pointer: str, value: float) -> int:
        self.places[pointer] = len(self.values)
        self.values.append(float(value))
        return self.places[pointer]


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
_JOIN_LIVE = {c.All: k.LIVE_ALL, c.AnyOf: k.LIVE_ANY, c.Not: k.LIVE_NOT}


class ConditionCompiler:
    """Adds one condition after another; `add` tells the row in which its truth will stand. With `late_account`,
    comparisons with the account are true where they were on the bar before."""

    def __init__(self, slots: SlotTable, numbers: NumberTable, *, late_account: bool = False) -> None:
        self._slots = slots
        self._numbers = numbers
        self._late_account = late_account
        self.programs = ProgramTable(slots, numbers)
        self.ops: list[list[int]] = []
        self.children: list[int] = []
        self.live: list[int] = []  # operations that read the account, in order

    def add(self, pointer: str, condition: c.Condition) -> int:
        rows = [self.add(place, part) for place, part in parts_of(pointer, condition)]
        match condition:
            case c.Compare(left, op, right) if reads_account(left) or reads_account(right):
                (a, steps), (b, others) = (self.programs.add(*each) for each in operands_of(pointer, condition))
                row = self._live(k.LIVE_COMPARE, how=_HOW[op], a=a, a_lag=steps, b=b, b_lag=others)
                return self._live(k.LIVE_LATE, a=self._family([row]), b=1) if self._late_account else row
            case c.Compare(left, op, right):
                return self._relation(
                    k.COMPARE, f"{pointer}/cmp/left", left, f"{pointer}/cmp/right", right, _HOW[op], _HOW[op.turned]
                )
            case c.Cross(a, crossing, b):
                how = _ACROSS[crossing]
                return self._relation(k.CROSS, f"{pointer}/cross/a", a, f"{pointer}/cross/b", b, how, 1 - how)
            case c.Flag(value):
                return self._op(k.FLAG, a=self._slots.of(f"{pointer}/ref", value), a_lag=value.lag)
            case c.WithinBars(_, bars):
                return self._op(k.WITHIN, a=rows[0], number=self._numbers.of(f"{pointer}/within_bars/bars", bars))
            case c.BarsSince(_, op, bars):
                number = self._numbers.of(f"{pointer}/bars_since/bars", bars)
                return self._op(k.SINCE, how=_HOW[op], a=rows[0], number=number)
            case c.Sequence(_, bars):
                number = self._numbers.of(f"{pointer}/sequence/within_bars", bars)
                return self._op(k.SEQUENCE, a=self._family(rows), b=len(rows), number=number)
            case c.All() | c.AnyOf() | c.Not() if not set(self.live).isdisjoint(rows):
                return self._live(_JOIN_LIVE[type(condition)], a=self._family(rows), b=len(rows))
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
        slot, lag = self._slots.of(left_at, left), lag_of(left)
        if isinstance(right, c.Constant):
            number = self._numbers.of(right_at, right.value)
            return self._op(code, how=how, a=slot, a_lag=lag, number=number)
        return self._op(code, how=how, a=slot, a_lag=lag, b=self._slots.of(right_at, right), b_lag=lag_of(right))

    def _live(self, code: int, *, how: int = 0, a: int, a_lag: int = 0, b: int, b_lag: int = 0) -> int:
        self.live.append(self._op(code, how=how, a=a, a_lag=a_lag, b=b, b_lag=b_lag))
        return self.live[-1]

    def _family(self, rows: list[int]) -> int:
        self.children.extend(rows)
        return len(self.children) - len(rows)

    def _op(
        self, code: int, *, how: int = 0, a: int = -1, a_lag: int = 0, b: int = -1, b_lag: int = 0, number: int = -1
    ) -> int:
        self.ops.append([code, how, a, a_lag, b, b_lag, number])
        return len(self.ops) - 1
