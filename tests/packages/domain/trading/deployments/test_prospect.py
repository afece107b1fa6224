"""How a deployment would stand: the verdict's word and the limits, with nothing made."""

import pytest

from packages.domain.strategy.ports import UnknownStrategy
from packages.domain.trading.deployments.model import Blocker
from packages.domain.trading.deployments.ports import ClearanceRuling
from packages.domain.trading.risk.limits import LimitName
from tests.packages.domain.trading.deployments.making import ANN, Desk, new_desk


@pytest.fixture
async def desk() -> Desk:
    return await new_desk().open()


async def test_a_version_that_passed_has_no_blocker_and_the_limits_of_person_and_desk(desk: Desk) -> None:
    found = await desk.service.prospect("ann", desk.strategy_id)
    assert (found.blocker, found.revision.version) == (None, 1)
    assert found.limits == (await desk.service.create(ANN, await desk.request())).limits
    assert found.limits.bounds[LimitName.ORDERS_A_DAY].clause == "desk default"


@pytest.mark.parametrize(
    ("ruling", "blocker"),
    [(ClearanceRuling.REVISE, Blocker.VERDICT_REVISE), (ClearanceRuling.REJECT, Blocker.VERDICT_REJECT)],
)
async def test_what_the_lab_did_not_pass_is_blocked(desk: Desk, ruling: ClearanceRuling, blocker: Blocker) -> None:
    await desk.say(ruling)
    assert (await desk.service.prospect("ann", desk.strategy_id, 1)).blocker is blocker


async def test_a_version_without_a_verdict_is_blocked_and_nothing_is_made(desk: Desk) -> None:
    desk.verdicts.verdict = None
    assert (await desk.service.prospect("ann", desk.strategy_id)).blocker is Blocker.VERDICT_MISSING
    assert await desk.service.page("ann") == []


async def test_another_persons_strategy_is_unknown(desk: Desk) -> None:
    with pytest.raises(UnknownStrategy):
        await desk.service.prospect("bob", desk.strategy_id)
