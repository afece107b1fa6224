"""The values behind a decision, by the names that the strategy gives them: `close`, `fast`, `macd.signal[1]`."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from packages.domain.backtest.analysis.observed import Observed
from packages.domain.backtest.panel import Panel
from packages.domain.strategy import conditions as c
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import every_condition

HELD = "bars_held"


class Seen:
    """Names what one strategy saw. `[n]` is n of the instrument's own bars before the bar of the decision; numbers that
    the strategy itself states are left out."""

    def __init__(self, strategy: Strategy, panel: Panel) -> None:
        self._panel = panel
        self._compared = {pointer: tuple(_compared(condition)) for pointer, condition in every_condition(strategy)}

    def values(self, ticker: int, bar: int, observed: Iterable[Observed]) -> Mapping[str, float]:
        return dict(pair for each in observed for pair in self._named(ticker, bar, each))

    def _named(self, ticker: int, bar: int, seen: Observed) -> Iterator[tuple[str, float]]:
        if seen.pointer not in self._compared:
            yield HELD, float(seen.left or 0)
            return
        ago = int(np.count_nonzero(np.isfinite(self._panel.close[ticker, seen.bar + 1 : bar + 1])))
        for operand, value in zip(self._compared[seen.pointer], (seen.left, seen.right), strict=False):
            if value is not None and not isinstance(operand, c.Constant):
                yield _name(operand, ago), value


def _compared(condition: c.Condition) -> Iterator[c.Operand]:
    """The sides of a comparison; conditions over time compare counts of bars, which the names of their parts tell."""
    match condition:
        case c.Compare(left, _, right) | c.Cross(left, _, right):
            yield from (left, right)
        case c.Flag(value):
            yield value
        case _:
            return


def _name(operand: c.Price | c.FactorOutput, ago: int) -> str:
    name = operand.field.value if isinstance(operand, c.Price) else operand.ref
    lag = operand.lag + ago
    return f"{name}[{lag}]" if lag else name
