"""The probability of a rise before the debate, after each side and after the resolution: what measures the debate.

- An opinion of direction d (1, 0, -1) and confidence c says 0.5 + 0.45·d·c: nothing said here is ever certain.
- Before the debate: the mean over all experts of strength × confidence takes the place of d·c.
- After one side: half way between the probability before and what that side's own direction and confidence say.
- After the resolution: what its direction and confidence say, whatever was thought before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from src.modules.debate.domain.dtos.bull_bear_argument import BearArgument, BullArgument
from src.modules.debate.domain.dtos.debate_input import ExpertSummary
from src.modules.debate.domain.dtos.risk_matrix import ResolutionResult
from src.modules.debate.domain.model.enums import DebateDirection
from src.modules.debate.domain.signals import strength_of

_EVEN, _REACH = 0.5, 0.45
_SIGN = {DebateDirection.BULLISH: 1, DebateDirection.NEUTRAL: 0, DebateDirection.BEARISH: -1}
Opinion = BullArgument | BearArgument | ResolutionResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """Probabilities of a rise."""

    before: float
    bull: float
    bear: float
    resolution: float


def stages(
    experts: Mapping[str, ExpertSummary], bull: BullArgument, bear: BearArgument, resolution: ResolutionResult
) -> Stages:
    before = probability_before(experts)
    return Stages(
        before=before,
        bull=_between(before, probability_said(bull)),
        bear=_between(before, probability_said(bear)),
        resolution=probability_said(resolution),
    )


def probability_before(experts: Mapping[str, ExpertSummary]) -> float:
    """Even odds when there is nobody."""
    if not experts:
        return _EVEN
    leans = [strength_of(expert.signal) * expert.confidence for expert in experts.values()]
    return _probability(fsum(leans) / len(leans))


def probability_said(opinion: Opinion) -> float:
    return _probability(_SIGN[opinion.direction] * opinion.confidence)


def _probability(lean: float) -> float:
    return round(_EVEN + _REACH * lean, 4)


def _between(one: float, other: float) -> float:
    return round((one + other) / 2, 4)
