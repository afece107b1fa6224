"""The resolution by rules: both cases weighed, contradictions named, and the figures that decided.

- net = confidence of the bull − confidence of the bear; below 0.05 either way the direction is NEUTRAL.
- agreement = |net| ÷ the sum of both: 1 when only one side has a case, 0 when both are as strong.
- quality = (0.5 + 0.5 × experts ÷ 5) × (0.7 + 0.3 × the share of arguments that cite a row).
- Confidence of a direction = quality × √(confidence of the winner × agreement): contradicting experts lower it.
- Confidence of NEUTRAL = quality × (1 − the sum of both): high when nobody leans, low when both pull hard.

Bull and bear may change places in all of it: the direction turns round and every other figure stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from packages.core.messages import Language, Phrases
from packages.domain.evidence.experts import EXPERTS
from src.modules.debate.domain.dtos import BearArgument, BullArgument, ResolutionResult, SupportingArgument
from src.modules.debate.domain.language import language_of
from src.modules.debate.domain.model.enums import DebateDirection
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.rules.risk_rules import risk_matrix
from src.modules.debate.infrastructure.rules.statements import RULE_PHRASES, clipped, expert_word, rows_of

EVEN = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionWeights:
    """The figures behind a resolution."""

    bull: float
    bear: float
    experts: int
    cited_share: float

    @property
    def net(self) -> float:
        return self.bull - self.bear

    @property
    def agreement(self) -> float:
        both = self.bull + self.bear
        return abs(self.net) / both if both else 0.0

    @property
    def quality(self) -> float:
        return (0.5 + 0.5 * self.experts / len(EXPERTS)) * (0.7 + 0.3 * self.cited_share)

    @property
    def direction(self) -> DebateDirection:
        if abs(self.net) < EVEN:
            return DebateDirection.NEUTRAL
        return DebateDirection.BULLISH if self.net > 0 else DebateDirection.BEARISH

    @property
    def confidence(self) -> float:
        if self.direction is DebateDirection.NEUTRAL:
            return round(self.quality * max(0.0, 1 - self.bull - self.bear), 4)
        return round(self.quality * sqrt(max(self.bull, self.bear) * self.agreement), 4)


def weigh(bull: BullArgument, bear: BearArgument) -> ResolutionWeights:
    arguments = [*bull.supporting_arguments, *bear.supporting_arguments]
    cited = [one for one in arguments if cites(one)]
    return ResolutionWeights(
        bull=bull.confidence,
        bear=bear.confidence,
        experts=min(len({one.dimension for one in arguments}), len(EXPERTS)),
        cited_share=len(cited) / len(arguments) if arguments else 0.0,
    )


def cites(argument: SupportingArgument) -> bool:
    return bool(rows_of([argument.argument, argument.evidence]))


_MOST_DISAGREEMENTS = 4


class ResolutionRules(IResolutionAgentPort):
    """The resolution without a model."""

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        weighed, phrases = weigh(bull, bear), Phrases(_language(bull, bear), RULE_PHRASES)
        return ResolutionResult(
            direction=weighed.direction,
            confidence=weighed.confidence,
            bull_case_summary=_summary(bull, phrases),
            bear_case_summary=_summary(bear, phrases),
            risk_matrix=risk_matrix(bull, bear, phrases),
            key_disagreements=disagreements(bull.supporting_arguments, bear.supporting_arguments, phrases),
            conflict_resolution=_verdict(symbol, weighed, bull, bear, phrases),
        )


def disagreements(
    bull: Sequence[SupportingArgument], bear: Sequence[SupportingArgument], phrases: Phrases
) -> list[str]:
    """Where the strongest of each side are different experts, and where both sides stand on the same one."""
    ours, theirs = _one_each(bull), _one_each(bear)
    across = [
        (one, other) for one, other in zip(ours[:2], theirs[:2], strict=False) if one.dimension != other.dimension
    ]
    within = [(one, other) for one in ours for other in theirs if one.dimension == other.dimension]
    return [_opposed(one, other, phrases) for one, other in [*across, *within]][:_MOST_DISAGREEMENTS]


def _one_each(arguments: Sequence[SupportingArgument]) -> list[SupportingArgument]:
    """The first, and so the strongest, of each expert."""
    first: dict[str, SupportingArgument] = {}
    for one in arguments:
        first.setdefault(one.dimension, one)
    return list(first.values())


def _opposed(bull: SupportingArgument, bear: SupportingArgument, phrases: Phrases) -> str:
    return phrases.say(
        "opposed",
        bull_expert=expert_word(bull.dimension),
        bull_quote=clipped(bull.argument),
        bear_expert=expert_word(bear.dimension),
        bear_quote=clipped(bear.argument),
    )


def _verdict(symbol: str, weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument, phrases: Phrases) -> str:
    return phrases.say(
        "resolution",
        symbol=symbol,
        bull=f"{weighed.bull:.2f}",
        bear=f"{weighed.bear:.2f}",
        net=f"{weighed.net:+.2f}",
        even=f"{EVEN:g}",
        agreement=f"{weighed.agreement:.2f}",
        quality=f"{weighed.quality:.2f}",
        experts=weighed.experts,
        cited=f"{weighed.cited_share:.0%}",
        reason=_reason(weighed, bull, bear, phrases),
    )


def _reason(weighed: ResolutionWeights, bull: BullArgument, bear: BearArgument, phrases: Phrases) -> str:
    if weighed.direction is DebateDirection.NEUTRAL:
        return phrases.say("even")
    is_bull = weighed.direction is DebateDirection.BULLISH
    winner, loser = (bull, bear) if is_bull else (bear, bull)
    why, answer = _first(winner, "why", phrases), _first(loser, "best_answer", phrases)
    return phrases.say("outweighs.bull" if is_bull else "outweighs.bear", why=why, answer=answer)


def _first(side: BullArgument | BearArgument, name: str, phrases: Phrases) -> str:
    """The side's strongest argument in the sentence of this name; empty where it has none."""
    if not side.supporting_arguments:
        return ""
    strongest = side.supporting_arguments[0]
    return phrases.say(name, expert=expert_word(strongest.dimension), quote=clipped(strongest.argument))


def _summary(side: BullArgument | BearArgument, phrases: Phrases) -> str:
    count, confidence = len(side.supporting_arguments), f"{side.confidence:.2f}"
    return phrases.say("summary", thesis=side.core_thesis, count=count, confidence=confidence)


def _language(bull: BullArgument, bear: BearArgument) -> Language:
    cases = (bull, bear)
    return language_of(
        text for one in cases for text in (one.core_thesis, *(a.argument for a in one.supporting_arguments))
    )
