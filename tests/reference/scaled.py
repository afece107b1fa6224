"""The slow, obvious backtest of positions that grow and leave in parts: docs/decisions/0052 as plain loops."""

from dataclasses import replace

from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Entry, Strategy
from packages.domain.strategy.trade import PartOfPosition, SignalExit, part_of
from tests.reference.backtest import ReferenceOutcome, ReferenceRun, reached
from tests.reference.positions import EntryOrder, Leaving, Position
from tests.reference.scaled_positions import Lot, PartLeaving, ScaledPosition


def scaled_backtest(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    run = ScaledRun(strategy, panel, terms)
    for bar in range(len(panel)):
        run.live_through(bar)
    return run.outcome()


class ScaledRun(ReferenceRun):
    """What differs from positions of one lot that leave whole."""

    def _scaled(self, position: Position) -> ScaledPosition:
        assert isinstance(position, ScaledPosition)
        return position

    def _pay(self, bar: int) -> None:
        super()._pay(bar)
        for position in map(self._scaled, self.account.held()):
            for lot in position.lots:
                lot.dividends += position.sign * lot.quantity * self.market.dividend(position.row, bar)
            position.sum_up()

    def _exits_at_the_open(self, bar: int) -> None:
        """Who is to leave whole, then parts."""
        super()._exits_at_the_open(bar)
        for position in map(self._scaled, self.account.held()):
            waiting = position.parting
            if position.leaving is not None or waiting is None or not self.market.has_bar(position.row, bar):
                continue
            price = self.market.price("open", position.row, bar)
            left = self._part(position, bar, price, waiting.quantity, waiting.why)
            if left and left >= waiting.quantity * (1 - 1e-9):
                position.parting = None
            elif left:
                position.parting = replace(waiting, quantity=waiting.quantity - left)

    def _leave(self, position: Position, bar: int, price: float, why: Leaving) -> None:
        self._part(self._scaled(position), bar, price, position.quantity, why)

    def _part(self, position: ScaledPosition, bar: int, price: float, quantity: float, why: Leaving) -> float:
        """As much of a quantity as settlement and limits let go; gives how much that was."""
        after, session = self.market.panel.sell_after_sessions, int(self.market.session[bar])
        settled = position.settled(session, [int(each) for each in self.market.session], after)
        quantity = min(quantity, settled)
        if not quantity > 0 or not self.market.may_trade(not position.is_long, position.row, bar, price):
            return 0.0
        is_set = why.reason is ExitReason.TAKE_PROFIT
        buys, row = not position.is_long, position.row
        filled = price if is_set else self.account.taken_price(buys, row, bar, price, quantity)
        self._take(position, bar, filled, quantity, why, self.account.costs(buys, bar, quantity, filled))
        return quantity

    def _take(
        self, position: ScaledPosition, bar: int, price: float, quantity: float, why: Leaving, costs: float
    ) -> None:
        self.account.cash += position.sign * quantity * price - costs
        for lot in position.without(quantity):
            share = costs * lot.quantity / quantity
            self.account.trades.append(self._trade(position, lot, bar, price, why, share))
        position.sum_up()
        position.last_fill = price
        if not position.lots:
            del self.account.positions[position.row]
            self._forget_units(position)

    def _forget_units(self, position: ScaledPosition) -> None:
        """Orders of further units have nothing to add to."""
        orders = self.resting.get(position.row, [])
        mine = [order for order in orders if order.direction is position.direction]
        self.counts["lapsed"] += len(mine)
        if mine:
            del self.resting[position.row]

    def _trade(
        self, position: ScaledPosition, lot: Lot, bar: int, price: float, why: Leaving, exit_costs: float
    ) -> Trade:
        own = self.market.own_bars_between(position.row, lot.entry_bar, bar)
        high = max(lot.price, *(self.market.price("high", position.row, at) for at in own))
        low = min(lot.price, *(self.market.price("low", position.row, at) for at in own))
        costs = lot.costs + exit_costs
        return Trade(
            position.row,
            position.direction,
            lot.signal_bar,
            lot.entry_bar,
            why.decided_bar,
            bar,
            lot.quantity,
            lot.price,
            price,
            why.reason,
            why.rule,
            costs,
            lot.dividends,
            position.sign * lot.quantity * (price - lot.price) - costs + lot.dividends,
            low if position.is_long else high,
            high if position.is_long else low,
            len(own),
        )

    def _fill(self, order: EntryOrder, bar: int, price: float) -> str:
        position = self.account.positions.get(order.row)
        if position is None:
            fate = super()._fill(order, bar, price)
            if fate == "filled":
                self._open(order, bar)
            return fate
        position = self._scaled(position)
        if position.direction is not order.direction or position.leaving is not None:
            return "refused"
        if not self.market.may_trade(order.buys, order.row, bar, price):
            return "refused"
        return self._grow(position, order, bar, price)

    def _open(self, order: EntryOrder, bar: int) -> None:
        """The position that was just opened, with its first lot."""
        plain = self.account.positions[order.row]
        lot = Lot(plain.signal_bar, bar, plain.quantity, plain.entry_price, plain.entry_costs)
        position = ScaledPosition(**vars(plain), lots=[lot], last_fill=lot.price)
        position.fresh_bar = None if order.is_market else bar
        position.put_up(order, lot.price)
        self.account.positions[order.row] = position

    def _grow(self, position: ScaledPosition, order: EntryOrder, bar: int, price: float) -> str:
        quantity = self.account.quantity(order, bar, self._fill_price(order, bar, price))
        if not quantity > 0:
            return "too_small"
        filled = self._fill_price(order, bar, price, quantity)
        costs = self.account.costs(order.buys, bar, quantity, filled)
        self.account.cash -= position.sign * quantity * filled + costs
        position.added(order, Lot(order.signal_bar, bar, quantity, filled, costs))
        if not order.is_market:
            position.fresh_bar = bar
        return "filled"

    def _stops_and_targets(self, position: Position, bar: int) -> None:
        """A gap through the stop, targets that the open is beyond, the stop, then targets."""
        scaled, stop = self._scaled(position), position.stop()
        if not self.market.has_bar(position.row, bar):
            return
        open_, against, with_it = self._open_against_and_with(position, bar)
        if stop is not None and reached(open_, stop.price, position.is_long):
            self._leave_at(position, bar, open_, stop)
            return
        self._targets(scaled, bar, open_, open_)
        if position.row not in self.account.positions:
            return
        if stop is not None and reached(against, stop.price, position.is_long):
            self._leave_at(position, bar, stop.price, stop)
        else:
            self._targets(scaled, bar, open_, with_it)

    def _targets(self, position: ScaledPosition, bar: int, open_: float, far: float) -> None:
        """Those that prices have come to, the nearest first; the target of everything ends it."""
        whole, is_long = position.target, position.is_long
        nearest = sorted(position.part_targets.items(), key=lambda each: position.sign * each[1])
        for rule, price in nearest:
            is_beyond = whole is not None and reached(whole.price, price, is_long)
            if position.taken[rule] or is_beyond or not reached(price, far, is_long) or not position.lots:
                continue
            fill = open_ if reached(price, open_, is_long) else price
            part = part_of(position.side.exits[rule])
            assert part is not None
            wanted = self._quantity(position, part)
            if wanted and self._part(position, bar, fill, wanted, Leaving(ExitReason.TAKE_PROFIT, rule, bar)):
                position.taken[rule] += 1
        if position.lots and whole is not None and reached(whole.price, far, is_long):
            self._leave_at(position, bar, open_ if reached(whole.price, open_, is_long) else whole.price, whole)

    def _quantity(self, position: ScaledPosition, part: PartOfPosition) -> float:
        if part.units is not None:
            return position.in_units(part)
        assert part.fraction is not None
        return min(self.account.whole_lots(position.row, position.quantity * part.fraction), position.quantity)

    def _mark(self, bar: int) -> None:
        for position in map(self._scaled, self.account.held()):
            self._mark_one(position, bar)

    def _mark_one(self, position: ScaledPosition, bar: int) -> None:
        if not self.market.has_bar(position.row, bar):
            return
        position.mark = self.market.price("close", position.row, bar)
        if position.fresh_bar == bar:
            return
        high, low = (self.market.price(name, position.row, bar) for name in ("high", "low"))
        position.best = max(position.best, high) if position.is_long else min(position.best, low)

    def _ruin_and_margin(self, bar: int) -> None:
        equity = self.account.equity()
        if equity > 0:
            super()._ruin_and_margin(bar)
            return
        for position in map(self._scaled, self.account.held()):
            self._take(position, bar, position.mark, position.quantity, Leaving(ExitReason.RUIN, None, bar), 0.0)
        self.told.ruined_at = bar

    def _decide(self, bar: int) -> None:
        """Who is to leave, then parts and further units of those that stay, then entries."""
        for position in self.account.held():
            if position.leaving is None and self.market.has_bar(position.row, bar):
                position.leaving = self.decisions.leaving(position, bar)
        units = []
        for position in map(self._scaled, self.account.held()):
            if (
                position.leaving is not None
                or position.parting is not None
                or not self.market.has_bar(position.row, bar)
            ):
                continue
            position.parting = self._part_asked(position, bar)
            if position.parting is None:
                units += self._unit_asked(position, bar)
        super()._decide(bar)
        self.counts["placed"] += len(units)
        self.at_open = [order for order in units if order.is_market] + self.at_open
        for order in units:
            if not order.is_market:
                self.resting.setdefault(order.row, []).append(order)

    def _part_asked(self, position: ScaledPosition, bar: int) -> PartLeaving | None:
        for rule, exit_ in enumerate(position.side.exits):
            if not isinstance(exit_, SignalExit) or exit_.part is None or position.taken[rule] >= exit_.part.times:
                continue
            quantity = self._quantity(position, exit_.part)
            if quantity > 0 and self.decisions.holds(exit_.condition, position.row, bar):
                position.taken[rule] += 1
                return PartLeaving(quantity, Leaving(ExitReason.SIGNAL, rule, bar))
        return None

    def _unit_asked(self, position: ScaledPosition, bar: int) -> list[EntryOrder]:
        side, scale_in, row = position.side, position.side.scale_in, position.row
        if scale_in is None or row in self.resting or len(position.lots) >= scale_in.max_units:
            return []
        if not self.decisions.holds(scale_in.condition, row, bar):
            return []
        entry, sizing = Entry(scale_in.condition, scale_in.order), scale_in.sizing or side.sizing
        order = self.decisions.order(row, bar, position.direction, replace(side, entry=entry, sizing=sizing))
        return [] if order is None else [order]
