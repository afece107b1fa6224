"""Values that read the account, as short programs for the kernel: parts that do not read it are columns and numbers,
and what is done with them on the bar follows, each operation after the values that it takes."""

from typing import Protocol

from packages.domain.backtest.kernel import layout as k
from packages.domain.strategy import operands as o
from packages.domain.strategy.walk import values_of

_DO = {
    o.ValueOperation.ADD: k.DO_ADD,
    o.ValueOperation.SUBTRACT: k.DO_SUBTRACT,
    o.ValueOperation.MULTIPLY: k.DO_MULTIPLY,
    o.ValueOperation.DIVIDE: k.DO_DIVIDE,
    o.ValueOperation.MIN: k.DO_MIN,
    o.ValueOperation.MAX: k.DO_MAX,
    o.ValueOperation.ABS: k.DO_ABS,
    o.ValueOperation.LOG: k.DO_LOG,
}
_OF_ACCOUNT = {
    o.AccountField.EQUITY: k.OF_EQUITY,
    o.AccountField.DRAWDOWN: k.OF_DRAWDOWN,
    o.AccountField.POSITION: k.OF_POSITION,
    o.AccountField.ENTRY_PRICE: k.OF_ENTRY_PRICE,
    o.AccountField.BARS_HELD: k.OF_BARS_HELD,
    o.AccountField.OPEN_RETURN: k.OF_OPEN_RETURN,
    o.AccountField.BEST_PRICE: k.OF_BEST_PRICE,
    o.AccountField.UNITS: k.OF_UNITS,
    o.AccountField.LAST_FILL_PRICE: k.OF_LAST_FILL,
}


class Slots(Protocol):
    """Where columns get their places."""

    def of(self, pointer: str, value: o.Series) -> int: ...


class Numbers(Protocol):
    """Where numbers get theirs, so that other numbers can be put there later."""

    def of(self, pointer: str, value: float) -> int: ...


class ProgramTable:
    """Adds one program after another."""

    def __init__(self, slots: Slots, numbers: Numbers) -> None:
        self._slots = slots
        self._numbers = numbers
        self.steps: list[list[int]] = []

    def add(self, pointer: str, operand: o.Operand) -> tuple[int, int]:
        """The first step of the operand's program, and how many there are."""
        first = len(self.steps)
        if self._added(pointer, operand) > k.MOST_PUSHED:
            raise TypeError("an expression of more levels than validation allows")
        return first, len(self.steps) - first

    def _added(self, pointer: str, operand: o.Operand) -> int:
        """How many values it takes at once."""
        match operand:
            case o.Constant(value):
                self.steps.append([k.PUSH_NUMBER, self._numbers.of(pointer, value), 0])
                return 1
            case o.AccountValue(what):
                self.steps.append([k.PUSH_ACCOUNT, _OF_ACCOUNT[what], 0])
                return 1
            case o.Computed(operation) if operation in _DO and o.reads_account(operand):
                return self._computed(pointer, operand)
            case _ if o.reads_account(operand):
                raise TypeError("the account in a window, which validation refuses")
            case _:
                self.steps.append([k.PUSH_COLUMN, self._slots.of(pointer, operand), o.lag_of(operand)])
                return 1

    def _computed(self, pointer: str, computed: o.Computed) -> int:
        step, depth = [_DO[computed.operation], 0, 0], 0
        for index, (place, part) in enumerate(values_of(pointer, computed)):
            depth = max(depth, self._added(place, part) + min(index, 1))
            if index or computed.operation in o.SINGLE:
                self.steps.append(list(step))
        return depth
