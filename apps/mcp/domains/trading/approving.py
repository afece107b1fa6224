"""Asks a person for their word on entries with live money; nothing here can give it."""

from datetime import datetime
from decimal import Decimal

from apps.mcp.domains.trading.told import ApprovalTold
from apps.mcp.toolbox import Call
from packages.core.errors import Conflict
from packages.domain.trading.approval.subject import Envelope, Place
from packages.domain.trading.broker import Mode


class NoApprovalNeeded(Conflict):
    """Paper money waits for nobody."""


async def ask_for_approval(
    call: Call, deployment_id: str, symbols: tuple[str, ...], most_money: Decimal, until: datetime
) -> ApprovalTold:
    """The same again, while it is pending, is the same request."""
    found = await call.desk.trading.deployments().get(call.owner_id, deployment_id)
    if found.mode is not Mode.LIVE:
        raise NoApprovalNeeded("trading.no_approval_needed")
    place = Place(call.owner_id, found.id, found.account_id, found.mode)
    asked = await call.desk.trading.approvals.request(Envelope(place, symbols, most_money, until))
    return ApprovalTold(
        request_id=call.key,
        approval_id=asked.id,
        deployment_id=found.id,
        broker_account_id=found.account_id,
        mode=found.mode,
        kind=asked.kind,
        status=asked.status,
        symbols=list(symbols),
        most_money=most_money,
        until=until,
        requested_at=asked.requested_at,
        expires_at=asked.expires_at,
        approve_at=f"/api/v1/approvals/{asked.id}/approve",
    )
