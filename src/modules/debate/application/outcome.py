"""Turns what the three agents said into the outcome."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from packages.core.messages import Language
from src.modules.debate.application.dtos.debate_outcome_dto import (
    BearCaseDTO,
    BullCaseDTO,
    DebateOutcomeDTO,
    DebateStagesDTO,
    RiskItemDTO,
    SupportingArgumentDTO,
)
from src.modules.debate.domain.dtos import (
    BearArgument,
    BullArgument,
    DebateInput,
    ResolutionResult,
    RiskMatrixItem,
    SupportingArgument,
)
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.lean import EXPERTS, stages
from src.modules.debate.domain.model.enums import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedDebate:
    """A debate that is over."""

    debate_input: DebateInput
    rounds: int
    bull: BullArgument
    bear: BearArgument
    resolution: ResolutionResult
    engine: Engine | None


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
    )


def missing_experts(debate_input: DebateInput) -> list[str]:
    """Which of the five the debate had to do without."""
    missing = [name for name in EXPERTS if name not in debate_input.expert_summaries]
    if not missing:
        return []
    there, names = len(EXPERTS) - len(missing), ", ".join(missing)
    if language_of_experts(debate_input) is Language.ZH:
        return [f"只有 {there}/{len(EXPERTS)} 位专家的结论参与辩论，缺少：{names}。"]
    return [f"Only {there} of {len(EXPERTS)} experts were debated; missing: {names}."]


def _bull_case(bull: BullArgument, resolution: ResolutionResult) -> BullCaseDTO:
    return BullCaseDTO(
        core_thesis=bull.core_thesis,
        supporting_arguments=_arguments(bull.supporting_arguments),
        acknowledged_risks=list(bull.acknowledged_risks),
        price_catalysts=list(bull.price_catalysts),
        confidence=bull.confidence,
        summary=resolution.bull_case_summary,
    )


def _bear_case(bear: BearArgument, resolution: ResolutionResult) -> BearCaseDTO:
    return BearCaseDTO(
        core_thesis=bear.core_thesis,
        supporting_arguments=_arguments(bear.supporting_arguments),
        acknowledged_strengths=list(bear.acknowledged_strengths),
        risk_triggers=list(bear.risk_triggers),
        confidence=bear.confidence,
        summary=resolution.bear_case_summary,
    )


def _arguments(arguments: Sequence[SupportingArgument]) -> list[SupportingArgumentDTO]:
    return [
        SupportingArgumentDTO(
            dimension=one.dimension, argument=one.argument, evidence=one.evidence, strength=one.strength.value
        )
        for one in arguments
    ]


def _risk(item: RiskMatrixItem) -> RiskItemDTO:
    return RiskItemDTO(
        risk=item.risk, probability=item.probability.value, impact=item.impact.value, mitigation=item.mitigation
    )
