"""A debate with its opinions marked: what a model said and no row bears out is to be read as that."""

from packages.domain.evidence.reports.opinions import OpinionMarks
from src.modules.debate.application.dtos import DebateOutcomeDTO

_CODES = frozenset(
    {"symbol", "direction", "engine", "dimension", "strength", "probability", "impact", "degraded", "grounding"}
)


def marked_outcome(outcome: DebateOutcomeDTO, marks: OpinionMarks) -> DebateOutcomeDTO:
    """What rules said stays: they speak in the experts' own checked sentences."""
    if outcome.engine == "rules":
        return outcome
    return DebateOutcomeDTO.model_validate(marks.marked_fields(outcome.model_dump(), _CODES))
