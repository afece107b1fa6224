"""Deployments over HTTP: make one, start, pause, resume, stop and complete it, and follow what it does live."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from apps.api.routes.dependencies import Actor, App
from apps.api.schemas.trading import DeploymentBody, ReasonBody, StopBody
from packages.contracts.trading.views import ChangesOut, DeploymentDetailOut, DeploymentOut, DeploymentPage
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.account_orders import deployment_stream
from packages.domain.trading.execution.model import OrderLedger, UnknownBook
from packages.infra.http import Caller, cursor, event_stream

router = APIRouter(prefix="/deployments", tags=["deployments"])


@router.post("", status_code=201)
async def create_deployment(body: DeploymentBody, services: App, actor: Actor) -> DeploymentDetailOut:
    """Of a version that passed the stress lab, or with a typed override; a replay needs neither. The same
    `idempotency_key` is the same deployment."""
    trading, owner_id, key = services.trading, actor.user_id, body.idempotency_key
    revision = await services.strategies.revision(owner_id, body.strategy_id, body.version)
    terms = body.terms(revision.strategy)
    day = body.replay_from
    if body.mode is Mode.REPLAY:
        day = await trading.replay_day(revision.strategy, terms, day)
    request = body.request(terms, day)
    account = await trading.account_for(owner_id, body.mode, body.account_id, key, revision.strategy.name)
    made = await trading.deployments(body.person()).create(actor, replace(request, account_id=account.id), key)
    return await _detail(services, made)


@router.get("")
async def list_deployments(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(description="`next` of the page before.")] = None,
) -> DeploymentPage:
    found = await services.trading.deployments().page(caller.id, limit, before)
    following = found[-1].id if len(found) == limit else None
    return DeploymentPage(deployments=[DeploymentOut.from_values(each) for each in found], next=following)


@router.get("/{deployment_id}")
async def get_deployment(deployment_id: str, services: App, caller: Caller) -> DeploymentDetailOut:
    return await _detail(services, await services.trading.deployments().get(caller.id, deployment_id))


@router.post("/{deployment_id}/start")
async def start_deployment(deployment_id: str, services: App, actor: Actor) -> DeploymentDetailOut:
    """Bars and broker have to answer before anything begins."""
    return await _detail(services, await services.trading.runtime.start(actor, deployment_id))


@router.post("/{deployment_id}/pause")
async def pause_deployment(
    deployment_id: str, services: App, actor: Actor, body: ReasonBody | None = None
) -> DeploymentDetailOut:
    """No entries until it is resumed; exits go on."""
    return await _detail(
        services, await services.trading.runtime.pause(actor, deployment_id, body.reason if body else "")
    )


@router.post("/{deployment_id}/resume")
async def resume_deployment(
    deployment_id: str, services: App, actor: Actor, body: ReasonBody | None = None
) -> DeploymentDetailOut:
    return await _detail(
        services, await services.trading.runtime.resume(actor, deployment_id, body.reason if body else "")
    )


@router.post("/{deployment_id}/stop")
async def stop_deployment(
    deployment_id: str, services: App, actor: Actor, body: StopBody | None = None
) -> DeploymentDetailOut:
    """Entries at work are cancelled; with `flatten` every position is ordered out at the market."""
    asked = body or StopBody()
    runtime = services.trading.runtime
    stopped = await runtime.stop(actor, deployment_id, flatten=asked.flatten, reason=asked.reason)
    return await _detail(services, stopped)


@router.post("/{deployment_id}/complete")
async def complete_deployment(
    deployment_id: str, services: App, actor: Actor, body: ReasonBody | None = None
) -> DeploymentDetailOut:
    """Of one that is stopped: its book is closed for good, and its account is free."""
    completed = await services.trading.deployments().complete(actor, deployment_id, body.reason if body else "")
    return await _detail(services, completed)


@router.get("/{deployment_id}/history")
async def deployment_history(deployment_id: str, services: App, caller: Caller) -> ChangesOut:
    return ChangesOut.model_validate(
        {"changes": await services.trading.deployments().history(caller.id, deployment_id)}
    )


@router.get("/{deployment_id}/events", response_class=StreamingResponse)
async def deployment_events(deployment_id: str, request: Request, services: App, caller: Caller) -> StreamingResponse:
    """What happens to its orders, from the first, or behind `Last-Event-ID` / `?after=`. A notice that was told again
    after a crash has the same number."""
    await services.trading.deployments().get(caller.id, deployment_id)
    stream = deployment_stream(deployment_id)
    await services.events.open(stream, caller.id)
    return await event_stream(services.events, stream, caller.id, cursor(request))


async def _detail(services: App, deployment: Deployment) -> DeploymentDetailOut:
    switch = await services.trading.switches.stopping(deployment.owner_id, deployment.id)
    held = await services.trading.holds_up(deployment)
    return DeploymentDetailOut.of(deployment, await _ledger(services, deployment.id), switch, held)


async def _ledger(services: App, deployment_id: str) -> OrderLedger | None:
    """None before the first start."""
    try:
        return await services.trading.journal.ledger(deployment_id)
    except UnknownBook:
        return None
