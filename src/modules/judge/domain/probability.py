"""The written formula from reports and debate to a probability, stage by stage.

All in log-odds around the base rate b, which is how often the same bet paid before the call, drawn to one half.
An expert says e = lean x confidence x quality; five together E = mean(e) x sqrt(experts / 5).

    before debate      logit(b) + S E
    after the bull     + S x bull / 4          (bull: mean strength of the arguments x the bull's confidence)
    after the bear     - S x bear / 4
    after resolution   logit(b) + S (E + D) / 2    (D: the sign of the direction x its confidence)

Where the debate tells its own probabilities, these stand for the first four stages. The rules judge then says

                       b + (after resolution - b) x Q, where Q is the mean quality x experts / 5

S is such that five experts of one mind, wholly sure on whole data, move an even base rate to 0.70. That is an
assumption of the house, not a finding; the call book is there to replace it.
"""

import math
from dataclasses import dataclass

from src.modules.judge.domain.case import EXPERTS, Case, Side

LOWEST, HIGHEST = 0.2, 0.8
_SPAN = math.log(0.70 / 0.30)
_SIDE_SHARE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """The probability before the debate and after each of its steps; None where the step did not happen."""

    before_debate: float | None
    after_bull: float | None
    after_bear: float | None
    after_resolution: float | None
    after_judge: float | None


def stages(case: Case, after_judge: float | None) -> Stages:
    if case.debate is not None and case.debate.stages is not None:
        before, bulls, bears, resolved = case.debate.stages
        return Stages(
            before_debate=before,
            after_bull=bulls,
            after_bear=bears,
            after_resolution=resolved,
            after_judge=after_judge,
        )
    if not case.experts:
        return Stages(
            before_debate=None, after_bull=None, after_bear=None, after_resolution=None, after_judge=after_judge
        )
    base, found = _logit(case.market.past.rate), _SPAN * pooled(case)
    if case.debate is None:
        before = _squeezed(base + found)
        return Stages(
            before_debate=before, after_bull=None, after_bear=None, after_resolution=None, after_judge=after_judge
        )
    bull, bear = (_SPAN * _SIDE_SHARE * weight(side) for side in (case.debate.bull, case.debate.bear))
    return Stages(
        before_debate=_squeezed(base + found),
        after_bull=_squeezed(base + found + bull),
        after_bear=_squeezed(base + found + bull - bear),
        after_resolution=_squeezed(base + (found + _SPAN * decided(case)) / 2),
        after_judge=after_judge,
    )


def ruled_probability(case: Case) -> float:
    """What the rules judge says; never beyond 0.2 and 0.8."""
    base = case.market.past.rate
    resolved = stages(case, None).after_resolution
    told = base if resolved is None else base + (resolved - base) * trust(case)
    return min(HIGHEST, max(LOWEST, told))


def pooled(case: Case) -> float:
    """E, from -1 to 1; the order of the experts does not matter."""
    said = sorted(one.lean * one.confidence * one.quality for one in case.experts)
    return math.fsum(said) / len(said) * math.sqrt(len(said) / len(EXPERTS)) if said else 0.0


def decided(case: Case) -> float:
    """D, from -1 to 1."""
    return case.debate.direction.sign * case.debate.confidence if case.debate else 0.0


def weight(side: Side) -> float:
    """From 0 to 1."""
    strengths = sorted(argument.strength for argument in side.arguments)
    return math.fsum(strengths) / len(strengths) * side.confidence if strengths else 0.0


def trust(case: Case) -> float:
    """Q, from 0 to 1: how whole the ground is."""
    qualities = sorted(one.quality for one in case.experts)
    return math.fsum(qualities) / len(qualities) * len(qualities) / len(EXPERTS) if qualities else 0.0


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))


def _squeezed(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
