"""The account as a rule saw it on a close, worked out of what a backtest left behind, as the kernel had it then."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.expressions.operations import computed
from packages.domain.backtest.outcome import Outcome
from packages.domain.strategy import operands as o
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.trade import MarketOrder


@dataclass(frozen=True, slots=True)
class PositionSeen:
    """Of one instrument on a close; `quantity` is below 0 when short."""

    quantity: float
    entry_price: float
    best_price: float
    bars_held: int
    close: float
    last_fill: float | None = None  # None: the entry itself
    units: int = 1


@dataclass(frozen=True, slots=True)
class AccountSeen:
    """What a rule of one instrument knows of the account; `position` is that instrument's own."""

    equity: float
    peak: float
    position: PositionSeen | None

    def value(self, field: o.AccountField) -> float | None:
        """None is undefined."""
        held = self.position
        match field:
            case o.AccountField.EQUITY:
                return self.equity
            case o.AccountField.DRAWDOWN:
                return self.equity / self.peak - 1.0
            case o.AccountField.UNITS:
                return 0.0 if held is None else float(held.units)
            case o.AccountField.POSITION:
                return 0.0 if held is None else held.quantity * held.close / self.equity
            case _:
                return None if held is None else _of_position(held, field)


def _of_position(held: PositionSeen, field: o.AccountField) -> float | None:
    match field:
        case o.AccountField.ENTRY_PRICE:
            return held.entry_price
        case o.AccountField.BARS_HELD:
            return float(held.bars_held)
        case o.AccountField.BEST_PRICE:
            return held.best_price
        case o.AccountField.LAST_FILL_PRICE:
            return held.entry_price if held.last_fill is None else held.last_fill
        case _:
            gained = held.close / held.entry_price - 1.0 if held.entry_price > 0 else None
            return gained if gained is None or held.quantity > 0 else -gained


def value_with(seen: AccountSeen, operand: o.Operand, of_market: Callable[[o.Operand], float | None]) -> float | None:
    """Of a value that may read the account; `of_market` answers for the parts that do not."""
    if isinstance(operand, o.AccountValue):
        return seen.value(operand.field)
    if not isinstance(operand, o.Computed) or not o.reads_account(operand):
        return of_market(operand)
    found = [value_with(seen, part, of_market) for part in operand.values]
    known = [np.array([each]) for each in found if each is not None]
    if len(known) < len(found):
        return None
    [value] = computed(operand.operation, known, 0).tolist()
    return None if np.isnan(value) else float(value)


def best_since(bars: AnalysisBars, direction: Direction, entry_price: float, first: int, end: int) -> float:
    """The best price of own bars from `first` on and before `end`, the entry's included."""
    if direction is Direction.LONG:
        return float(bars.columns.high[first:end].max(initial=entry_price))
    return float(bars.columns.low[first:end].min(initial=entry_price))


@dataclass(frozen=True, slots=True)
class _Held:
    direction: Direction
    entry_bar: int
    quantity: float
    entry_price: float


class AccountHistory:
    """One backtest of one strategy, to be asked about any close on which it decided."""

    def __init__(self, strategy: Strategy, outcome: Outcome) -> None:
        self._outcome = outcome
        self._peak = np.maximum.accumulate(outcome.equity)
        self._rests = {side: not isinstance(of.entry.order, MarketOrder) for side, of in strategy.sides}

    def at(self, bars: AnalysisBars, ticker: int, bar: int) -> AccountSeen:
        """`bars` are those of the instrument, which has one at `bar`."""
        held = self._held(ticker, bar)
        position = None if held is None else self._position(held, bars, bar)
        return AccountSeen(float(self._outcome.equity[bar]), float(self._peak[bar]), position)

    def _position(self, held: _Held, bars: AnalysisBars, bar: int) -> PositionSeen:
        first, last = bars.at(held.entry_bar), bars.at(bar)
        # The high of the bar on which a resting order filled may have been before the fill.
        counts_from = first + self._rests[held.direction]
        best = best_since(bars, held.direction, held.entry_price, counts_from, last + 1)
        signed = held.quantity if held.direction is Direction.LONG else -held.quantity
        return PositionSeen(signed, held.entry_price, best, last - first + 1, float(bars.columns.close[last]))

    def _held(self, ticker: int, bar: int) -> _Held | None:
        """What of an instrument was held on a close: who left on the bar no longer was."""
        rows = self._outcome.trades.raw
        at = (rows[:, t.TICKER] == ticker) & (rows[:, t.ENTRY_BAR] <= bar) & (bar < rows[:, t.EXIT_BAR])
        for place in np.flatnonzero(at).tolist():
            trade = self._outcome.trades[place]
            return _Held(trade.direction, trade.entry_bar, trade.quantity, trade.entry_price)
        for each in self._outcome.open_positions:
            if each.ticker == ticker and each.entry_bar <= bar:
                return _Held(each.direction, each.entry_bar, each.quantity, each.entry_price)
        return None
