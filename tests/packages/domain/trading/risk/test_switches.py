"""The kill switch: who may turn it, and what it stops."""

import pytest

from packages.core.errors import Forbidden
from packages.domain.trading.callers import ApiKey, Caller, ModelTool, PersonNeeded, PersonSession, SystemCaller
from packages.domain.trading.risk.switches import (
    GLOBAL,
    NotYourSwitch,
    ReasonNeeded,
    Switches,
    SwitchIsOn,
    SwitchKey,
    SwitchScope,
    UnknownTarget,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import InMemorySwitches

ANN = PersonSession("ann", "s1")
MINE, HERS = SwitchKey(SwitchScope.PERSON, "ann"), SwitchKey(SwitchScope.DEPLOYMENT, "dep-of-ann")


class Owners:
    async def owner_of(self, deployment_id: str) -> str | None:
        return {"dep-of-ann": "ann", "dep-of-bob": "bob"}.get(deployment_id)


@pytest.fixture
def switches() -> Switches:
    return Switches(InMemorySwitches(), Owners(), StoppedClock(), frozenset({"operator"}))


@pytest.mark.parametrize("key", [MINE, HERS])
async def test_a_switch_stops_its_own_and_says_who_turned_it_and_why(switches: Switches, key: SwitchKey) -> None:
    await switches.turn_on(ANN, key, " too wild ")
    found = await switches.stopping("ann", "dep-of-ann")
    assert found is not None
    assert (found.key, found.by, found.reason) == (key, "person:ann:s1", "too wild")
    assert await switches.stopping("bob", "dep-of-bob") is None
    with pytest.raises(SwitchIsOn, match="too wild"):
        await switches.require_off("ann", "dep-of-ann")
    await switches.turn_off(ANN, key, "calm again")
    await switches.require_off("ann", "dep-of-ann")
    assert [turn.is_on for turn in await switches.history(ANN, key)] == [False, True]


async def test_the_switch_of_a_deployment_leaves_the_others_alone(switches: Switches) -> None:
    await switches.turn_on(ANN, HERS, "too wild")
    assert await switches.stopping("ann", "another") is None


async def test_the_switch_of_everybody_stops_everybody_and_is_told_first(switches: Switches) -> None:
    await switches.turn_on(ANN, MINE, "mine")
    await switches.turn_on(PersonSession("operator", "s9"), GLOBAL, "outage")
    for owner in ("ann", "bob"):
        found = await switches.stopping(owner, "any")
        assert found is not None
        assert found.key == GLOBAL


async def test_nobody_turns_what_is_not_theirs(switches: Switches) -> None:
    for key in (GLOBAL, SwitchKey(SwitchScope.PERSON, "bob")):
        with pytest.raises(NotYourSwitch):
            await switches.turn_on(ANN, key, "why not")
        with pytest.raises(NotYourSwitch):
            await switches.history(ANN, key)
    for target in ("dep-of-bob", "nowhere"):
        with pytest.raises(UnknownTarget):
            await switches.turn_on(ANN, SwitchKey(SwitchScope.DEPLOYMENT, target), "why not")


@pytest.mark.parametrize("caller", [ApiKey("ann", "k"), ModelTool("ann", "t"), SystemCaller("ann")])
async def test_a_machine_may_stop_and_only_a_person_lets_go_on(switches: Switches, caller: Caller) -> None:
    await switches.turn_on(caller, MINE, "the model is worried")
    with pytest.raises(PersonNeeded) as refusal:
        await switches.turn_off(caller, MINE, "the model is calm")
    assert isinstance(refusal.value, Forbidden)
    assert await switches.stopping("ann", "dep-of-ann") is not None


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
async def test_a_switch_is_turned_for_a_reason(switches: Switches, reason: str) -> None:
    with pytest.raises(ReasonNeeded):
        await switches.turn_on(ANN, MINE, reason)
