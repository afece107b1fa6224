"""How a deployment has done: money, positions with their profit, the curve, and what it said and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from packages.core.money import Money
from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import Broker, CashKind
from packages.domain.trading.execution.model import (
    BookedCash,
    EquityPoint,
    JournalPage,
    OrderLedger,
    Position,
    RecordedSignal,
    notional,
    total,
)
from packages.domain.trading.execution.ports import OrderJournal

_ALL = JournalPage(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentPosition:
    """Shares that are held, at the broker's mark; None where the broker has none."""

    symbol: str
    direction: Direction
    quantity: Decimal
    average_price: Decimal | None
    mark: Decimal | None
    profit: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """`realised` is before `costs`; `other` is what the broker booked beside fills, and `by_kind` says of what kind it
    was: dividends, interest, fees, deposits. `unexplained` is what equity and these sums differ by, in whole cents of
    the currency: 0 where the two books agree."""

    start_cash: Decimal
    cash: Decimal
    equity: Decimal
    realised: Decimal
    open_profit: Decimal
    costs: Decimal
    other: Decimal
    by_kind: Mapping[CashKind, Decimal]
    unexplained: Decimal
    positions: tuple[DeploymentPosition, ...]
    curve: tuple[EquityPoint, ...]
    signals: tuple[RecordedSignal, ...]

    @property
    def profit(self) -> Decimal:
        """What was paid in is none."""
        return total(self.equity, -self.start_cash, -self.by_kind.get(CashKind.DEPOSIT, Decimal(0)))

    @property
    def drawdown(self) -> Decimal:
        """How far the last close of the curve is below its highest; a fraction. The curve knows no deposits."""
        last = self.curve[-1].equity if self.curve else self.equity
        peak = max((point.equity for point in self.curve), default=last)
        return (peak - last) / peak if peak > last and peak > 0 else Decimal(0)


async def performance_of(journal: OrderJournal, broker: Broker, deployment_id: str, signals: int = 50) -> Performance:
    account = await broker.account()
    marks = {each.symbol: each.mark for each in await broker.positions()}
    ledger = await journal.ledger(deployment_id)
    held = [_open(each, marks) for each in await journal.positions(deployment_id) if each.quantity]
    open_profit = total(*(each.profit for each in held if each.profit is not None))
    return Performance(
        start_cash=ledger.start_cash,
        cash=account.cash,
        equity=account.equity,
        realised=ledger.realised,
        open_profit=open_profit,
        costs=ledger.costs,
        other=ledger.other_cash,
        by_kind=_by_kind(await journal.cash(deployment_id, _ALL)),
        unexplained=Money(total(account.equity, -_explained(ledger, open_profit)), account.currency).rounded().amount,
        positions=tuple(held),
        curve=tuple(await journal.equity(deployment_id)),
        signals=tuple(await journal.signals(deployment_id, JournalPage(signals))),
    )


async def paid_in(journal: OrderJournal, deployment_id: str) -> Decimal:
    """All deposits since the book was opened, less what was withdrawn."""
    return _by_kind(await journal.cash(deployment_id, _ALL)).get(CashKind.DEPOSIT, Decimal(0))


def _by_kind(booked: Sequence[BookedCash]) -> Mapping[CashKind, Decimal]:
    return {
        kind: total(*(each.amount for each in booked if each.kind is kind))
        for kind in CashKind
        if any(each.kind is kind for each in booked)
    }


def _explained(ledger: OrderLedger, open_profit: Decimal) -> Decimal:
    return total(ledger.start_cash, ledger.realised, open_profit, -ledger.costs, ledger.other_cash)


def _open(position: Position, marks: Mapping[str, Decimal]) -> DeploymentPosition:
    mark = marks.get(position.symbol)
    profit = None if mark is None else total(notional(position.quantity, mark), -position.cost)
    return DeploymentPosition(
        symbol=position.symbol,
        direction=position.direction,
        quantity=abs(position.quantity),
        average_price=position.average_price,
        mark=mark,
        profit=profit,
    )
