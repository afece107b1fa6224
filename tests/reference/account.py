"""The money: what a fill costs, how large an order is, and what the account is worth."""

import math
from typing import assert_never

from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.operands import AccountField
from packages.domain.strategy.trade import EquityFraction, FixedCash, FixedQuantity, RiskPerTrade, VolatilityTarget
from tests.reference.market import ReferenceMarket, deviation, log_returns
from tests.reference.positions import EntryOrder, Leaving, Position, place_exits

IMPACT_BARS = 20


def whole_steps(steps: float) -> int:
    """A billionth of a step short counts as whole, and so does a trillionth of all of them."""
    nearest = round(steps)
    return nearest if abs(steps - nearest) <= max(1e-9, 1e-12 * abs(steps)) else math.floor(steps)


class Account:
    """Cash, positions by instrument, and the trades that are over."""

    def __init__(self, market: ReferenceMarket, terms: Terms) -> None:
        self.market = market
        self.terms = terms
        self.cash = float(terms.cash)
        self.positions: dict[int, Position] = {}
        self.trades: list[Trade] = []
        self.peak = self.cash  # of the equity on closes

    def held(self) -> list[Position]:
        """In ticker order."""
        return [self.positions[row] for row in sorted(self.positions)]

    def equity(self) -> float:
        """At the marks."""
        return self.cash + sum(position.worth(position.mark) for position in self.held())

    def value(self, what: AccountField, row: int, bar: int) -> float | None:
        """What a rule sees of the account on the close of a bar; None for a position's where there is none."""
        position, equity = self.positions.get(row), self.equity()
        if what is AccountField.EQUITY:
            return equity
        if what is AccountField.DRAWDOWN:
            return equity / self.peak - 1
        if position is None:
            return 0.0 if what in (AccountField.POSITION, AccountField.UNITS) else None
        gained = position.mark / position.entry_price - 1 if position.entry_price > 0 else None
        known = {
            AccountField.POSITION: position.worth(position.mark) / equity,
            AccountField.ENTRY_PRICE: position.entry_price,
            AccountField.BARS_HELD: float(len(self.market.own_bars_between(row, position.entry_bar, bar))),
            AccountField.OPEN_RETURN: None if gained is None else position.sign * gained,
            AccountField.BEST_PRICE: position.best,
            AccountField.LAST_FILL_PRICE: getattr(position, "last_fill", position.entry_price),
            AccountField.UNITS: float(len(getattr(position, "lots", [position]))),
        }
        return known[what]

    def exposure(self) -> float:
        return sum(position.quantity * position.mark for position in self.held())

    def room(self, bar: int) -> float:
        """What the account can carry beside what it holds, at an open."""
        gross = sum(position.quantity * self._at_open(position, bar) for position in self.held())
        return self.terms.leverage * self.equity_at_open(bar) - gross

    def equity_at_open(self, bar: int) -> float:
        return self.cash + sum(position.worth(self._at_open(position, bar)) for position in self.held())

    def _at_open(self, position: Position, bar: int) -> float:
        has_bar = self.market.has_bar(position.row, bar)
        return self.market.price("open", position.row, bar) if has_bar else position.mark

    def taken_price(self, buys: bool, row: int, bar: int, price: float, quantity: float | None = None) -> float:
        """A price that is taken rather than set; without a quantity there is no impact."""
        costs = self.terms.costs
        impact = 0.0 if quantity is None else self._impact(row, bar, quantity)
        worse = costs.slippage + costs.spread / 2 + impact
        if buys:
            return min(price * (1 + worse), self.market.upper_limit(row, bar))
        return max(price * (1 - worse), self.market.lower_limit(row, bar))

    def _impact(self, row: int, bar: int, quantity: float) -> float:
        before = self.market.own_bars_between(row, 0, bar - 1)
        if len(before) < IMPACT_BARS + 1:
            return 0.0
        volumes = [self.market.price("volume", row, at) for at in before[-IMPACT_BARS:]]
        mean_volume = sum(volumes) / IMPACT_BARS
        if not mean_volume > 0:
            return 0.0
        closes = [self.market.price("close", row, at) for at in before[-IMPACT_BARS - 1 :]]
        return self.terms.costs.impact * deviation(log_returns(closes)) * math.sqrt(quantity / mean_volume)

    def costs(self, buys: bool, bar: int, quantity: float, price: float) -> float:
        """Commission and duties of a fill."""
        costs, notional = self.terms.costs, quantity * price
        by_size = costs.commission_rate * notional + costs.commission_per_share * quantity
        return max(costs.commission_minimum, by_size) + self.market.duty(buys, bar) * notional

    def quantity(self, order: EntryOrder, bar: int, price: float) -> float:
        """How much an order buys or sells at a price, in whole lots; 0 when that is too small."""
        costs, duty = self.terms.costs, self.market.duty(order.buys, bar)
        unit = price * (1 + costs.commission_rate + duty) + costs.commission_per_share
        room = self.room(bar)
        wanted, finest = (
            self._wanted(order, bar, price, unit),
            self.terms.leverage * self.equity_at_open(bar) / unit / 1e9,
        )
        quantity = self.whole_lots(order.row, min(wanted, room / unit), finest if wanted > room / unit else 0.0)
        by_size = costs.commission_rate * quantity * price + costs.commission_per_share * quantity
        needed = quantity * price * (1 + duty) + costs.commission_minimum
        if by_size < costs.commission_minimum and needed > room:
            return self.whole_lots(order.row, (room - costs.commission_minimum) / (price * (1 + duty)))
        return quantity

    def _wanted(self, order: EntryOrder, bar: int, price: float, unit: float) -> float:
        equity, sizing = self.equity_at_open(bar), order.side.sizing
        match sizing:
            case FixedQuantity(quantity):
                return float(quantity)
            case FixedCash(cash):
                return float(cash) / unit
            case EquityFraction(fraction):
                return equity * fraction / unit
            case VolatilityTarget(target, _, most):
                assert order.volatility is not None
                return equity * min(target / order.volatility, most) / unit
            case RiskPerTrade(fraction):
                return equity * fraction / order.nearest_stop(price)
            case _:
                assert_never(sizing)

    def whole_lots(self, row: int, quantity: float, finest: float = 0.0) -> float:
        """In steps that are not finer than `finest`, by powers of ten."""
        lots = self.market.panel.lots
        minimum, step = float(lots.minimum[row]), float(lots.step[row])
        if 0 < step < finest:
            coarse = step * 10 ** math.ceil(math.log10(finest / step) - 1e-12)
            found = whole_steps(quantity / coarse) * coarse
            return found if found >= minimum else 0.0
        if not quantity > 0 or quantity < minimum:
            return 0.0
        return minimum + whole_steps((quantity - minimum) / step) * step if step > 0 else quantity

    def open(self, order: EntryOrder, bar: int, quantity: float, price: float, by_resting_order: bool) -> None:
        costs = self.costs(order.buys, bar, quantity, price)
        position = Position(
            order.row,
            order.direction,
            order.side,
            order.signal_bar,
            bar,
            quantity,
            price,
            costs,
            best=price,
            mark=price,
            by_resting_order=by_resting_order,
        )
        place_exits(position, order, price)
        self.cash -= position.worth(price) + costs
        self.positions[order.row] = position

    def close(self, position: Position, bar: int, price: float, why: Leaving, costs: float) -> None:
        self.cash += position.worth(price) - costs
        del self.positions[position.row]
        own = self.market.own_bars_between(position.row, position.entry_bar, bar)
        high = max(position.entry_price, *(self.market.price("high", position.row, at) for at in own))
        low = min(position.entry_price, *(self.market.price("low", position.row, at) for at in own))
        all_costs = position.entry_costs + costs
        gain = position.worth(price) - position.worth(position.entry_price)
        self.trades.append(
            Trade(
                position.row,
                position.direction,
                position.signal_bar,
                position.entry_bar,
                why.decided_bar,
                bar,
                position.quantity,
                position.entry_price,
                price,
                why.reason,
                why.rule,
                all_costs,
                position.dividends,
                gain - all_costs + position.dividends,
                low if position.is_long else high,
                high if position.is_long else low,
                len(own),
            )
        )

    def close_at_mark(self, position: Position, bar: int) -> None:
        """In ruin, without costs."""
        self.close(position, bar, position.mark, Leaving(ExitReason.RUIN, None, bar), 0.0)
