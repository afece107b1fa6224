"""The experts' words for rise and fall on one scale from -1 to 1, and where they lean together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from packages.domain.evidence.experts import EXPERTS
from src.modules.debate.domain.dtos.bull_bear_argument import BearArgument, BullArgument
from src.modules.debate.domain.dtos.debate_input import ExpertSummary
from src.modules.debate.domain.dtos.risk_matrix import ResolutionResult
from src.modules.debate.domain.model.enums import DebateDirection

# A plain word leaves room above it for the auditor's strong ones.
_STRONG, _PLAIN = 1.0, 0.7
_SCALE = {
    "STRONG_BULLISH": _STRONG,
    "BULLISH": _PLAIN,
    "NEUTRAL": 0.0,
    "BEARISH": -_PLAIN,
    "STRONG_BEARISH": -_STRONG,
    "Undervalued": _PLAIN,
    "Fair": 0.0,
    "Overvalued": -_PLAIN,
    "Favorable": _PLAIN,
    "Unfavorable": -_PLAIN,
    "Positive": _PLAIN,
    "Negative": -_PLAIN,
}
_SPELLING = {word.lower(): word for word in _SCALE}
# Three experts call their middle `Neutral`, two `NEUTRAL`: both are left as they are written.
_AS_WRITTEN = {"Neutral", "NEUTRAL"}


def known_signal(word: str) -> str | None:
    """The word as the experts spell it, whatever its capitals; None when no expert uses it."""
    bare = word.strip()
    return bare if bare in _AS_WRITTEN else _SPELLING.get(bare.lower())


def strength_of(signal: str) -> float:
    """From -1 to 1; a word that no expert uses leans nowhere."""
    return _SCALE.get(known_signal(signal) or "", 0.0)


def in_order(names: Iterable[str]) -> list[str]:
    """Experts in the order of `EXPERTS`, strangers behind them by name: the order of a dictionary means nothing."""
    place = {name: number for number, name in enumerate(EXPERTS)}
    return sorted(names, key=lambda name: (place.get(name, len(place)), name))


_EVEN, _REACH = 0.5, 0.45
_SIGN = {DebateDirection.BULLISH: 1, DebateDirection.NEUTRAL: 0, DebateDirection.BEARISH: -1}
Opinion = BullArgument | BearArgument | ResolutionResult


@dataclass(frozen=True, slots=True, kw_only=True)
class LeanStages:
    """Probabilities of a rise."""

    before: float
    bull: float
    bear: float
    resolution: float


def stages(
    experts: Mapping[str, ExpertSummary], bull: BullArgument, bear: BearArgument, resolution: ResolutionResult
) -> LeanStages:
    before = probability_before(experts)
    return LeanStages(
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
