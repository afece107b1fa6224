"""Guards of a paper position with lots: the stop of all of it, and targets at which parts leave (parting.c)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from packages.infra.providers.trading.adapters.paper_account import WorkingAccount
from packages.infra.providers.trading.adapters.paper_lots import counted, leaving_of, part_quantity
from packages.infra.providers.trading.adapters.paper_market import PaperQuote
from packages.infra.providers.trading.adapters.paper_state import PaperPosition, PartLevel


class Ways(Protocol):
    """How a position leaves, as far as it may."""

    def may_leave(self, position: PaperPosition, price: float) -> bool: ...

    def stop_out(self, position: PaperPosition, price: float) -> None: ...

    def take_profit(self, position: PaperPosition, price: float) -> None: ...

    def take_part(self, position: PaperPosition, price: float, quantity: float) -> None: ...


@dataclass(frozen=True, slots=True)
class LotGuards:
    """Of one position on one bar."""

    account: WorkingAccount
    quote: PaperQuote
    ways: Ways

    def watch(self, position: PaperPosition) -> None:
        """A gap through the stop, targets that the open is beyond, then the stop, then targets."""
        sign, quote = position.sign, self.quote
        level = -sign * math.inf if position.level is None else position.level
        if sign * quote.open <= sign * level:
            if self.ways.may_leave(position, quote.open):
                self.ways.stop_out(position, quote.open)
            return
        self._targets(position.symbol, sign, quote.open)
        rest = self.account.positions.get(position.symbol)
        if rest is None:
            return
        if sign * (quote.low if sign > 0 else quote.high) <= sign * level:
            if self.ways.may_leave(rest, level):
                self.ways.stop_out(rest, level)
            return
        self._targets(position.symbol, sign, quote.high if sign > 0 else quote.low)

    def _targets(self, symbol: str, sign: float, reached: float) -> None:
        """The nearest first: at the open where that is beyond, otherwise at their price."""
        position = self.account.positions[symbol]
        target = sign * math.inf if position.target_at is None else position.target_at
        for part in _reached(position, sign, reached, target):
            held = self.account.positions.get(symbol)
            if held is None:
                return
            price = self.quote.open if sign * self.quote.open >= sign * part.price else part.price
            quantity = leaving_of(self.account, held, part_quantity(self.account, held, part))
            if quantity > 0 and self.ways.may_leave(held, price):
                self.ways.take_part(counted(held, part.rule), price, quantity)
        rest = self.account.positions.get(symbol)
        if rest is None or sign * target > sign * reached:
            return
        price = self.quote.open if sign * self.quote.open >= sign * target else target
        if self.ways.may_leave(rest, price):
            self.ways.take_profit(rest, price)


def _reached(position: PaperPosition, sign: float, reached: float, target: float) -> Iterator[PartLevel]:
    """Targets of parts that are still to leave, nearer than the one of everything."""
    for part in sorted(position.part_levels, key=lambda each: sign * each.price):
        is_met = sign * part.price <= sign * reached and sign * part.price < sign * target
        if is_met and not position.parted.get(part.rule):
            yield part
