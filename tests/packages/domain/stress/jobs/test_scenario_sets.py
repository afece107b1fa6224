"""Scenario sets: made before anything runs, for their owner alone, and bound to the person's limits."""

import pytest

from packages.domain.stress.jobs.plan import Kind, OutdatedScenarioSet
from packages.domain.stress.jobs.request import BadStressRequest
from packages.domain.stress.jobs.stored import UnknownScenarioSet
from packages.domain.stress.verdict.parts import StressPart
from tests.packages.domain.stress.jobs.desk import asking, open_desk

CAREFUL = {"risk_tolerance": "conservative"}


async def test_a_test_in_a_set_is_put_through_what_the_set_says_and_bears_its_id() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        made = await desk.service.make_set("ann", asking(strategy, parts=(StressPart.CRISES,), seed=7, profile=CAREFUL))
        assert await desk.service.scenario_set("ann", made.id) == made.scenarios
        asked = await desk.service.submit_in_set("ann", made.id, None, asking(strategy, profile=CAREFUL))
        assert (asked.plan.scenario_set_id, asked.plan.scenarios) == (made.id, made.scenarios)
        await desk.ended(asked)


async def test_making_a_set_again_gives_the_same_and_runs_nothing() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        first, again = [await desk.service.make_set("ann", asking(strategy)) for _ in range(2)]
        assert first.id == again.id
        assert await desk.service.page("ann") == []


async def test_a_set_of_other_limits_is_refused() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        made = await desk.service.make_set("ann", asking(strategy, profile=CAREFUL))
        with pytest.raises(OutdatedScenarioSet, match="make a new one"):
            await desk.service.submit_in_set("ann", made.id, None, asking(strategy))


async def test_a_set_of_another_kind_than_was_asked_for_is_refused() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        made = await desk.service.make_set("ann", asking(strategy, parts=(StressPart.CRISES,)))
        with pytest.raises(BadStressRequest, match="tries crises, which is not `full`"):
            await desk.service.submit_in_set("ann", made.id, Kind.FULL, asking(strategy))


async def test_another_owners_set_is_not_there() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        made = await desk.service.make_set("ann", asking(strategy))
        with pytest.raises(UnknownScenarioSet):
            await desk.service.submit_in_set("bob", made.id, None, asking(strategy))
