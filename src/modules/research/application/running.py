"""A question to one expert, the limit on its time, and what comes of it."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from packages.core.errors import ParleyError
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


@dataclass(frozen=True, slots=True)
class ExpertReport:
    """The expert has a report."""

    expert: Expert
    result: Result


@dataclass(frozen=True, slots=True)
class ExpertFailure:
    """The expert has none, and the error says why."""

    expert: Expert
    error: ParleyError


Outcome = ExpertReport | ExpertFailure


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
