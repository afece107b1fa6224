"""The paper broker: a real account of paper money, traded bar by bar by the rules of the backtest.

It is a `Broker` like any other. What makes its market move is `advance`, which gives it the next bar.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.domain.trading.broker import (
    Asset,
    BrokerAccount,
    BrokerPosition,
    Capabilities,
    CashKind,
    CashMove,
    CashPage,
    FillPage,
    MarketClock,
    Mode,
)
from packages.domain.trading.errors import BadOrder, UnknownOrder
from packages.domain.trading.orders import BrokerOrder, Fill, OrderRequest
from packages.infra.providers.trading.adapters.paper_bar import trade_bar
from packages.infra.providers.trading.adapters.paper_market import MarketBar
from packages.infra.providers.trading.adapters.paper_orders import buying_power, cancel_order, take_order
from packages.infra.providers.trading.adapters.paper_sheets import fills_on, opened, order_on, state_on, write_on
from packages.infra.providers.trading.adapters.paper_state import Opening, PaperState, PaperTrade, exact
from packages.infra.providers.trading.store.paper_accounts import PaperAccounts, PaperSheet, StoredEntry

_CASH_KINDS = {
    "deposit": CashKind.DEPOSIT,
    "dividend": CashKind.DIVIDEND,
    "funding": CashKind.FUNDING,
    "borrow": CashKind.BORROW_FEE,
    "interest": CashKind.INTEREST,
    "split": CashKind.SPLIT,
}
MarketHours = Callable[[datetime], MarketClock]


def always_open(now: datetime) -> MarketClock:
    """Bars say when a paper market trades; an order can be given at any time."""
    return MarketClock(now, is_open=True, next_open=None, next_close=None)


async def open_paper_account(
    accounts: PaperAccounts, *, account_id: str, owner_id: str, opening: Opening, at: datetime
) -> None:
    """The same id again is the first account again, as it was opened then."""
    await accounts.add(*opened(account_id, owner_id, opening, at))


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of the cash; `shares` came with it, as by a split."""

    number: int
    at: datetime
    kind: str
    symbol: str | None
    amount: Decimal
    shares: Decimal = Decimal(0)


class PaperBroker:
    """One account at the paper broker."""

    capabilities = Capabilities(sizes_at_fill=True, guards=True, trailing=True, shorts=True, fractions=True)

    def __init__(
        self,
        accounts: PaperAccounts,
        account_id: str,
        clock: Clock,
        hours: MarketHours = always_open,
        mode: Mode = Mode.PAPER,
    ) -> None:
        self._accounts = accounts
        self._id = account_id
        self._clock = clock
        self._hours = hours
        self._mode = mode

    async def advance(self, bar: MarketBar) -> tuple[Fill, ...]:
        """Trades the orders at work on a finished bar, all or nothing; the same bar again tells its fills again."""
        return await self._accounts.write(self._id, lambda sheet: _advance(sheet, bar))

    async def state(self) -> PaperState:
        """Everything that the account knows of itself, such as which positions were called to leave."""
        return await self._accounts.read(self._id, state_on)

    async def ledger(self) -> Sequence[LedgerLine]:
        entries = await self._accounts.read(self._id, lambda sheet: sheet.entries())
        return [
            LedgerLine(each.number, each.at, each.kind, each.symbol, exact(each.amount), exact(each.shares))
            for each in entries
        ]

    async def account(self) -> BrokerAccount:
        state = await self.state()
        return BrokerAccount(
            account_id=self._id,
            mode=self._mode,
            currency=state.opening.currency,
            cash=exact(state.cash),
            equity=exact(state.equity),
            buying_power=exact(buying_power(state)),
            is_blocked=state.ruined_on is not None,
            why_blocked="" if state.ruined_on is None else "ruin",
        )

    async def positions(self) -> Sequence[BrokerPosition]:
        held = (await self.state()).held()
        return [BrokerPosition(each.symbol, exact(each.quantity), exact(each.price), exact(each.mark)) for each in held]

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        now = self._clock.now()
        return await self._accounts.write(self._id, lambda sheet: _submit(sheet, order, now))

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        now = self._clock.now()
        return await self._accounts.write(self._id, lambda sheet: _cancel(sheet, client_order_id, now))

    async def find(self, client_order_id: str) -> BrokerOrder | None:
        found = await self._accounts.read(self._id, lambda sheet: order_on(sheet, client_order_id))
        return None if found is None else found.as_broker_order()

    async def open_orders(self) -> Sequence[BrokerOrder]:
        return [order.as_broker_order() for order in (await self.state()).orders]

    async def fills_since(self, cursor: str = "") -> FillPage:
        return await self._accounts.read(self._id, lambda sheet: _fills_since(sheet, cursor))

    async def cash_since(self, cursor: str = "") -> CashPage:
        return await self._accounts.read(self._id, lambda sheet: _cash_since(sheet, self._id, cursor))

    async def clock(self) -> MarketClock:
        return self._hours(self._clock.now())

    async def asset(self, symbol: str) -> Asset | None:
        opening = (await self.state()).opening
        listing = next((each for each in opening.listings if each.symbol == symbol), None)
        if listing is None:
            return None
        return Asset(symbol, True, listing.is_shortable, exact(listing.smallest), exact(listing.step))


def _advance(sheet: PaperSheet, bar: MarketBar) -> tuple[Fill, ...]:
    state = state_on(sheet)
    if state.last_bar == bar.time:
        return fills_on(sheet, at=bar.time)
    traded = trade_bar(state, bar)
    if traded.state is not state:
        write_on(sheet, state, traded)
    return traded.fills


def _submit(sheet: PaperSheet, request: OrderRequest, now: datetime) -> BrokerOrder:
    state = state_on(sheet)
    first = order_on(sheet, request.client_order_id)
    if first is None:
        after, first = take_order(state, request, now)
        write_on(sheet, state, PaperTrade(after, orders=(first,)))
    return first.as_broker_order()


def _cancel(sheet: PaperSheet, client_order_id: str, now: datetime) -> BrokerOrder:
    state = state_on(sheet)
    found = order_on(sheet, client_order_id)
    if found is None:
        raise UnknownOrder("trading.paper_unknown_order")
    after, order = cancel_order(state, found, now)
    if after is not state:
        write_on(sheet, state, PaperTrade(after, orders=(order,)))
    return order.as_broker_order()


def _fills_since(sheet: PaperSheet, cursor: str) -> FillPage:
    """A cursor is the number of the last fill that was read."""
    after = _number(cursor)
    fills = fills_on(sheet, after=after)
    if not fills and after > state_on(sheet).fills_made:
        raise _bad_cursor(cursor)
    return FillPage(fills, str(after + len(fills)))


def _cash_since(sheet: PaperSheet, account_id: str, cursor: str) -> CashPage:
    """A cursor is the number of the last line of the ledger that was looked at, those of fills included."""
    after = _number(cursor)
    entries = sheet.entries(after)
    if not entries and after > state_on(sheet).entries_made:
        raise _bad_cursor(cursor)
    moves = tuple(_move(account_id, entry) for entry in entries if entry.kind in _CASH_KINDS)
    return CashPage(moves, str(after + len(entries)))


def _move(account_id: str, entry: StoredEntry) -> CashMove:
    return CashMove(
        move_id=derived_id("paper cash", account_id, str(entry.number)),
        kind=_CASH_KINDS[entry.kind],
        amount=exact(entry.amount),
        at=entry.at,
        symbol=entry.symbol,
        shares=exact(entry.shares),
    )


def _number(cursor: str) -> int:
    if cursor and not (cursor.isascii() and cursor.isdigit()):
        raise _bad_cursor(cursor)
    return int(cursor or 0)


def _bad_cursor(cursor: str) -> BadOrder:
    """One from elsewhere could hide what is to come."""
    return BadOrder("trading.bad_broker_cursor", cursor=cursor)
