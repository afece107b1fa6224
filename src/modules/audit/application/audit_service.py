"""Runs an audit: the pipeline in the world as it is, then in every changed one, and what that shows."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date

from packages.core.clock import Clock
from packages.core.messages import Language, Sentence
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, parse_symbol
from src.modules.audit.domain.answers import WorldAnswers, asked_twice
from src.modules.audit.domain.errors import FutureAudit
from src.modules.audit.domain.findings import FollowState, WorldFindings, findings_of
from src.modules.audit.domain.memory import MemoryFinding, memory_finding
from src.modules.audit.domain.name_test import CRITICAL_VALUES, NameTest, name_test
from src.modules.audit.domain.ports import OpenPipeline, ResearchPipeline
from src.modules.audit.domain.worlds import WORLDS, ChangedWorld, WorldKind, world_title

OnWorld = Callable[[float, str], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditQuestion:
    """What is audited: by what was known at the end of `day`."""

    symbol: Symbol
    day: date
    language: Language


def audit_question(symbol: str, day: date | None, language: Language, clock: Clock) -> AuditQuestion:
    """Raises `BadSymbol` or `FutureAudit`; without a day it is today, where the instrument trades."""
    which = parse_symbol(symbol)
    today = local_day(which.market, clock.now())
    if day is not None and day > today:
        raise FutureAudit("audit.date_in_future", date=day)
    return AuditQuestion(symbol=which, day=day or today, language=language)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOutcome:
    """What an audit found."""

    question: AuditQuestion
    base: WorldAnswers
    worlds: tuple[WorldFindings, ...]
    memory: MemoryFinding


async def _unwatched(_done: float, _message: str) -> None:
    """Nobody follows."""


@dataclass(frozen=True, slots=True)
class CounterfactualAudit:
    """World after world; within one the experts work side by side. A model is asked twice in each world that turns its
    facts or its name, and in the one as it is, because its answers wander; its judge as often as it takes to tell a
    name from chance."""

    pipeline: OpenPipeline
    worlds: tuple[ChangedWorld, ...] = WORLDS

    async def run(self, owner_id: str, question: AuditQuestion, report: OnWorld = _unwatched) -> AuditOutcome:
        pipeline = self.pipeline(owner_id, question.symbol, question.day, question.language)
        base = await pipeline.base()
        if base.by_model:
            base = asked_twice(base, await pipeline.base())
        named = await judge_under_two_names(pipeline) if base.by_model else None
        profit_sign = await pipeline.profit_sign()
        answers: dict[ChangedWorld, WorldAnswers | None] = {}
        for world in self.worlds:
            await report((1 + len(answers)) / (1 + len(self.worlds)), Sentence(world_title(world)))
            answers[world] = await _answered(pipeline, world)
        found = tuple(findings_of(world, base, changed, profit_sign) for world, changed in answers.items())
        memory = memory_finding(base, answers, found, named)
        return AuditOutcome(question=question, base=base, worlds=found, memory=memory)


async def judge_under_two_names(pipeline: ResearchPipeline) -> NameTest:
    """Asks the judge under both names, twice as often each time, until the test decides."""
    named: list[float] = []
    anonymous: list[float] = []
    found = name_test(named, anonymous)
    for often in CRITICAL_VALUES:
        await _ask_judge(pipeline, named, often, anonymous=False)
        await _ask_judge(pipeline, anonymous, often, anonymous=True)
        found = name_test(named, anonymous)
        if found.state is not FollowState.UNKNOWN or min(len(named), len(anonymous)) < often:
            break
    return found


async def _ask_judge(pipeline: ResearchPipeline, said: list[float], often: int, *, anonymous: bool) -> None:
    """Until there are so many answers; a judge may fail as often as it answers."""
    for _ in range(2 * (often - len(said))):
        answer = await pipeline.judged_again(anonymous=anonymous) if len(said) < often else None
        if answer is not None:
            said.append(answer)


async def _answered(pipeline: ResearchPipeline, world: ChangedWorld) -> WorldAnswers | None:
    first = await pipeline.answers(world)
    if first is None or not first.by_model or world.kind is WorldKind.EXPERT_SILENCED:
        return first
    second = await pipeline.answers(world)
    return first if second is None else asked_twice(first, second)
