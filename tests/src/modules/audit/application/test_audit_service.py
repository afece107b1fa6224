"""How often a judge is asked under both names, and what that comes to."""

import random
from dataclasses import dataclass, field

import pytest

from src.modules.audit.application.audit_service import judge_under_two_names
from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import FollowState
from src.modules.audit.domain.name_test import CRITICAL_VALUES
from src.modules.audit.domain.worlds import ChangedWorld
from tests.src.modules.audit.making import answers

pytestmark = pytest.mark.slow

AUDITS = 200


@dataclass
class JudgedDesk:
    """A judge who says `named` or `anonymous`, and wanders by `noise`; None: no call."""

    named: float
    anonymous: float | None
    noise: float
    seed: int
    asked: int = 0
    drawn: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.drawn = random.Random(self.seed)

    async def base(self) -> WorldAnswers:
        return answers()

    async def answers(self, world: ChangedWorld) -> WorldAnswers | None:
        return answers()

    async def profit_sign(self) -> int:
        return 1

    async def judged_again(self, *, anonymous: bool) -> float | None:
        self.asked += 1
        said = self.anonymous if anonymous else self.named
        return None if said is None else said + self.drawn.uniform(-self.noise, self.noise)


class FailingDesk(JudgedDesk):
    """Fails at every third question."""

    async def judged_again(self, *, anonymous: bool) -> float | None:
        said = await super().judged_again(anonymous=anonymous)
        return said if self.asked % 3 else None


async def _states(named: float, anonymous: float, noise: float) -> list[FollowState]:
    desks = [JudgedDesk(named, anonymous, noise, seed) for seed in range(AUDITS)]
    return [(await judge_under_two_names(desk)).state for desk in desks]


@pytest.mark.parametrize(("named", "anonymous", "noise"), [(0.75, 0.45, 0.06), (0.62, 0.55, 0.1), (0.45, 0.6, 0.05)])
async def test_a_judge_who_remembers_is_caught_in_every_audit(named: float, anonymous: float, noise: float) -> None:
    assert set(await _states(named, anonymous, noise)) == {FollowState.NOT_FOLLOWED}


@pytest.mark.parametrize("noise", [0.0, 0.03, 0.06, 0.1])
async def test_a_judge_who_only_wanders_is_flagged_in_less_than_one_audit_of_a_hundred(noise: float) -> None:
    assert (await _states(0.57, 0.57, noise)).count(FollowState.NOT_FOLLOWED) < AUDITS / 100


async def test_who_never_wanders_is_asked_little_and_who_wanders_much_no_further_than_the_last_look() -> None:
    steady, wild = JudgedDesk(0.6, 0.6, 0.0, 1), JudgedDesk(0.6, 0.6, 0.4, 1)
    assert (await judge_under_two_names(steady)).state is FollowState.FOLLOWED
    assert (await judge_under_two_names(wild)).state is FollowState.UNKNOWN
    assert (steady.asked, wild.asked) == (2 * 8, 2 * max(CRITICAL_VALUES))


async def test_a_judge_who_makes_no_call_without_the_name_cannot_be_told() -> None:
    desk = JudgedDesk(0.75, None, 0.0, 1)
    assert ((await judge_under_two_names(desk)).state, desk.asked) == (FollowState.UNKNOWN, 4 + 8)


async def test_a_judge_who_fails_now_and_then_is_asked_again() -> None:
    desk = FailingDesk(0.75, 0.45, 0.06, 1)
    assert (await judge_under_two_names(desk)).state is FollowState.NOT_FOLLOWED
