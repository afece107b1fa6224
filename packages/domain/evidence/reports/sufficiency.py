"""How far evidence carries a report: the one rule that caps confidence, and the floor below which there is no report.

    cap = share × volume × (0.5 + 0.5 × coverage) × freshness

share      what the rows bear out of all that the report claims: (bound + supported) / (numbers + claims)
volume     a fifth for each number or claim that is borne out, 1 from five on
coverage   the figures that were found, of those that were looked for
freshness  1 while the newest row is no older than `fresh_days`, then fresh_days / age, never below 0.25

Below the minimum (nothing borne out, or less than half) the report does not count at all. See decision 0022.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from packages.domain.evidence.findings import Grounding

LEAST_BORNE_OUT = 0.5
ENOUGH = 5
_UNCOVERED = 0.5
_STALEST = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceStanding:
    """What a report stands on. `coverage` from 0 to 1; `age_days` of the newest row."""

    grounding: Grounding
    coverage: float = 1.0
    age_days: float = 0.0
    fresh_days: float = 30.0


def is_sufficient(grounding: Grounding) -> bool:
    """Whether the report counts at all."""
    return borne_out(grounding) > 0 and share_borne_out(grounding) >= LEAST_BORNE_OUT


def confidence_cap(standing: EvidenceStanding) -> float:
    """The most confidence that the evidence carries, from 0 to 1; 0 below the floor."""
    grounding = standing.grounding
    if not is_sufficient(grounding):
        return 0.0
    volume = min(1.0, borne_out(grounding) / ENOUGH)
    covered = _UNCOVERED + (1 - _UNCOVERED) * min(1.0, max(0.0, standing.coverage))
    return share_borne_out(grounding) * volume * covered * _freshness(standing)


def carried(confidence: float, grounding: Grounding) -> float:
    """The confidence of a speaker as far as its own words carry it: the rows are the experts', who answer for their
    coverage and age."""
    return min(confidence, round(confidence_cap(EvidenceStanding(grounding=grounding)), 4))


def borne_out(grounding: Grounding) -> int:
    return grounding.bound + grounding.supported


def share_borne_out(grounding: Grounding) -> float:
    """0 where nothing is claimed: what says nothing that can be checked carries nothing."""
    claimed = grounding.numbers + grounding.claims
    return borne_out(grounding) / claimed if claimed else 0.0


def reported_share(grounding: object) -> float | None:
    """The share by the grounding that a result reports; None where it reports none."""
    if not isinstance(grounding, Mapping):
        return None
    counts = [grounding.get(name, 0) for name in ("numbers", "bound", "claims", "supported")]
    if not all(isinstance(count, int) and count >= 0 for count in counts):
        return None
    numbers, bound, claims, supported = counts
    return min(1.0, share_borne_out(Grounding(numbers, bound, (), claims, supported)))


def _freshness(standing: EvidenceStanding) -> float:
    if standing.age_days <= standing.fresh_days:
        return 1.0
    return max(_STALEST, standing.fresh_days / standing.age_days)
