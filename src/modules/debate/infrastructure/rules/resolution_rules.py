"""The resolution by rules: both cases weighed, contradictions named, and the figures that decided told."""

from collections.abc import Sequence

from packages.core.messages import Language
from src.modules.debate.domain.dtos import BearArgument, BullArgument, ResolutionResult, SupportingArgument
from src.modules.debate.domain.language import language_of
from src.modules.debate.domain.model.enums import DebateDirection
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.rules.risk_rules import risk_matrix
from src.modules.debate.infrastructure.rules.statements import clipped
from src.modules.debate.infrastructure.rules.weighing import EVEN, ResolutionWeights, weigh

_MOST_DISAGREEMENTS = 4
_SIDES = {DebateDirection.BULLISH: ("多方", "the bull"), DebateDirection.BEARISH: ("空方", "the bear")}


class ResolutionRules(IResolutionAgentPort):
    """The resolution without a model."""

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        weighed, language = weigh(bull, bear), _language(bull, bear)
        return ResolutionResult(
            direction=weighed.direction,
            confidence=weighed.confidence,
            bull_case_summary=_summary(bull, language),
            bear_case_summary=_summary(bear, language),
            risk_matrix=risk_matrix(bull, bear, language),
            key_disagreements=disagreements(bull.supporting_arguments, bear.supporting_arguments, language),
            conflict_resolution=f"{symbol}{_colon(language)}{_verdict(weighed, bull, bear, language)}",
        )


def disagreements(
    bull: Sequence[SupportingArgument], bear: Sequence[SupportingArgument], language: Language
) -> list[str]:
    """Where the strongest of each side are different experts, and where both sides stand on the same one."""
    ours, theirs = _one_each(bull), _one_each(bear)
    across = [
        (one, other) for one, other in zip(ours[:2], theirs[:2], strict=False) if one.dimension != other.dimension
    ]
    within = [(one, other) for one in ours for other in theirs if one.dimension == other.dimension]
    return [_opposed(one, other, language) for one, other in [*across, *within]][:_MOST_DISAGREEMENTS]


def _one_each(arguments: Sequence[SupportingArgument]) -> list[SupportingArgument]:
    """The first, and so the strongest, of each expert."""
    first: dict[str, SupportingArgument] = {}
    for one in arguments:
        first.setdefault(one.dimension, one)
    return list(first.values())


def _opposed(bull: SupportingArgument, bear: SupportingArgument, language: Language) -> str:
    if language is Language.ZH:
        return f"{bull.dimension} 支持多方：“{_bare(bull)}”；{bear.dimension} 支持空方：“{_bare(bear)}”。"
    return f"{bull.dimension} speaks for the bull: “{_bare(bull)}”; {bear.dimension} for the bear: “{_bare(bear)}”."


def _verdict(weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument, language: Language) -> str:
    if language is Language.ZH:
        figures = (
            f"多方 {weighed.bull:.2f}，空方 {weighed.bear:.2f}，净差 {weighed.net:+.2f}（{EVEN:g} 以内视为均势），"
            f"一致度 {weighed.agreement:.2f}，数据质量 {weighed.quality:.2f}（{weighed.experts}/5 位专家，"
            f"{weighed.cited_share:.0%} 的论点附有数据行）。"
        )
        return f"{figures}{_reason_zh(weighed, bull, bear)}"
    figures = (
        f"bull {weighed.bull:.2f}, bear {weighed.bear:.2f}, net {weighed.net:+.2f} (within {EVEN:g} is even), "
        f"agreement {weighed.agreement:.2f}, data quality {weighed.quality:.2f} ({weighed.experts} of 5 experts, "
        f"{weighed.cited_share:.0%} of the arguments cite rows). "
    )
    return f"{figures}{_reason_en(weighed, bull, bear)}"


def _reason_zh(weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument) -> str:
    if weighed.direction is DebateDirection.NEUTRAL:
        return "双方势均力敌或都缺少依据，不作方向判断。"
    winner, loser = _winner_first(weighed, bull, bear)
    side = _SIDES[weighed.direction][0]
    strongest = winner.supporting_arguments[:1]
    why = f"，主要因为 {strongest[0].dimension}：“{_bare(strongest[0])}”" if strongest else ""
    against = loser.supporting_arguments[:1]
    other = f"对方最强的反驳来自 {against[0].dimension}：“{_bare(against[0])}”，因此降低置信度。" if against else ""
    return f"{side}占优{why}。{other}"


def _reason_en(weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument) -> str:
    if weighed.direction is DebateDirection.NEUTRAL:
        return "The sides are about even, or neither has much to stand on: no direction is taken."
    winner, loser = _winner_first(weighed, bull, bear)
    side = _SIDES[weighed.direction][1]
    strongest = winner.supporting_arguments[:1]
    why = f", mainly by {strongest[0].dimension}: “{_bare(strongest[0])}”" if strongest else ""
    against = loser.supporting_arguments[:1]
    other = (
        f" The best answer to it is {against[0].dimension}'s: “{_bare(against[0])}”, which lowers the confidence."
        if against
        else ""
    )
    return f"{side.capitalize()} outweighs{why}.{other}"


def _winner_first(
    weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument
) -> tuple[BullArgument | BearArgument, BullArgument | BearArgument]:
    return (bull, bear) if weighed.direction is DebateDirection.BULLISH else (bear, bull)


def _summary(side: BullArgument | BearArgument, language: Language) -> str:
    count = len(side.supporting_arguments)
    told = f"（{count} 条论点，置信度 {side.confidence:.2f}）" if language is Language.ZH else ""
    return f"{side.core_thesis}{told or f' ({count} arguments, confidence {side.confidence:.2f})'}"


def _language(bull: BullArgument, bear: BearArgument) -> Language:
    cases = (bull, bear)
    return language_of(
        text for one in cases for text in (one.core_thesis, *(a.argument for a in one.supporting_arguments))
    )


def _bare(argument: SupportingArgument) -> str:
    return clipped(argument.argument)


def _colon(language: Language) -> str:
    return "：" if language is Language.ZH else ": "
