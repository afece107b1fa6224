"""A portfolio through all bars in plain loops, after docs/decisions/0050 and nothing else: no arrays, no kernel."""

from dataclasses import dataclass, field

from packages.domain.backtest.outcome import ExitReason, OpenPosition, Orders, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Direction
from tests.reference.account import Account, whole_steps
from tests.reference.backtest import ReferenceOutcome
from tests.reference.market import ReferenceMarket

Picks = list[tuple[int, float]]  # instruments with their weights, best first


@dataclass
class Holding:
    """A position that grows and shrinks; `price` is the mean of what was paid."""

    row: int
    long: bool
    signal_bar: int
    entry_bar: int
    quantity: float = 0.0
    price: float = 0.0
    costs: float = 0.0
    dividends: float = 0.0
    mark: float = 0.0
    bought_in: int = 0
    leaving: tuple[ExitReason, int] | None = None

    @property
    def sign(self) -> int:
        return 1 if self.long else -1


@dataclass
class PortfolioReference:
    """One run; `picks` are by the bar whose close decided."""

    panel: Panel
    terms: Terms
    picks: dict[int, Picks]
    settled: list[int]
    tolerance: float
    held: dict[int, Holding] = field(default_factory=dict)
    trades: list[Trade] = field(default_factory=list)
    placed: int = 0
    filled: int = 0
    small: int = 0
    refused: int = 0

    def run(self) -> ReferenceOutcome:
        self.market = ReferenceMarket(self.panel)
        self.money = Account(self.market, self.terms)  # for prices and costs of a fill, which are those of any order
        self.cash = float(self.terms.cash)
        equity, cash, exposure = [], [], []
        ruined: int | None = None
        for bar in range(self.market.bars):
            if ruined is None:
                self._before(bar)
                self._trade(bar)
                self._mark(bar)
            worth = self.cash + sum(each.sign * each.quantity * each.mark for each in self._in_order())
            gross = sum(each.quantity * each.mark for each in self._in_order())
            if ruined is None and worth <= 0:
                ruined = bar
                for each in self._in_order():
                    self._close(each, bar, each.mark, 0.0, ExitReason.RUIN, bar)
                worth, gross = self.cash, 0.0
            elif ruined is None and worth < self.terms.maintenance * gross:
                for each in self._in_order():
                    each.leaving = each.leaving or (ExitReason.MARGIN_CALL, bar)
            equity.append(worth)
            cash.append(self.cash)
            exposure.append(gross)
        orders = Orders(self.placed, self.filled, 0, self.small, self.refused)
        return ReferenceOutcome(self.trades, equity, cash, exposure, self._open(), orders, ruined)

    def _in_order(self) -> list[Holding]:
        return [self.held[row] for row in sorted(self.held)]

    def _before(self, bar: int) -> None:
        """Dividends, borrowing, interest; then what was delisted."""
        owed = max(-self.cash, 0.0) if self.held else 0.0
        for each in self._in_order():
            paid = self.market.dividend(each.row, bar)
            if paid != 0:
                self.cash += each.sign * each.quantity * paid
                each.dividends += each.sign * each.quantity * paid
        share = self.market.elapsed_days[bar] / 365
        for each in self._in_order():
            if not each.long:
                self.cash -= each.quantity * each.mark * self.terms.short_rate * share
        self.cash -= owed * self.terms.debt_rate * share
        for each in self._in_order():
            if self.settled[each.row] == bar:
                self._close(each, bar, each.mark, 0.0, ExitReason.DELISTED, bar)

    def _trade(self, bar: int) -> None:
        called = any(each.leaving and each.leaving[0] is ExitReason.MARGIN_CALL for each in self._in_order())
        wanted = None if called else self.picks.get(bar - 1)
        if wanted is None:
            self._leave(bar)
            return
        equity = self._worth(bar)
        weights = dict(wanted)
        for each in self._in_order():
            self._shrink(each, bar, weights.get(each.row, 0.0) * each.sign, equity)
        self._leave(bar)
        gross = sum(each.quantity * self._at_open(each, bar) for each in self._in_order())
        room = self.terms.leverage * self._worth(bar) - gross
        for row, weight in wanted:
            if weight != 0:
                room -= self._grow(row, weight, bar, equity, room)

    def _shrink(self, each: Holding, bar: int, weight: float, equity: float) -> None:
        if weight <= 0:
            each.leaving = each.leaving or (ExitReason.REBALANCE, bar - 1)
            return
        each.leaving = None
        if not self._may_leave(each, bar):
            return
        seen = self.market.price("open", each.row, bar)
        less = self._lots(each.row, each.quantity - weight * equity / self._unit(each.row, each.long, bar))
        if 0 < less < each.quantity and less * seen >= self.tolerance * equity:
            price = self.money.taken_price(not each.long, each.row, bar, seen, less)
            costs = self.money.costs(not each.long, bar, less, price)
            part = less / each.quantity
            self.cash += each.sign * less * price - costs
            self._write(each, bar, less, price, part, costs, ExitReason.REBALANCE, bar - 1)
            each.quantity -= less
            each.costs *= 1 - part
            each.dividends *= 1 - part

    def _leave(self, bar: int) -> None:
        for each in self._in_order():
            if each.leaving is not None and self._may_leave(each, bar):
                seen = self.market.price("open", each.row, bar)
                price = self.money.taken_price(not each.long, each.row, bar, seen, each.quantity)
                costs = self.money.costs(not each.long, bar, each.quantity, price)
                self._close(each, bar, price, costs, *each.leaving)

    def _may_leave(self, each: Holding, bar: int) -> bool:
        if not self.market.has_bar(each.row, bar):
            return False
        settled = not each.long or self.market.session[bar] >= each.bought_in + self.panel.sell_after_sessions
        return settled and self.market.may_trade(not each.long, each.row, bar, self.market.price("open", each.row, bar))

    def _grow(self, row: int, weight: float, bar: int, equity: float, room: float) -> float:
        """What it takes of the room."""
        held, long = self.held.get(row), weight > 0
        if held is not None and held.long is not long:
            return 0.0
        self.placed += 1
        if not self.market.has_bar(row, bar) or self.settled[row] <= bar:
            self.refused += 1
            return 0.0
        seen = self.market.price("open", row, bar)
        if not self.market.may_trade(long, row, bar, seen):
            self.refused += 1
            return 0.0
        price, unit = self.money.taken_price(long, row, bar, seen), self._unit(row, long, bar)
        already = 0.0 if held is None else held.quantity
        more = self._lots(row, min(abs(weight) * equity / unit - already, room / unit))
        dear, least = price * (1 + self.market.duty(long, bar)), self.terms.costs.commission_minimum
        by_size = self.terms.costs.commission_rate * price + self.terms.costs.commission_per_share
        if more > 0 and by_size * more < least and more * dear + least > room:
            more = self._lots(row, (room - least) / dear)
        if more <= 0 or (already > 0 and more * seen < self.tolerance * equity):
            self.small += 1
            return 0.0
        self._buy(row, long, bar, more)
        return more * dear + max(least, by_size * more)

    def _buy(self, row: int, long: bool, bar: int, quantity: float) -> None:
        seen = self.market.price("open", row, bar)
        price = self.money.taken_price(long, row, bar, seen, quantity)
        costs = self.money.costs(long, bar, quantity, price)
        each = self.held.setdefault(row, Holding(row, long, bar - 1, bar, mark=price))
        each.price = (each.quantity * each.price + quantity * price) / (each.quantity + quantity)
        each.quantity += quantity
        each.costs += costs
        each.bought_in = self.market.session[bar]
        self.cash -= each.sign * quantity * price + costs
        self.filled += 1

    def _unit(self, row: int, buys: bool, bar: int) -> float:
        price = self.money.taken_price(buys, row, bar, self.market.price("open", row, bar))
        rate = 1 + self.terms.costs.commission_rate + self.market.duty(buys, bar)
        return price * rate + self.terms.costs.commission_per_share

    def _lots(self, row: int, quantity: float) -> float:
        minimum, step = float(self.panel.lots.minimum[row]), float(self.panel.lots.step[row])
        whole = quantity if step == 0 else whole_steps(quantity / step) * step
        return whole if whole > 0 and whole >= minimum else 0.0

    def _worth(self, bar: int) -> float:
        return self.cash + sum(each.sign * each.quantity * self._at_open(each, bar) for each in self._in_order())

    def _at_open(self, each: Holding, bar: int) -> float:
        has_bar = self.market.has_bar(each.row, bar)
        return self.market.price("open", each.row, bar) if has_bar else each.mark

    def _mark(self, bar: int) -> None:
        for each in self._in_order():
            if self.market.has_bar(each.row, bar):
                each.mark = self.market.price("close", each.row, bar)

    def _close(self, each: Holding, bar: int, price: float, costs: float, reason: ExitReason, decided: int) -> None:
        self.cash += each.sign * each.quantity * price - costs
        self._write(each, bar, each.quantity, price, 1.0, costs, reason, decided)
        del self.held[each.row]

    def _write(
        self,
        each: Holding,
        bar: int,
        quantity: float,
        price: float,
        part: float,
        costs: float,
        reason: ExitReason,
        decided: int,
    ) -> None:
        own = self.market.own_bars_between(each.row, each.entry_bar, bar)
        high = max([each.price, *(self.market.price("high", each.row, at) for at in own)])
        low = min([each.price, *(self.market.price("low", each.row, at) for at in own)])
        all_costs, dividends = each.costs * part + costs, each.dividends * part
        profit = each.sign * quantity * (price - each.price) - all_costs + dividends
        worst, best = (low, high) if each.long else (high, low)
        self.trades.append(
            Trade(
                ticker=each.row,
                direction=Direction.LONG if each.long else Direction.SHORT,
                signal_bar=each.signal_bar,
                entry_bar=each.entry_bar,
                decided_bar=decided,
                exit_bar=bar,
                quantity=quantity,
                entry_price=each.price,
                exit_price=price,
                reason=reason,
                exit_rule=None,
                costs=all_costs,
                dividends=dividends,
                profit=profit,
                worst_price=worst,
                best_price=best,
                bars=len(own),
            )
        )

    def _open(self) -> list[OpenPosition]:
        return [
            OpenPosition(
                *(each.row, Direction.LONG if each.long else Direction.SHORT, each.signal_bar, each.entry_bar),
                *(each.quantity, each.price, each.mark),
                each.sign * each.quantity * (each.mark - each.price) - each.costs + each.dividends,
            )
            for each in self._in_order()
        ]
