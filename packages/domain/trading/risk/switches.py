"""The kill switch: for everybody, for a person, for a deployment. It is read before each send and outlives a restart.

Anybody who acts for a person may turn theirs on; only the person turns it off. Exits do not ask it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from packages.core.clock import Clock
from packages.core.errors import Conflict, Forbidden, Invalid, NotFound
from packages.core.messages import word
from packages.domain.trading.callers import Caller, require_person

LONGEST_REASON = 500
_EVERYBODY = "*"


class ReasonNeeded(Invalid):
    """A switch is turned for a reason."""


class UnknownTarget(NotFound):
    """There is no such deployment, or it is another person's."""


class NotYourSwitch(Forbidden):
    """Another person's switch, or everybody's."""


class SwitchIsOn(Conflict):
    """Nothing is opened while a kill switch is on."""


class SwitchScope(StrEnum):
    """Whom a switch stops."""

    GLOBAL = "global"
    PERSON = "person"
    DEPLOYMENT = "deployment"


@dataclass(frozen=True, slots=True)
class SwitchKey:
    """A switch; `target` is a person's or a deployment's id."""

    scope: SwitchScope
    target: str


GLOBAL = SwitchKey(SwitchScope.GLOBAL, _EVERYBODY)


@dataclass(frozen=True, slots=True)
class Switch:
    """How a switch was turned: by whom, when and why."""

    key: SwitchKey
    is_on: bool
    by: str
    reason: str
    at: datetime


class SwitchStore(Protocol):
    """Where switches are kept; every turn is also a row that stays."""

    async def turn(self, switch: Switch) -> None:
        """Durable when it returns."""
        ...

    async def on(self, keys: Sequence[SwitchKey]) -> Sequence[Switch]:
        """Those of the keys that are on, in the order of the keys."""
        ...

    async def history(self, key: SwitchKey, limit: int) -> Sequence[Switch]:
        """Newest first."""
        ...


class DeploymentOwners(Protocol):
    """Who owns a deployment."""

    async def owner_of(self, deployment_id: str) -> str | None: ...


class Switches:
    """`operators` may turn the switch of everybody: those who run the server."""

    def __init__(self, store: SwitchStore, owners: DeploymentOwners, clock: Clock, operators: frozenset[str]) -> None:
        self._store = store
        self._owners = owners
        self._clock = clock
        self._operators = operators

    async def turn_on(self, caller: Caller, key: SwitchKey, reason: str) -> Switch:
        await self._may_turn(caller, key)
        return await self._turn(key, True, caller, reason)

    async def turn_off(self, caller: Caller, key: SwitchKey, reason: str) -> Switch:
        person = require_person(caller, "turn a kill switch off")
        await self._may_turn(person, key)
        return await self._turn(key, False, person, reason)

    async def stopping(self, owner_id: str, deployment_id: str) -> Switch | None:
        """The switch that stops this deployment now, the widest one first; always asked of the store."""
        found = await self._store.on(_keys(owner_id, deployment_id))
        return found[0] if found else None

    async def require_off(self, owner_id: str, deployment_id: str) -> None:
        switch = await self.stopping(owner_id, deployment_id)
        if switch is not None:
            raise SwitchIsOn(
                "trading.kill_switch_on",
                scope=word("scope", switch.key.scope),
                reason=switch.reason,
                details={"scope": switch.key.scope.value, "reason": switch.reason},
            )

    async def history(self, caller: Caller, key: SwitchKey, limit: int = 50) -> Sequence[Switch]:
        await self._may_turn(caller, key)
        return await self._store.history(key, limit)

    async def _turn(self, key: SwitchKey, is_on: bool, caller: Caller, reason: str) -> Switch:
        if not 1 <= len(reason.strip()) <= LONGEST_REASON:
            raise ReasonNeeded("trading.reason_needed", longest=LONGEST_REASON)
        switch = Switch(key, is_on, caller.name, reason.strip(), self._clock.now())
        await self._store.turn(switch)
        return switch

    async def _may_turn(self, caller: Caller, key: SwitchKey) -> None:
        match key.scope:
            case SwitchScope.DEPLOYMENT if await self._owners.owner_of(key.target) != caller.user_id:
                raise UnknownTarget("trading.unknown_deployment")
            case SwitchScope.PERSON if key.target != caller.user_id:
                raise NotYourSwitch("trading.switch_of_another")
            case SwitchScope.GLOBAL if caller.user_id not in self._operators:
                raise NotYourSwitch("trading.switch_of_everybody")
            case SwitchScope.DEPLOYMENT | SwitchScope.PERSON | SwitchScope.GLOBAL:
                return


def _keys(owner_id: str, deployment_id: str) -> tuple[SwitchKey, ...]:
    return GLOBAL, SwitchKey(SwitchScope.PERSON, owner_id), SwitchKey(SwitchScope.DEPLOYMENT, deployment_id)
