"""What moved cash at Alpaca beside fills: its account activities of every type but trades.

Rows are told by day, so each stands at the beginning of its day in New York. Alpaca documents no number of shares for a
split: the cash for a fraction is told, and the shares themselves are reconciling's to find.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from packages.domain.trading.broker import CashKind, CashMove, CashPage
from packages.domain.trading.errors import BadOrder
from packages.infra.providers.trading.adapters.alpaca_client import AlpacaClient, AlpacaRefusal

_PAGE = 100  # the most that Alpaca tells at once
_MOST_PAGES = 20
_NEW_YORK = ZoneInfo("America/New_York")
_UNDONE = "canceled"
KINDS: Mapping[str, CashKind] = {
    **dict.fromkeys(("CSD", "CSW", "ACATC", "JNLC"), CashKind.DEPOSIT),
    **dict.fromkeys(("DIV", "DIVCGL", "DIVCGS", "DIVNRA", "DIVROC", "DIVTXEX", "DIVWH"), CashKind.DIVIDEND),
    **dict.fromkeys(("DIVFEE", "DIVFT", "DIVTW"), CashKind.DIVIDEND),
    **dict.fromkeys(("INT", "INTNRA", "INTTW"), CashKind.INTEREST),
    **dict.fromkeys(("FEE", "CFEE", "PTC"), CashKind.FEE),
    **dict.fromkeys(("SPLIT", "SSP", "CIL"), CashKind.SPLIT),
}


async def cash_after(client: AlpacaClient, cursor: str) -> CashPage:
    """A cursor is the id of the last activity that was told."""
    moves: list[CashMove] = []
    for _ in range(_MOST_PAGES):
        page = await _page(client, cursor)
        moves += [move for _, move in page if move is not None]
        cursor = page[-1][0] if page else cursor
        if len(page) < _PAGE:
            break
    return CashPage(tuple(moves), cursor)


async def _page(client: AlpacaClient, cursor: str) -> Sequence[tuple[str, CashMove | None]]:
    """Each id, with the move where there was one."""
    question = {"category": "non_trade_activity", "direction": "asc", "page_size": _PAGE}
    question |= {"page_token": cursor} if cursor else {}
    try:
        return await client.ask(
            lambda raw: [(str(row["id"]), _move(row)) for row in raw.get("/account/activities", question)],
            refusals=(400, 404, 422),
        )
    except AlpacaRefusal as refusal:
        raise BadOrder("trading.alpaca_cursor_refused", said=refusal.said) from refusal


def _move(row: Mapping[str, Any]) -> CashMove | None:
    amount = Decimal(str(row.get("net_amount") or 0))
    if not amount or row.get("status") == _UNDONE:
        return None
    day = datetime.fromisoformat(str(row["date"])[:10]).replace(tzinfo=_NEW_YORK)
    return CashMove(
        move_id=str(row["id"]),
        kind=KINDS.get(str(row["activity_type"]), CashKind.OTHER),
        amount=amount,
        at=day.astimezone(UTC),
        symbol=row.get("symbol") or None,
    )
