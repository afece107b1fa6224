"""The DTOs of the orchestration port, for those who call the service."""

from src.modules.coordinator.domain.dtos.research_dtos import (
    MOST_ROUNDS,
    ExpertResultItem,
    ResearchRequest,
    ResearchResult,
)

__all__ = ["MOST_ROUNDS", "ExpertResultItem", "ResearchRequest", "ResearchResult"]
