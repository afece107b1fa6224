"""The written formula from reports and debate to a probability, and from the probability to a position size."""

import math
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.experts import EXPERTS
from src.modules.judge.domain.case import Case, DebateSide
from src.modules.judge.domain.scenarios import scenario_lean

LOWEST, HIGHEST = 0.2, 0.8
_SPAN = math.log(0.70 / 0.30)
_SIDE_SHARE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbabilityStages:
    """The probability before the debate and after each of its steps; None where the step did not happen."""

    before_debate: float | None
    after_bull: float | None
    after_bear: float | None
    after_resolution: float | None
    after_judge: float | None


def stages(case: Case, after_judge: float | None) -> ProbabilityStages:
    if case.debate is not None and case.debate.stages is not None:
        before, bulls, bears, resolved = case.debate.stages
        return ProbabilityStages(
            before_debate=before,
            after_bull=bulls,
            after_bear=bears,
            after_resolution=resolved,
            after_judge=after_judge,
        )
    if not case.experts:
        return ProbabilityStages(
            before_debate=None, after_bull=None, after_bear=None, after_resolution=None, after_judge=after_judge
        )
    base, found = _logit(case.market.past.rate), _SPAN * pooled(case)
    if case.debate is None:
        before = _squeezed(base + found)
        return ProbabilityStages(
            before_debate=before, after_bull=None, after_bear=None, after_resolution=None, after_judge=after_judge
        )
    bull, bear = (_SPAN * _SIDE_SHARE * weight(side) for side in (case.debate.bull, case.debate.bear))
    return ProbabilityStages(
        before_debate=_squeezed(base + found),
        after_bull=_squeezed(base + found + bull),
        after_bear=_squeezed(base + found + bull - bear),
        after_resolution=_squeezed(base + (found + _SPAN * decided(case)) / 2),
        after_judge=after_judge,
    )


def ruled_probability(case: Case) -> float:
    """What the rules judge says; never beyond 0.2 and 0.8."""
    base, weighed = case.market.past.rate, with_scenarios(case)
    shrunk = base if weighed is None else base + (weighed - base) * trust(case)
    return min(HIGHEST, max(LOWEST, shrunk))


def with_scenarios(case: Case) -> float | None:
    """What reports and debate come to, moved by the valuation's scenarios and not shrunk yet; None without reports."""
    path = stages(case, None)
    resolved = path.before_debate if case.without_debate else path.after_resolution
    return resolved if resolved is None else _squeezed(_logit(resolved) + _SPAN * targets_lean(case))


def pooled(case: Case) -> float:
    """E, from -1 to 1; the order of the experts does not matter."""
    said = sorted(one.lean * one.confidence * one.quality for one in case.experts)
    return math.fsum(said) / len(said) * math.sqrt(len(said) / len(EXPERTS)) if said else 0.0


def targets_lean(case: Case) -> float:
    """S, from -1 to 1: what the valuation's scenarios come to over the horizon, as far as its rows are bound."""
    valuation = case.expert("valuation_modeler")
    return scenario_lean(case.scenarios, case.horizon_days) * (valuation.quality if valuation else 0.0)


def decided(case: Case) -> float:
    """D, from -1 to 1."""
    return case.debate.direction.sign * case.debate.confidence if case.debate else 0.0


def weight(side: DebateSide) -> float:
    """From 0 to 1."""
    strengths = sorted(argument.strength for argument in side.arguments)
    return math.fsum(strengths) / len(strengths) * side.confidence if strengths else 0.0


def trust(case: Case) -> float:
    """Q, from 0 to 1: how complete the evidence is."""
    qualities = sorted(one.quality for one in case.experts)
    return math.fsum(qualities) / len(qualities) * len(qualities) / len(EXPERTS) if qualities else 0.0


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))


def _squeezed(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


KELLY_SHARE = 0.25
LARGEST_PERCENT = 20.0
# What reaching the stop may cost, in percent of the capital.
LARGEST_LOSS_PERCENT = 1.0


def stake_percent(
    probability: float, price: Decimal, stop: Decimal, target: Decimal | None, confidence: float
) -> float:
    """Percent of the capital, 0 when the odds do not pay; without a target the gain is taken to equal the risk."""
    risk = float((price - stop) / price)
    reward = float((target - price) / price) if target is not None else risk
    if risk <= 0 or reward <= 0:
        return 0.0
    odds = reward / risk
    kelly = probability - (1 - probability) / odds
    if kelly <= 0:
        return 0.0
    stakes = (100 * KELLY_SHARE * kelly, LARGEST_LOSS_PERCENT / risk, LARGEST_PERCENT, 100 * confidence)
    return round(min(stakes) - 0.005, 2) if min(stakes) > 0.01 else 0.0
