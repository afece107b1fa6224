"""Positions of several lots: what one fill brought each, oldest first, and the parts that are still to leave."""

from collections import Counter
from dataclasses import dataclass, field

from packages.domain.strategy.trade import PartOfPosition, StopsFrom, TakeProfit
from tests.reference.positions import EntryOrder, Leaving, Position, place_exits

A_BILLIONTH = 1e-9  # of a lot more or less is the whole lot


@dataclass
class Lot:
    """What one fill brought, as far as it is still held."""

    signal_bar: int
    entry_bar: int
    quantity: float
    price: float
    costs: float
    dividends: float = 0.0

    def cut(self, part: float) -> "Lot":
        """Takes a part away, with its share of the costs and dividends, and gives it."""
        share = part / self.quantity
        gone = Lot(self.signal_bar, self.entry_bar, part, self.price, self.costs * share, self.dividends * share)
        self.costs, self.dividends = self.costs - gone.costs, self.dividends - gone.dividends
        self.quantity -= part
        return gone


@dataclass
class PartLeaving:
    """A part that was decided on and has not left yet."""

    quantity: float
    why: Leaving


@dataclass
class ScaledPosition(Position):
    """Its quantity, price, costs and dividends are those of its lots together."""

    lots: list[Lot] = field(default_factory=list)
    part_targets: dict[int, float] = field(default_factory=dict)  # by the place of the exit
    taken: Counter[int] = field(default_factory=Counter)  # how often each exit took a part
    parting: PartLeaving | None = None
    last_fill: float = 0.0
    fresh_bar: int | None = None  # on which a resting order filled

    def sum_up(self) -> None:
        self.quantity = sum(lot.quantity for lot in self.lots)
        self.entry_costs = sum(lot.costs for lot in self.lots)
        self.dividends = sum(lot.dividends for lot in self.lots)
        if self.lots:
            self.entry_price = sum(lot.quantity * lot.price for lot in self.lots) / self.quantity

    def put_up(self, order: EntryOrder, price: float) -> None:
        """Stop, target, trail and the targets of parts, from a price."""
        place_exits(self, order, price)
        for rule, exit_ in enumerate(order.side.exits):
            if isinstance(exit_, TakeProfit) and exit_.part is not None:
                self.part_targets[rule] = price + self.sign * order.far(exit_.target, price)

    def added(self, order: EntryOrder, lot: Lot) -> None:
        self.lots.append(lot)
        self.sum_up()
        self.last_fill = lot.price
        self.best = max(self.best, lot.price) if self.is_long else min(self.best, lot.price)
        scale_in = self.side.scale_in
        from_last = scale_in is not None and scale_in.stops_from is StopsFrom.LAST_FILL
        self.put_up(order, lot.price if from_last else self.entry_price)

    def settled(self, session: int, sessions: list[int], after: int) -> float:
        """What may be sold in a session: of lots that were bought early enough."""
        if not self.is_long:
            return self.quantity
        return sum(lot.quantity for lot in self.lots if session - sessions[lot.entry_bar] >= after)

    def without(self, quantity: float) -> list[Lot]:
        """Takes so much out of the oldest lots, and gives what left."""
        gone = []
        while self.lots and quantity > 0:
            oldest = self.lots[0]
            if quantity < oldest.quantity * (1 - A_BILLIONTH):
                gone.append(oldest.cut(quantity))
                break
            gone.append(self.lots.pop(0))
            quantity -= oldest.quantity
            if quantity <= oldest.quantity * A_BILLIONTH:
                break
        return gone

    def in_units(self, part: PartOfPosition) -> float:
        assert part.units is not None
        return sum(lot.quantity for lot in self.lots[: part.units])
