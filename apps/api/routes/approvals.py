"""Approvals over HTTP: what waits for a person's word, and the word."""

from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.routes.dependencies import App, Person
from apps.api.schemas.trading import ApproveBody, EnvelopeBody
from packages.contracts.trading.views import ApprovalOut, ApprovalsOut
from packages.domain.trading.approval.ports import ApprovalStatus, Envelope, Place
from packages.infra.http import Caller

router = APIRouter(prefix="/approvals", tags=["approvals"])


@router.get("")
async def list_approvals(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(description="`next` of the page before.")] = None,
    status: ApprovalStatus | None = None,
) -> ApprovalsOut:
    found = await services.trading.approvals.page(caller.id, limit, before, status)
    following = found[-1].id if len(found) == limit else None
    return ApprovalsOut(approvals=[ApprovalOut.from_values(each) for each in found], next=following)


@router.post("/envelopes", status_code=201)
async def ask_for_envelope(body: EnvelopeBody, services: App, caller: Caller) -> ApprovalOut:
    """Asks for it; it holds once it is approved."""
    deployment = await services.trading.deployments().get(caller.id, body.deployment_id)
    place = Place(caller.id, deployment.id, deployment.account_id, deployment.mode)
    envelope = Envelope(place, tuple(body.symbols), body.most_money, body.until)
    return ApprovalOut.from_values(await services.trading.approvals.request(envelope))


@router.get("/{approval_id}")
async def get_approval(approval_id: str, services: App, caller: Caller) -> ApprovalOut:
    return ApprovalOut.from_values(await services.trading.approvals.get(caller.id, approval_id))


@router.post("/{approval_id}/approve")
async def approve(approval_id: str, body: ApproveBody, services: App, person: Person) -> ApprovalOut:
    """For exactly what the digest is of. An order's approval is spent once, within five minutes."""
    return ApprovalOut.from_values(await services.trading.approvals.approve(person, approval_id, body.digest))


@router.post("/{approval_id}/deny")
async def deny(approval_id: str, services: App, person: Person) -> ApprovalOut:
    return ApprovalOut.from_values(await services.trading.approvals.deny(person, approval_id))


@router.post("/{approval_id}/withdraw")
async def withdraw(approval_id: str, services: App, person: Person) -> ApprovalOut:
    """An approval, or what is left of an envelope, is worth nothing from now on."""
    return ApprovalOut.from_values(await services.trading.approvals.withdraw(person, approval_id))
