"""An expert works within its time."""

import asyncio

import pytest

from src.modules.research.application.running import Result, in_time
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.errors import ExpertTooSlow

CHART = Expert.TECHNICAL_ANALYST


async def _report() -> Result:
    return {"signal": "NEUTRAL"}


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
    assert "The technical analyst did not finish within 0.01 s" in slow.value.message
    assert "PARLEY_EXPERT_TIMEOUT_SECONDS" in slow.value.message
    assert slow.value.details == {"expert": "technical_analyst", "seconds": 0.01}


async def test_a_timeout_from_inside_of_the_work_is_not_taken_for_the_experts_own() -> None:
    async def someone_else_was_late() -> Result:
        raise TimeoutError("the database")

    with pytest.raises(TimeoutError, match="the database"):
        await in_time(CHART, someone_else_was_late(), 5)
