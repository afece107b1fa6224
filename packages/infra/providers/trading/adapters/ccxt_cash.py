"""What moved the account's money at an exchange beside trades: ccxt's ledger, where the exchange has one for its keys.

Trades and their fees are fills. Coins that come or go are no money of the account: reconciling finds them as shares.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from packages.domain.trading.broker import CashKind, CashMove, CashNotTold, CashPage
from packages.domain.trading.errors import BadOrder, KeysRefused
from packages.infra.providers.trading.adapters.ccxt_client import CcxtClient, CcxtRefusal
from packages.infra.providers.trading.adapters.ccxt_orders import instant_told, number

_PAGE = 500
Row = Mapping[str, Any]
KINDS: Mapping[str, CashKind] = {
    **dict.fromkeys(("deposit", "withdrawal", "transfer", "transaction"), CashKind.DEPOSIT),
    **dict.fromkeys(("margin", "interest"), CashKind.INTEREST),
    "fee": CashKind.FEE,
    "dividend": CashKind.DIVIDEND,
}
_OF_TRADES = frozenset({"trade", "conversion"})


async def cash_after(client: CcxtClient, currency: str, cursor: str) -> CashPage | CashNotTold:
    """A cursor is the time of the last row that was told, and the ids of all that were told of that time."""
    since, told = _mark(cursor)

    async def read(exchange: Any) -> Sequence[Row] | None:
        if not exchange.has.get("fetchLedger"):
            return None
        return [_checked(row) for row in await exchange.fetch_ledger(currency, since, _PAGE)]

    try:
        rows = await client.ask(read)
    except (CcxtRefusal, KeysRefused) as refusal:  # keys may trade and still not be allowed to see this
        return CashNotTold(refusal.said if isinstance(refusal, CcxtRefusal) else refusal.message)
    if rows is None:
        return CashNotTold(f"{client.name} tells no ledger")
    return page_of(rows, currency, since, told, cursor)


def page_of(rows: Sequence[Row], currency: str, since: int | None, told: frozenset[str], cursor: str) -> CashPage:
    fresh = [row for row in rows if str(row["id"]) not in told and (since is None or row["timestamp"] >= since)]
    fresh.sort(key=lambda row: (row["timestamp"], str(row["id"])))
    if not fresh:
        return CashPage((), cursor)
    newest = fresh[-1]["timestamp"]
    ids = {str(row["id"]) for row in fresh if row["timestamp"] == newest} | (told if newest == since else frozenset())
    moves = tuple(_move(row) for row in fresh if _is_move(row, currency))
    return CashPage(moves, json.dumps({"time": newest, "ids": sorted(ids)}))


def _is_move(row: Row, currency: str) -> bool:
    """A fee that names what it was for is part of that trade's fill."""
    is_of_trade = row.get("type") in _OF_TRADES or (row.get("type") == "fee" and row.get("referenceId"))
    return row.get("currency") == currency and bool(row.get("amount")) and not is_of_trade


def _move(row: Row) -> CashMove:
    amount = abs(number(row["amount"]))
    return CashMove(
        move_id=f"ledger:{row['id']}",
        kind=KINDS.get(str(row.get("type")), CashKind.OTHER),
        amount=-amount if row.get("direction") == "out" else amount,
        at=instant_told(row["timestamp"]),
    )


def _checked(row: Row) -> Row:
    """A row that can be read; `KeyError` and the like otherwise."""
    _move(row)
    return row


def _mark(cursor: str) -> tuple[int | None, frozenset[str]]:
    if not cursor:
        return None, frozenset()
    try:
        mark = json.loads(cursor)
        return int(mark["time"]), frozenset(map(str, mark["ids"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadOrder("trading.bad_account_cursor", cursor=cursor[:100]) from error
