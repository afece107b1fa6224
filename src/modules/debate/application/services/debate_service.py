"""`DebateService`: bull and bear side by side, then the resolution, and what the three agents said as the outcome."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from packages.contracts.evidence.views import GroundingOut
from packages.core.messages import message, render, word
from packages.domain.evidence.experts import EXPERTS
from packages.domain.evidence.reports.run_book import EvidenceNames, RunBook
from src.modules.debate.application.dtos.debate_outcome_dto import (
    BearCaseDTO,
    BullCaseDTO,
    DebateOutcomeDTO,
    DebateStagesDTO,
    RebuttalDTO,
    RiskItemDTO,
    SupportingArgumentDTO,
)
from src.modules.debate.application.services.cross_examination import cross_examined
from src.modules.debate.application.services.speech_check import HeldSpeech, SpeechCheck
from src.modules.debate.domain.cost import DebateCost, DebateCosts, cost_by_rules
from src.modules.debate.domain.dtos import (
    BearArgument,
    BullArgument,
    DebateInput,
    ResolutionResult,
    RiskMatrixItem,
    SupportingArgument,
)
from src.modules.debate.domain.dtos.bull_bear_argument import Argument
from src.modules.debate.domain.exceptions import MOST_ROUNDS, RoundsOutOfRange
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.lean import stages
from src.modules.debate.domain.model.enums import Engine
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort

AskEngine = Callable[[], Awaitable[Engine | None]]
AskNames = Callable[[], Awaitable[EvidenceNames]]


async def _nobody_knows() -> Engine | None:
    return None


async def _no_names() -> EvidenceNames:
    return EvidenceNames({}, {})


class DebateService:
    """The one way into a debate. `engine` settles who argues, before anybody speaks, and for the record. `names`: what
    figures and companies may be called, to hold what is said to the experts' rows."""

    def __init__(
        self,
        bull_advocate: IBullAdvocateAgentPort,
        bear_advocate: IBearAdvocateAgentPort,
        resolution_agent: IResolutionAgentPort,
        engine: AskEngine = _nobody_knows,
        costs: DebateCosts | None = None,
        names: AskNames = _no_names,
    ) -> None:
        self._bull = bull_advocate
        self._bear = bear_advocate
        self._resolution = resolution_agent
        self._engine = engine
        self._costs = costs
        self._names = names

    async def run(self, debate_input: DebateInput, rounds: int = 1) -> DebateOutcomeDTO:
        """With more than one round, bull and bear answer each other before the resolution."""
        check_rounds(rounds)
        engine = await self._engine()
        held = SpeechCheck(await self._book(debate_input), engine, language_of_experts(debate_input))
        bull, bear = await self._round(held, debate_input, None)
        for _ in range(rounds - 1):
            bull, bear = await self._round(held, debate_input, (bull.answer, bear.answer))
        resolution = await held.resolution(
            partial(self._resolution.resolve, debate_input.symbol, bull.answer, bear.answer)
        )
        return outcome_of(
            FinishedDebate(
                debate_input=debate_input,
                rounds=rounds,
                bull=bull.answer,
                bear=bear.answer,
                resolution=resolution.answer,
                engine=engine,
                grounding=held.grounding_of(bull, bear, resolution),
            )
        )

    async def _round(
        self, held: SpeechCheck, debate_input: DebateInput, before: tuple[BullArgument, BearArgument] | None
    ) -> tuple[HeldSpeech[BullArgument], HeldSpeech[BearArgument]]:
        """Each side hears the other's last argument, where there is one."""
        heard_by_bull, heard_by_bear = ((before[1],), (before[0],)) if before else ((), ())
        bull, bear = await _side_by_side(
            held.argument("bull", partial(self._bull.advocate, debate_input, *heard_by_bull)),
            held.argument("bear", partial(self._bear.advocate, debate_input, *heard_by_bear)),
        )
        heard, answered = (before[1], before[0]) if before else (None, None)
        return (
            replace(bull, answer=cross_examined(bull.answer, heard)),
            replace(bear, answer=cross_examined(bear.answer, answered)),
        )

    async def _book(self, debate_input: DebateInput) -> RunBook | None:
        """None where no expert gave any row."""
        if not debate_input.evidence:
            return None
        names = await self._names()
        companies = {debate_input.symbol: tuple(debate_input.company), **names.companies}
        return RunBook.of(debate_input.symbol, debate_input.evidence, EvidenceNames(names.labels, companies))

    async def estimate(self, debate_input: DebateInput, rounds: int = 1) -> DebateCost:
        """How many questions it would ask of a model and the most they may cost, before it runs."""
        check_rounds(rounds)
        return cost_by_rules(rounds) if self._costs is None else await self._costs.estimate(debate_input, rounds)


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RoundsOutOfRange(rounds)


async def _side_by_side(
    bull: Coroutine[Any, Any, HeldSpeech[BullArgument]], bear: Coroutine[Any, Any, HeldSpeech[BearArgument]]
) -> tuple[HeldSpeech[BullArgument], HeldSpeech[BearArgument]]:
    """When one fails the other is cancelled, and the failure itself comes out."""
    tasks = asyncio.create_task(bull), asyncio.create_task(bear)
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedDebate:
    """A debate that is over."""

    debate_input: DebateInput
    rounds: int
    bull: BullArgument
    bear: BearArgument
    resolution: ResolutionResult
    engine: Engine | None
    grounding: GroundingOut | None = None


def outcome_of(debated: FinishedDebate) -> DebateOutcomeDTO:
    given, resolution = debated.debate_input, debated.resolution
    probabilities = stages(given.expert_summaries, debated.bull, debated.bear, resolution)
    return DebateOutcomeDTO(
        symbol=given.symbol,
        direction=resolution.direction.value,
        confidence=resolution.confidence,
        bull_case=_bull_case(debated.bull, resolution),
        bear_case=_bear_case(debated.bear, resolution),
        risk_matrix=[_risk(item) for item in resolution.risk_matrix],
        key_disagreements=list(resolution.key_disagreements),
        conflict_resolution=resolution.conflict_resolution,
        engine=debated.engine.value if debated.engine else None,
        rounds=debated.rounds,
        degraded=missing_experts(given),
        stages=DebateStagesDTO(**asdict(probabilities)),
        grounding=debated.grounding,
    )


def missing_experts(debate_input: DebateInput) -> list[str]:
    """Which of the five the debate had to do without."""
    missing = [name for name in EXPERTS if name not in debate_input.expert_summaries]
    if not missing:
        return []
    present, every = len(EXPERTS) - len(missing), len(EXPERTS)
    language = language_of_experts(debate_input)
    names = [render(word("expert", name), language) for name in missing]
    return [render(message("debate.experts_missing", present=present, all=every, missing=names), language)]


def _bull_case(bull: BullArgument, resolution: ResolutionResult) -> BullCaseDTO:
    return BullCaseDTO(
        core_thesis=bull.core_thesis,
        supporting_arguments=_arguments(bull.supporting_arguments),
        acknowledged_risks=list(bull.acknowledged_risks),
        price_catalysts=list(bull.price_catalysts),
        confidence=bull.confidence,
        summary=resolution.bull_case_summary,
        rebuttals=_rebuttals(bull),
    )


def _bear_case(bear: BearArgument, resolution: ResolutionResult) -> BearCaseDTO:
    return BearCaseDTO(
        core_thesis=bear.core_thesis,
        supporting_arguments=_arguments(bear.supporting_arguments),
        acknowledged_strengths=list(bear.acknowledged_strengths),
        risk_triggers=list(bear.risk_triggers),
        confidence=bear.confidence,
        summary=resolution.bear_case_summary,
        rebuttals=_rebuttals(bear),
    )


def _arguments(arguments: Sequence[SupportingArgument]) -> list[SupportingArgumentDTO]:
    return [
        SupportingArgumentDTO(
            dimension=one.dimension, argument=one.argument, evidence=one.evidence, strength=one.strength.value
        )
        for one in arguments
    ]


def _rebuttals(argument: Argument) -> list[RebuttalDTO]:
    return [RebuttalDTO(quote=one.quote, answer=one.answer) for one in argument.rebuttals]


def _risk(item: RiskMatrixItem) -> RiskItemDTO:
    return RiskItemDTO(
        risk=item.risk, probability=item.probability.value, impact=item.impact.value, mitigation=item.mitigation
    )
