"""The kinds of stress tests that can be asked for by one word."""

from collections.abc import Mapping
from enum import StrEnum

from packages.domain.stress.jobs.errors import BadStressRequest
from packages.domain.stress.jobs.plan import ScenarioSet
from packages.domain.stress.verdict.parts import Part


class Kind(StrEnum):
    """One part of the lab, or all of them; a pass needs all."""

    CRISIS = "crisis"
    MONTE_CARLO = "monte_carlo"
    SENSITIVITY = "sensitivity"
    WALK_FORWARD = "walk_forward"
    FULL = "full"


PARTS: Mapping[Kind, tuple[Part, ...]] = {
    Kind.CRISIS: (Part.CRISES,),
    Kind.MONTE_CARLO: (Part.MONTE_CARLO,),
    Kind.SENSITIVITY: (Part.SENSITIVITY,),
    Kind.WALK_FORWARD: (Part.WALK_FORWARD,),
    Kind.FULL: tuple(Part),
}


def require_kind(scenarios: ScenarioSet, kind: Kind | None) -> None:
    """None takes the set for what it is."""
    if kind is not None and set(PARTS[kind]) != set(scenarios.parts):
        told = ", ".join(scenarios.parts)
        raise BadStressRequest("stress.kind_not_of_set", parts=told, kind=kind)
