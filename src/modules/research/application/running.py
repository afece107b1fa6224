"""Runs experts: each within its time, side by side, with word of how each of them fares."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from packages.core.errors import ParleyError, Unavailable
from packages.core.messages import Language, word
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.errors import ExpertTooSlow

Answer = TypeVar("Answer")
Result = dict[str, Any]  # the seeds' own shape at the edge of research


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of an expert. `analysis_date` None: today, where the instrument trades. `limit` is the auditor's:
    how many reports to read."""

    symbol: str
    analysis_date: date | None = None
    limit: int = 5
    language: Language = Language.ZH


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchScope:
    """On whose behalf research is done. Within one run a finished answer of a model is not paid for twice, and the
    run's budget holds."""

    owner_id: str
    run_id: str | None = None


class ExpertBroke(Unavailable):
    """A fault of ours inside of an expert."""


@dataclass(frozen=True, slots=True)
class Started:
    """The expert is at work."""

    expert: Expert


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The expert has a report."""

    expert: Expert
    result: Result


@dataclass(frozen=True, slots=True)
class Failed:
    """The expert has none, and the error says why."""

    expert: Expert
    error: ParleyError


Outcome = Succeeded | Failed
Watch = Callable[[Started | Outcome], Awaitable[None]]


async def in_time(expert: Expert, work: Awaitable[Answer], seconds: float) -> Answer:
    """Raises `ExpertTooSlow` when the time is up; what the expert was waiting for is cancelled."""
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await work
    except TimeoutError:
        if not limit.expired():
            raise
        raise ExpertTooSlow(
            "research.expert_too_slow",
            expert=word("expert", expert),
            seconds=f"{seconds:g}",
            details={"expert": expert.value, "seconds": seconds},
        ) from None


async def side_by_side(work: Mapping[Expert, Awaitable[Result]], watch: Watch) -> dict[Expert, Outcome]:
    """All at the same time; one that fails, even by a fault of ours, leaves the others at work."""
    async with asyncio.TaskGroup() as group:
        tasks = {expert: group.create_task(_outcome(expert, run, watch)) for expert, run in work.items()}
    return {expert: task.result() for expert, task in tasks.items()}


async def _outcome(expert: Expert, run: Awaitable[Result], watch: Watch) -> Outcome:
    await watch(Started(expert))
    (end,) = await asyncio.gather(run, return_exceptions=True)
    outcome = Failed(expert, _told(expert, end)) if isinstance(end, BaseException) else Succeeded(expert, end)
    await watch(outcome)
    return outcome


def _told(expert: Expert, error: BaseException) -> ParleyError:
    if isinstance(error, ParleyError):
        return error
    if not isinstance(error, Exception):
        raise error
    broke = ExpertBroke("research.expert_broke", expert=word("expert", expert), error=repr(error))
    broke.__cause__ = error
    return broke
