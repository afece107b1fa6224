"""What the debate takes and gives: the port's DTOs, re-exported, and its outcome."""

from src.modules.debate.application.dtos.debate_outcome_dto import (
    BearCaseDTO,
    BullCaseDTO,
    DebateOutcomeDTO,
    DebateStagesDTO,
    RebuttalDTO,
    RiskItemDTO,
    SupportingArgumentDTO,
)
from src.modules.debate.domain.dtos import (
    BearArgument,
    BullArgument,
    DebateInput,
    ExpertSummary,
    ResolutionResult,
    RiskMatrixItem,
    SupportingArgument,
)

__all__ = [
    "BearArgument",
    "BearCaseDTO",
    "BullArgument",
    "BullCaseDTO",
    "DebateInput",
    "DebateOutcomeDTO",
    "DebateStagesDTO",
    "ExpertSummary",
    "RebuttalDTO",
    "ResolutionResult",
    "RiskItemDTO",
    "RiskMatrixItem",
    "SupportingArgument",
    "SupportingArgumentDTO",
]
