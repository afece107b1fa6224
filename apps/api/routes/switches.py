"""The kill switches over HTTP: everybody's, one's own, and one for each deployment."""

from typing import Annotated

from fastapi import APIRouter, Query

from apps.api.routes.dependencies import App, Person
from apps.api.schemas.trading import SwitchBody
from packages.contracts.trading.views import SwitchesOut, SwitchOut, SwitchTurnsOut
from packages.domain.trading.callers import PersonSession
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
async def turn_global_switch(body: SwitchBody, services: App, person: Person) -> SwitchOut:
    """For who runs the desk: it stops everybody's entries."""
    return SwitchOut.of(await _turn(services, person, GLOBAL, body))


@router.get("/global/history")
async def global_switch_history(services: App, person: Person, limit: Limit = 50) -> SwitchTurnsOut:
    return await _turns(services, person, GLOBAL, limit)


@router.post("/me")
async def turn_my_switch(body: SwitchBody, services: App, person: Person) -> SwitchOut:
    """Stops the entries of all deployments of one's own."""
    return SwitchOut.of(await _turn(services, person, SwitchKey(SwitchScope.PERSON, person.user_id), body))


@router.get("/me/history")
async def my_switch_history(services: App, person: Person, limit: Limit = 50) -> SwitchTurnsOut:
    return await _turns(services, person, SwitchKey(SwitchScope.PERSON, person.user_id), limit)


@router.post("/deployments/{deployment_id}")
async def turn_deployment_switch(deployment_id: str, body: SwitchBody, services: App, person: Person) -> SwitchOut:
    return SwitchOut.of(await _turn(services, person, SwitchKey(SwitchScope.DEPLOYMENT, deployment_id), body))


@router.get("/deployments/{deployment_id}/history")
async def deployment_switch_history(
    deployment_id: str, services: App, person: Person, limit: Limit = 50
) -> SwitchTurnsOut:
    return await _turns(services, person, SwitchKey(SwitchScope.DEPLOYMENT, deployment_id), limit)


async def _turn(services: App, person: PersonSession, key: SwitchKey, body: SwitchBody) -> Switch:
    switches = services.trading.switches
    turn = switches.turn_on if body.is_on else switches.turn_off
    return await turn(person, key, body.reason)


async def _turns(services: App, person: PersonSession, key: SwitchKey, limit: int) -> SwitchTurnsOut:
    found = await services.trading.switches.history(person, key, limit)
    return SwitchTurnsOut(turns=[SwitchOut.of(each) for each in found])
