"""The kill switches over HTTP: everybody's, one's own, and one for each deployment."""

from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.routes.dependencies import Actor, App
from apps.api.schemas.trading import SwitchBody
from packages.contracts.trading.views import SwitchesOut, SwitchOut, SwitchTurnsOut
from packages.domain.trading.risk.switches import GLOBAL, Switch, SwitchKey, SwitchScope
from packages.infra.http import Caller

router = APIRouter(prefix="/switches", tags=["switches"])

_MOST_DEPLOYMENTS = 200
Limit = Annotated[int, Query(ge=1, le=200)]


@router.get("")
async def switches_on(services: App, caller: Caller) -> SwitchesOut:
    own = await services.trading.deployments().page(caller.id, _MOST_DEPLOYMENTS)
    keys = [
        GLOBAL,
        SwitchKey(SwitchScope.PERSON, caller.id),
        *(SwitchKey(SwitchScope.DEPLOYMENT, each.id) for each in own),
    ]
    return SwitchesOut(on=[SwitchOut.of(each) for each in await services.trading.turned.on(keys)])


@router.post("/global")
async def turn_global_switch(body: SwitchBody, services: App, actor: Actor) -> SwitchOut:
    """For who runs the desk: it stops everybody's entries."""
    return SwitchOut.of(await _turn(services, actor, GLOBAL, body))


@router.get("/global/history")
async def global_switch_history(services: App, actor: Actor, limit: Limit = 50) -> SwitchTurnsOut:
    return await _turns(services, actor, GLOBAL, limit)


@router.post("/me")
async def turn_my_switch(body: SwitchBody, services: App, actor: Actor) -> SwitchOut:
    """Stops the entries of all deployments of one's own."""
    return SwitchOut.of(await _turn(services, actor, SwitchKey(SwitchScope.PERSON, actor.user_id), body))


@router.get("/me/history")
async def my_switch_history(services: App, actor: Actor, limit: Limit = 50) -> SwitchTurnsOut:
    return await _turns(services, actor, SwitchKey(SwitchScope.PERSON, actor.user_id), limit)


@router.post("/deployments/{deployment_id}")
async def turn_deployment_switch(deployment_id: str, body: SwitchBody, services: App, actor: Actor) -> SwitchOut:
    return SwitchOut.of(await _turn(services, actor, SwitchKey(SwitchScope.DEPLOYMENT, deployment_id), body))


@router.get("/deployments/{deployment_id}/history")
async def deployment_switch_history(
    deployment_id: str, services: App, actor: Actor, limit: Limit = 50
) -> SwitchTurnsOut:
    return await _turns(services, actor, SwitchKey(SwitchScope.DEPLOYMENT, deployment_id), limit)


async def _turn(services: App, actor: Actor, key: SwitchKey, body: SwitchBody) -> Switch:
    switches = services.trading.switches
    turn = switches.turn_on if body.is_on else switches.turn_off
    return await turn(actor, key, body.reason)


async def _turns(services: App, actor: Actor, key: SwitchKey, limit: int) -> SwitchTurnsOut:
    found = await services.trading.switches.history(actor, key, limit)
    return SwitchTurnsOut(turns=[SwitchOut.of(each) for each in found])
