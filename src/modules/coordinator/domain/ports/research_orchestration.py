"""Running a whole question: experts side by side, then the debate."""

from abc import ABC, abstractmethod

from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult


class IResearchOrchestrationPort(ABC):
    """Carries a research request out."""

    @abstractmethod
    async def run(self, request: ResearchRequest) -> ResearchResult:
        """What came of it, failures included; raises only when the orchestration itself breaks."""
