"""Paper accounts as text and back: floats come back as the very floats they were."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TypeVar

from pydantic import TypeAdapter

from packages.domain.trading.orders import Fill
from packages.infra.providers.trading.adapters.paper_state import (
    LedgerEntry,
    Opening,
    PaperOrder,
    PaperPosition,
    PaperState,
    PaperTrade,
)
from packages.infra.providers.trading.store.paper_accounts import (
    PaperChange,
    PaperSheet,
    StoredAccount,
    StoredEntry,
    StoredFill,
    StoredOrder,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Body:
    """What the account keeps beside its cash and its last bar."""

    session: int = 0
    orders_taken: int = 0
    fills_made: int = 0
    entries_made: int = 1  # the deposit
    ruined_on: datetime | None = None
    closes: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)


_OPENING, _BODY = TypeAdapter(Opening), TypeAdapter(_Body)
_POSITION, _ORDER, _FILL = TypeAdapter(PaperPosition), TypeAdapter(PaperOrder), TypeAdapter(Fill)


def opened(account_id: str, owner_id: str, opening: Opening, at: datetime) -> tuple[StoredAccount, StoredEntry]:
    """A new account, and the deposit that its ledger begins with."""
    cash = float(opening.terms.cash)
    account = StoredAccount(
        id=account_id,
        owner_id=owner_id,
        opened_at=at,
        opening=_text(_OPENING, opening),
        cash=cash,
        last_bar=None,
        body=_text(_BODY, _Body()),
    )
    return account, StoredEntry(1, at, "deposit", None, cash)


def state_on(sheet: PaperSheet) -> PaperState:
    stored = sheet.load()
    body = _BODY.validate_json(stored.body)
    return PaperState(
        account_id=stored.id,
        opening=_OPENING.validate_json(stored.opening),
        cash=stored.cash,
        last_bar=stored.last_bar,
        session=body.session,
        orders_taken=body.orders_taken,
        fills_made=body.fills_made,
        entries_made=body.entries_made,
        ruined_on=body.ruined_on,
        positions={symbol: _POSITION.validate_json(text) for symbol, text in stored.positions.items()},
        orders=tuple(_ORDER.validate_json(order.body) for order in stored.orders),
        closes=body.closes,
        factors=body.factors,
    )


def order_on(sheet: PaperSheet, client_order_id: str) -> PaperOrder | None:
    found = sheet.order(client_order_id)
    return None if found is None else _ORDER.validate_json(found.body)


def fills_on(sheet: PaperSheet, *, after: int = 0, at: datetime | None = None) -> tuple[Fill, ...]:
    return tuple(_FILL.validate_json(fill.body) for fill in sheet.fills(after=after, at=at))


def write_on(sheet: PaperSheet, before: PaperState, traded: PaperTrade) -> None:
    """Only what is other than before."""
    after = traded.state
    touched = {symbol: after.positions.get(symbol) for symbol in {**before.positions, **after.positions}}
    changed = {symbol: now for symbol, now in touched.items() if now != before.positions.get(symbol)}
    body = _Body(**{each.name: getattr(after, each.name) for each in fields(_Body)})
    sheet.write(
        PaperChange(
            cash=after.cash,
            last_bar=after.last_bar,
            body=_text(_BODY, body),
            positions={symbol: None if now is None else _text(_POSITION, now) for symbol, now in changed.items()},
            orders=[_stored_order(order) for order in traded.orders],
            fills=[
                StoredFill(before.fills_made + place, fill.at, _text(_FILL, fill))
                for place, fill in enumerate(traded.fills, 1)
            ],
            entries=[
                _stored_entry(before.entries_made + place, entry) for place, entry in enumerate(traded.entries, 1)
            ],
        )
    )


def _stored_order(order: PaperOrder) -> StoredOrder:
    is_open = not order.status.is_final
    return StoredOrder(order.request.client_order_id, order.number, is_open, _text(_ORDER, order))


def _stored_entry(number: int, entry: LedgerEntry) -> StoredEntry:
    return StoredEntry(number, entry.at, entry.kind, entry.symbol, entry.amount, entry.shares)


def _text(adapter: TypeAdapter[T], value: T) -> str:
    return adapter.dump_json(value).decode()
