"""Experts at work: each within its time, side by side, each failure its own."""

import asyncio

import pytest

from src.modules.research.application.running import (
    ExpertBroke,
    Failed,
    Outcome,
    Result,
    Started,
    Succeeded,
    in_time,
    side_by_side,
)
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.errors import ExpertTooSlow, ThinData

CHART, BOOKS, WORTH = Expert.TECHNICAL_ANALYST, Expert.FINANCIAL_AUDITOR, Expert.VALUATION_MODELER


async def _report() -> Result:
    return {"signal": "NEUTRAL"}


async def _thin() -> Result:
    raise ThinData("There is one report: load more.")


async def _broken() -> Result:
    raise KeyError("rsi14")


async def _ignore(_event: Started | Outcome) -> None:
    """Nobody watches."""


class Silence:
    """Work that never ends by itself, and remembers that it was told to."""

    def __init__(self) -> None:
        self.cancelled = False

    async def __call__(self) -> Result:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError("silence does not end")


async def test_an_expert_that_is_quick_enough_is_heard() -> None:
    assert await in_time(CHART, _report(), 5) == {"signal": "NEUTRAL"}


async def test_an_expert_that_takes_too_long_is_stopped_and_says_which_setting_gives_it_more_time() -> None:
    silence = Silence()
    with pytest.raises(ExpertTooSlow) as slow:
        await in_time(CHART, silence(), 0.01)
    assert silence.cancelled
    assert "technical_analyst did not finish within 0.01 s" in slow.value.message
    assert "PARLEY_EXPERT_TIMEOUT_SECONDS" in slow.value.message
    assert slow.value.details == {"expert": "technical_analyst", "seconds": 0.01}


async def test_a_timeout_from_inside_of_the_work_is_not_taken_for_the_experts_own() -> None:
    async def someone_else_was_late() -> Result:
        raise TimeoutError("the database")

    with pytest.raises(TimeoutError, match="the database"):
        await in_time(CHART, someone_else_was_late(), 5)


async def test_one_that_fails_leaves_the_others_at_work() -> None:
    heard: list[Started | Outcome] = []
    everybody_started = asyncio.Event()

    async def watch(event: Started | Outcome) -> None:
        heard.append(event)
        if sum(isinstance(one, Started) for one in heard) == 3:
            everybody_started.set()

    async def after_the_others() -> Result:
        await everybody_started.wait()
        return await _report()

    ends = await side_by_side({CHART: after_the_others(), BOOKS: _thin(), WORTH: _broken()}, watch)
    assert ends[CHART] == Succeeded(CHART, {"signal": "NEUTRAL"})
    thin, broke = ends[BOOKS], ends[WORTH]
    assert isinstance(thin, Failed)
    assert isinstance(broke, Failed)
    assert thin.error.message == "There is one report: load more."
    assert isinstance(broke.error, ExpertBroke)
    assert "KeyError('rsi14')" in broke.error.message
    assert isinstance(broke.error.__cause__, KeyError)
    assert list(ends) == [CHART, BOOKS, WORTH]
    assert {event.expert for event in heard if isinstance(event, Started)} == {CHART, BOOKS, WORTH}
    assert [event for event in heard if not isinstance(event, Started)].count(ends[CHART]) == 1


async def test_whoever_leaves_takes_all_experts_along() -> None:
    first, second = Silence(), Silence()
    team = asyncio.create_task(side_by_side({CHART: first(), BOOKS: second()}, _ignore))
    while len(asyncio.all_tasks()) < 6:  # this one, the team, and for each expert its line and its work
        await asyncio.sleep(0)
    team.cancel()
    with pytest.raises(asyncio.CancelledError):
        await team
    assert first.cancelled
    assert second.cancelled
