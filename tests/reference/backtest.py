"""The slow, obvious backtest: docs/decisions/0011 as loops over plain numbers, for the kernel to be held to."""

from dataclasses import dataclass, field

from packages.domain.backtest.outcome import ExitReason, OpenPosition, Orders, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Direction, Strategy
from tests.reference.account import Account
from tests.reference.decisions import Decisions
from tests.reference.market import ReferenceMarket
from tests.reference.positions import EntryOrder, Leaving, Level, Position


@dataclass
class ReferenceOutcome:
    """Trades in the order in which they ended; columns have one value a bar, on its close."""

    trades: list[Trade] = field(default_factory=list)
    equity: list[float] = field(default_factory=list)
    cash: list[float] = field(default_factory=list)
    exposure: list[float] = field(default_factory=list)
    open_positions: list[OpenPosition] = field(default_factory=list)
    orders: Orders = field(default_factory=Orders)
    ruined_at: int | None = None


def reference_backtest(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    """Of positions of one lot that leave whole; `scaled.py` has the others."""
    run = ReferenceRun(strategy, panel, terms)
    for bar in range(len(panel)):
        run.live_through(bar)
    return run.outcome()


class ReferenceRun:
    """One bar after another, in the order of the page."""

    def __init__(self, strategy: Strategy, panel: Panel, terms: Terms) -> None:
        self.market = ReferenceMarket(panel)
        self.account = Account(self.market, terms)
        self.decisions = Decisions(strategy, self.market, self.account)
        self.places = strategy.universe.max_positions or len(panel.tickers)
        self.at_open: list[EntryOrder] = []
        self.resting: dict[int, list[EntryOrder]] = {}
        self.counts = {"placed": 0, "filled": 0, "lapsed": 0, "too_small": 0, "refused": 0}
        self.told = ReferenceOutcome()

    def live_through(self, bar: int) -> None:
        if self.told.ruined_at is None:
            self._pay(bar)
            self._exits_at_the_open(bar)
            self._entries_at_the_open(bar)
            for position in self.account.held():
                self._stops_and_targets(position, bar)
            self._resting_entries(bar)
            self._mark(bar)
            self.account.peak = max(self.account.peak, self.account.equity())
            self._ruin_and_margin(bar)
        if self.told.ruined_at is None and bar < self.market.bars - 1:
            self._decide(bar)
        self.told.equity.append(self.account.equity())
        self.told.cash.append(self.account.cash)
        self.told.exposure.append(self.account.exposure())

    def outcome(self) -> ReferenceOutcome:
        self.told.trades = self.account.trades
        self.told.orders = Orders(**self.counts)
        self.told.open_positions = [
            OpenPosition(
                held.row,
                held.direction,
                held.signal_bar,
                held.entry_bar,
                held.quantity,
                held.entry_price,
                held.mark,
                held.worth(held.mark) - held.worth(held.entry_price) - held.entry_costs + held.dividends,
            )
            for held in self.account.held()
        ]
        return self.told

    def _pay(self, bar: int) -> None:
        """Step 1: dividends, then borrow fees and interest for the days since the bar before."""
        terms, years = self.account.terms, self.market.elapsed_days[bar] / 365
        owed = max(0.0, -self.account.cash)
        for position in self.account.held():
            paid = position.worth(self.market.dividend(position.row, bar))
            position.dividends += paid
            self.account.cash += paid
        for position in self.account.held():
            if not position.is_long:
                self.account.cash -= position.quantity * position.mark * terms.borrow_rate * years
        self.account.cash -= owed * terms.interest_rate * years

    def _exits_at_the_open(self, bar: int) -> None:
        """Step 2."""
        for position in self.account.held():
            if position.leaving is not None and self.market.has_bar(position.row, bar):
                price = self.market.price("open", position.row, bar)
                self._leave(position, bar, price, position.leaving)

    def _entries_at_the_open(self, bar: int) -> None:
        """Step 3."""
        orders, self.at_open = self.at_open, []
        for order in orders:
            fate = self._no_bar_or(order, bar)
            self.counts[fate] += 1

    def _no_bar_or(self, order: EntryOrder, bar: int) -> str:
        if not self.market.has_bar(order.row, bar):
            return "refused"
        return self._fill(order, bar, self.market.price("open", order.row, bar))

    def _fill(self, order: EntryOrder, bar: int, price: float) -> str:
        """Gets in if it may, and says what became of the order."""
        account, row = self.account, order.row
        no_place = row in account.positions or len(account.positions) >= self.places
        if no_place or not self.market.may_trade(order.buys, row, bar, price):
            return "refused"
        quantity = account.quantity(order, bar, self._fill_price(order, bar, price))
        if not quantity > 0:
            return "too_small"
        account.open(order, bar, quantity, self._fill_price(order, bar, price, quantity), not order.is_market)
        return "filled"

    def _fill_price(self, order: EntryOrder, bar: int, price: float, quantity: float | None = None) -> float:
        """A limit order fills at its price or at a better open, all others take what they get."""
        if order.is_limit:
            return price
        return self.account.taken_price(order.buys, order.row, bar, price, quantity)

    def _stops_and_targets(self, position: Position, bar: int) -> None:
        """Step 4: the first of the four that the bar reached decides, traded or not."""
        row, stop, target = position.row, position.stop(), position.target
        if not self.market.has_bar(row, bar):
            return
        open_, against, with_it = self._open_against_and_with(position, bar)
        if stop is not None and reached(open_, stop.price, position.is_long):
            self._leave_at(position, bar, open_, stop)
        elif target is not None and reached(target.price, open_, position.is_long):
            self._leave_at(position, bar, open_, target)
        elif stop is not None and reached(against, stop.price, position.is_long):
            self._leave_at(position, bar, stop.price, stop)
        elif target is not None and reached(target.price, with_it, position.is_long):
            self._leave_at(position, bar, target.price, target)

    def _open_against_and_with(self, position: Position, bar: int) -> tuple[float, float, float]:
        open_, high, low = (self.market.price(name, position.row, bar) for name in ("open", "high", "low"))
        return (open_, low, high) if position.is_long else (open_, high, low)

    def _leave_at(self, position: Position, bar: int, price: float, level: Level) -> None:
        self._leave(position, bar, price, Leaving(level.reason, level.rule, bar))

    def _leave(self, position: Position, bar: int, price: float, why: Leaving) -> None:
        """Leaves if the settlement and the limits of the day let it."""
        buys, row = not position.is_long, position.row
        bought = self.market.session[position.entry_bar]
        settled = buys or self.market.session[bar] - bought >= self.market.panel.sell_after_sessions
        if not settled or not self.market.may_trade(buys, row, bar, price):
            return
        is_set = why.reason is ExitReason.TAKE_PROFIT
        filled = price if is_set else self.account.taken_price(buys, row, bar, price, position.quantity)
        costs = self.account.costs(buys, bar, position.quantity, filled)
        self.account.close(position, bar, filled, why, costs)

    def _resting_entries(self, bar: int) -> None:
        """Step 5."""
        for row in sorted(self.resting):
            if not self.market.has_bar(row, bar):
                continue
            if self._one_fills(self.resting[row], bar):
                self.counts["filled"] += 1
                self.counts["lapsed"] += len(self.resting.pop(row)) - 1
                self._stop_on_the_bar_of_the_fill(self.account.positions[row], bar)
            else:
                self._let_lapse(row)

    def _one_fills(self, orders: list[EntryOrder], bar: int) -> bool:
        """The one nearer to the open, the long one on a tie."""
        open_ = self.market.price("open", orders[0].row, bar)
        reached = [(order, self._reached_price(order, bar)) for order in orders]
        candidates = [(order, price) for order, price in reached if price is not None]
        candidates.sort(key=lambda each: abs(each[1] - open_))
        return any(self._fill(order, bar, price) == "filled" for order, price in candidates)

    def _reached_price(self, order: EntryOrder, bar: int) -> float | None:
        """The open when it is beyond the price, the price when it was touched, None when it was not."""
        assert order.price is not None
        open_, high, low = (self.market.price(name, order.row, bar) for name in ("open", "high", "low"))
        from_above = order.buys == order.is_limit
        if reached(open_, order.price, from_above):
            return open_
        return order.price if reached(low if from_above else high, order.price, from_above) else None

    def _stop_on_the_bar_of_the_fill(self, position: Position, bar: int) -> None:
        stop = position.stop()
        _, against, _ = self._open_against_and_with(position, bar)
        if stop is not None and reached(against, stop.price, position.is_long):
            self._leave_at(position, bar, stop.price, stop)

    def _let_lapse(self, row: int) -> None:
        for order in self.resting[row]:
            order.bars_left -= 1
        staying = [order for order in self.resting[row] if order.bars_left > 0]
        self.counts["lapsed"] += len(self.resting.pop(row)) - len(staying)
        if staying:
            self.resting[row] = staying

    def _mark(self, bar: int) -> None:
        """Step 6."""
        for position in self.account.held():
            if not self.market.has_bar(position.row, bar):
                continue
            position.mark = self.market.price("close", position.row, bar)
            if position.by_resting_order and position.entry_bar == bar:
                continue
            high, low = (self.market.price(name, position.row, bar) for name in ("high", "low"))
            position.best = max(position.best, high) if position.is_long else min(position.best, low)

    def _ruin_and_margin(self, bar: int) -> None:
        """Step 7."""
        equity, exposure = self.account.equity(), self.account.exposure()
        if equity <= 0:
            for position in self.account.held():
                self.account.close_at_mark(position, bar)
            self.told.ruined_at = bar
        elif equity < self.account.terms.maintenance * exposure:
            for position in self.account.held():
                position.leaving = position.leaving or Leaving(ExitReason.MARGIN_CALL, None, bar)

    def _decide(self, bar: int) -> None:
        """Step 8."""
        for position in self.account.held():
            if position.leaving is None and self.market.has_bar(position.row, bar):
                position.leaving = self.decisions.leaving(position, bar)
        wanted = {row: orders for row in self.market.rows if (orders := self._wanted(row, bar))}
        staying = [position.row for position in self.account.held() if position.leaving is None]
        free = self.places - len({*staying, *self.resting})
        for row in self.decisions.ranked(list(wanted), bar)[: max(free, 0)]:
            self._place(wanted[row])

    def _wanted(self, row: int, bar: int) -> list[EntryOrder]:
        if not self.market.has_bar(row, bar) or row in self.resting:
            return []
        position = self.account.positions.get(row)
        if position is None:
            return self.decisions.wanted(row, bar, [Direction.LONG, Direction.SHORT])
        other = Direction.SHORT if position.is_long else Direction.LONG
        return self.decisions.wanted(row, bar, [other]) if position.leaving is not None else []

    def _place(self, orders: list[EntryOrder]) -> None:
        self.counts["placed"] += len(orders)
        for order in orders:
            if order.is_market:
                self.at_open.append(order)
            else:
                self.resting.setdefault(order.row, []).append(order)


def reached(price: float, level: float, falling: bool) -> bool:
    """Whether a price has come to a level from above (falling) or from below."""
    return price <= level if falling else price >= level
