"""What is decided on a close: who is to leave, who wants in, and who gets a place."""

import math

from packages.domain.backtest.outcome import ExitReason
from packages.domain.strategy.conditions import Condition
from packages.domain.strategy.model import Direction, Side, Strategy
from packages.domain.strategy.operands import Operand
from packages.domain.strategy.trade import (
    Bracket,
    Distance,
    MarketOrder,
    SignalExit,
    StopLoss,
    TakeProfit,
    TimeExit,
    TrailingStop,
    Unit,
    VolatilityTarget,
)
from tests.reference.account import Account
from tests.reference.conditions import Readings
from tests.reference.market import ReferenceMarket, deviation, log_returns
from tests.reference.positions import EntryOrder, Leaving, Length, Position


class Decisions:
    """Reads the conditions of one strategy on the own bars of every instrument."""

    def __init__(self, strategy: Strategy, market: ReferenceMarket, account: Account | None = None) -> None:
        self._strategy = strategy
        self._market = market
        self._readings = [Readings(strategy, market, row, account) for row in market.rows]

    def leaving(self, position: Position, bar: int) -> Leaving | None:
        """A signal, the first in the list, or else the time that the position has lasted."""
        readings, own_bar = self._readings[position.row], self._own_bar(position.row, bar)
        for rule, exit_ in enumerate(position.side.exits):
            if isinstance(exit_, SignalExit) and exit_.part is None and readings.holds(exit_.condition, own_bar):
                return Leaving(ExitReason.SIGNAL, rule, bar)
        lasted = len(self._market.own_bars_between(position.row, position.entry_bar, bar))
        for rule, exit_ in enumerate(position.side.exits):
            if isinstance(exit_, TimeExit) and lasted >= exit_.bars:
                return Leaving(ExitReason.TIME, rule, bar)
        return None

    def wanted(self, row: int, bar: int, directions: list[Direction]) -> list[EntryOrder]:
        """The orders that an instrument wants: none, one, or two that rest side by side."""
        own_bar, holds = self._own_bar(row, bar), self._readings[row].holds
        sides = [(direction, side) for direction, side in self._strategy.sides if direction in directions]
        true = [(direction, side) for direction, side in sides if holds(side.entry.condition, own_bar)]
        if len(true) == 2 and any(isinstance(side.entry.order, MarketOrder) for _, side in true):
            return []
        drawn = [self.order(row, bar, direction, side) for direction, side in true]
        return [order for order in drawn if order is not None]

    def ranked(self, rows: list[int], bar: int) -> list[int]:
        """The best first; unknown values last, then ticker order."""
        ranking = self._strategy.universe.ranking
        if ranking is None:
            return rows
        values = {row: self._readings[row].value(ranking.by, self._own_bar(row, bar)) for row in rows}
        known = [row for row in rows if values[row] is not None]
        unknown = [row for row in rows if values[row] is None]
        return sorted(known, key=lambda row: values[row] or 0.0, reverse=ranking.descending) + unknown

    def value(self, operand: Operand, row: int, bar: int) -> float | None:
        """What a rule of an instrument compares on a close."""
        return self._readings[row].value(operand, self._own_bar(row, bar))

    def holds(self, condition: Condition, row: int, bar: int) -> bool:
        return self._readings[row].holds(condition, self._own_bar(row, bar))

    def _own_bar(self, row: int, bar: int) -> int:
        return self._market.own_bars(row).index(bar)

    def order(self, row: int, bar: int, direction: Direction, side: Side) -> EntryOrder | None:
        """None when a distance or a size needs a value that is not known yet."""
        length = self._length(row, self._own_bar(row, bar))
        volatility = self._volatility(row, bar, side)
        needs_volatility = isinstance(side.sizing, VolatilityTarget)
        if (needs_volatility and volatility is None) or any(length(each, 1.0) is None for each in _distances(side)):
            return None
        order, kind = EntryOrder(row, direction, side, bar, length, volatility), side.entry.order
        if not isinstance(kind, MarketOrder) and kind.at is not None:
            order.price, order.bars_left = self.value(kind.at, row, bar), kind.valid_bars
            return order if order.price is not None and order.price > 0 else None
        return _at_its_price(order, self._market.price("close", row, bar))

    def _length(self, row: int, own_bar: int) -> Length:
        def length(distance: Distance, price: float) -> float | None:
            if distance.unit is Unit.POINTS:
                return float(distance.value)
            if distance.unit is Unit.PCT:
                return distance.value * price
            atr = self._readings[row].atr(distance.atr_period, own_bar)
            return distance.value * atr if atr else None

        return length

    def _volatility(self, row: int, bar: int, side: Side) -> float | None:
        if not isinstance(side.sizing, VolatilityTarget):
            return None
        lookback, own_bar = side.sizing.lookback, self._own_bar(row, bar)
        if own_bar < lookback:
            return None
        closes = self._readings[row].columns["close"][own_bar - lookback : own_bar + 1]
        return deviation(log_returns(closes)) * math.sqrt(self._market.panel.bars_per_year) or None


def _distances(side: Side) -> list[Distance]:
    """Everything that must be known before the entry is possible."""
    order = side.entry.order
    found = [] if isinstance(order, MarketOrder) else [order.offset]
    for exit_ in side.exits:
        match exit_:
            case StopLoss(distance) | TakeProfit(distance) | Bracket(distance) | TrailingStop(distance):
                found.append(distance)
            case _:
                continue
    return found


def _at_its_price(order: EntryOrder, close: float) -> EntryOrder | None:
    """A limit order stands better than the close of the signal bar, a stop order beyond it; nowhere below 0."""
    kind = order.side.entry.order
    if isinstance(kind, MarketOrder):
        return order
    offset = order.far(kind.offset, close)
    order.price = close - offset if order.buys == order.is_limit else close + offset
    order.bars_left = kind.valid_bars
    return order if order.price > 0 else None
