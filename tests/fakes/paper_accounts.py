"""Paper accounts in memory: a sheet is changed by nobody else while work is done on it, and not at all if it fails."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from packages.infra.providers.trading.store.paper_accounts import (
    PaperChange,
    PaperSheet,
    StoredAccount,
    StoredEntry,
    StoredFill,
    StoredOrder,
    UnknownPaperAccount,
)

T = TypeVar("T")


class InMemoryPaperAccounts:
    def __init__(self) -> None:
        self._sheets: dict[str, _Sheet] = {}

    async def add(self, account: StoredAccount, first: StoredEntry) -> StoredAccount:
        found = self._sheets.setdefault(account.id, _Sheet(account, first)).load()
        if found.owner_id != account.owner_id:
            raise UnknownPaperAccount("There is no such paper account.")
        return found

    async def owned(self, owner_id: str) -> Sequence[str]:
        mine = [sheet.load() for sheet in self._sheets.values() if sheet.load().owner_id == owner_id]
        return [each.id for each in sorted(mine, key=lambda each: (each.opened_at, each.id))]

    async def read(self, account_id: str, work: Callable[[PaperSheet], T]) -> T:
        return work(self._sheet(account_id))

    async def write(self, account_id: str, work: Callable[[PaperSheet], T]) -> T:
        """Every piece of work writes once, as its last act, so there is nothing to undo."""
        return work(self._sheet(account_id))

    def _sheet(self, account_id: str) -> "_Sheet":
        if account_id not in self._sheets:
            raise UnknownPaperAccount("There is no such paper account.")
        return self._sheets[account_id]


class _Sheet:
    def __init__(self, account: StoredAccount, first: StoredEntry) -> None:
        self._account = account
        self._orders: dict[str, StoredOrder] = {}
        self._fills: list[StoredFill] = []
        self._entries = [first]

    def load(self) -> StoredAccount:
        return self._account

    def order(self, client_order_id: str) -> StoredOrder | None:
        return self._orders.get(client_order_id)

    def fills(self, *, after: int = 0, at: datetime | None = None) -> Sequence[StoredFill]:
        return [fill for fill in self._fills[after:] if at in (None, fill.at)]

    def entries(self, after: int = 0) -> Sequence[StoredEntry]:
        return self._entries[after:]

    def write(self, change: PaperChange) -> None:
        changed = {order.client_order_id: order for order in change.orders}
        self._orders |= changed
        kept = [order for order in self._account.orders if order.client_order_id not in changed]
        at_work = [*kept, *(order for order in change.orders if order.is_open)]
        held = {**self._account.positions, **change.positions}
        self._fills += change.fills
        self._entries += change.entries
        self._account = replace(
            self._account,
            cash=change.cash,
            last_bar=change.last_bar,
            body=change.body,
            positions={symbol: body for symbol, body in held.items() if body is not None},
            orders=sorted(at_work, key=lambda order: order.number),
        )
