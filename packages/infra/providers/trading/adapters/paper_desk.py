"""The account at work on one bar: cash, positions and orders that change, and the notes of what changed."""

import math
from collections.abc import Iterator
from dataclasses import replace

from packages.core.ids import derived_id
from packages.domain.trading.orders import Effect, Fill, OrderSide, OrderStatus
from packages.infra.providers.trading.adapters.paper_market import MarketBar
from packages.infra.providers.trading.adapters.paper_state import (
    LedgerEntry,
    PaperOrder,
    PaperPosition,
    PaperState,
    PaperTrade,
    exact,
)


class PaperDesk:
    """Made for one bar, and gone after it; the state that it began with is not touched."""

    def __init__(self, state: PaperState, bar: MarketBar) -> None:
        self.state = state
        self.bar = bar
        self.opening = state.opening
        self.terms = state.opening.terms
        self.costs = state.opening.terms.costs
        self.symbols = tuple(listing.symbol for listing in state.opening.listings)
        self.cash = state.cash
        self.session = state.session + bar.sessions_passed
        self.positions = dict(state.positions)
        self.closes = dict(state.closes)
        self.ruined = False
        self._orders = {order.request.client_order_id: order for order in state.orders}
        self._changed: dict[str, PaperOrder] = {}
        self._fills: list[Fill] = []
        self._entries: list[LedgerEntry] = []
        self._had: dict[str, float] = {}
        self._lots = {listing.symbol: listing for listing in state.opening.listings}

    def orders(self, symbol: str | None = None) -> list[PaperOrder]:
        """Those at work, of one instrument or of all, in the order of their submission."""
        return [order for order in self._orders.values() if symbol is None or order.request.symbol == symbol]

    def order(self, client_order_id: str) -> PaperOrder | None:
        """As it is now; None once it is no longer at work."""
        return self._orders.get(client_order_id)

    def note(self, kind: str, symbol: str | None, amount: float, shares: float = 0.0) -> None:
        """Into the ledger; the cash itself is counted by whoever moves it."""
        if amount != 0.0 or shares != 0.0:
            self._entries.append(LedgerEntry(kind, symbol, amount, self.bar.time, shares))

    def rounded(self, symbol: str, quantity: float) -> float:
        """Down to the lot; 0 below the smallest."""
        lot = self._lots[symbol]
        whole = _in_steps(quantity, lot.step)
        return whole if whole >= lot.smallest and whole > 0 else 0.0

    def whole(self, symbol: str, quantity: float) -> float:
        """What of a quantity can be held: fewer than a lot, but no part of a share where the market has none."""
        step = self._lots[symbol].step
        return _in_steps(quantity, min(step, 1.0))

    def to_be_had(self, symbol: str, quantity: float) -> float:
        """What of a quantity the volume of the bar has room for."""
        if self.opening.participation is None:
            return quantity
        room = self.opening.participation * self.bar.quotes[symbol].volume - self._had.get(symbol, 0.0)
        return quantity if quantity <= room else self.rounded(symbol, room)

    def fill(
        self,
        order_id: str,
        symbol: str,
        effect: Effect,
        buys: bool,
        quantity: float,
        price: float,
        costs: float,
        why: str,
    ) -> None:
        number = self.state.fills_made + len(self._fills) + 1
        self._had[symbol] = self._had.get(symbol, 0.0) + quantity
        self._fills.append(
            Fill(
                fill_id=derived_id("paper fill", self.state.account_id, str(number)),
                client_order_id=order_id,
                symbol=symbol,
                side=OrderSide.BUY if buys else OrderSide.SELL,
                effect=effect,
                quantity=exact(quantity),
                price=exact(price),
                costs=exact(costs),
                at=self.bar.time,
                reason=why,
            )
        )

    def filled(self, order: PaperOrder, asked: float, quantity: float, price: float, costs: float = 0.0) -> None:
        """Shares came to an order of `asked` in all; once it has them it is done."""
        total = order.filled + quantity
        average = (
            price if not order.filled else ((order.average_price or 0.0) * order.filled + price * quantity) / total
        )
        spent = order.spent + (quantity * price + costs)
        grown = replace(order, asked=asked, filled=total, average_price=average, spent=spent)
        if total < asked:
            self.put(grown, OrderStatus.PARTIALLY_FILLED)
        elif order.request.quantity is not None and total < float(order.request.quantity):
            self.put(grown, OrderStatus.LAPSED, "cut_to_what_can_be_carried")
        else:
            self.put(grown, OrderStatus.FILLED)

    def put(self, order: PaperOrder, status: OrderStatus, why: str = "") -> None:
        """The order as it now stands; one that is final is no longer at work."""
        at = max(order.submitted_at, self.bar.time)
        changed = replace(order, status=status, why=why, updated_at=at)
        order_id = order.request.client_order_id
        self._changed[order_id] = changed
        if status.is_final:
            self._orders.pop(order_id, None)
        else:
            self._orders[order_id] = changed

    def gone(self, symbol: str) -> None:
        """A position was left: what was still to close it, or to add to it, has nothing to do."""
        position = self.positions.pop(symbol)
        for order in self.orders(symbol):
            if not order.opens:
                self.put(order, OrderStatus.LAPSED, "position_gone")
            elif order.request.client_order_id == position.entry_id:
                self.put(order, OrderStatus.CANCELLED, "position_gone")

    def held(self) -> Iterator[PaperPosition]:
        """In the order of the tickers, each as it is when its turn comes."""
        for symbol in self.symbols:
            position = self.positions.get(symbol)
            if position is not None:
                yield position

    def traded(self) -> PaperTrade:
        seen = {symbol: quote.close for symbol, quote in self.bar.quotes.items() if symbol in self._lots}
        state = replace(
            self.state,
            cash=self.cash,
            last_bar=self.bar.time,
            session=self.session,
            fills_made=self.state.fills_made + len(self._fills),
            entries_made=self.state.entries_made + len(self._entries),
            ruined_on=self.bar.time if self.ruined else self.state.ruined_on,
            positions=self.positions,
            orders=tuple(self._orders.values()),
            closes={**self.closes, **seen},
            factors=self.bar.factors,
        )
        return PaperTrade(state, tuple(self._fills), tuple(self._entries), tuple(self._changed.values()))


def _in_steps(quantity: float, step: float) -> float:
    """A billionth of a step short counts as whole; a step of 0 allows any fraction."""
    return quantity if step == 0 else math.floor(quantity / step + 1e-9) * step
