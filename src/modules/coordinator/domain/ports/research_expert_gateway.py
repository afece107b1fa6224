"""The experts of the research context, as the coordinator calls them."""

from abc import ABC, abstractmethod
from typing import Any

from src.modules.coordinator.domain.model.enums import ExpertType


class IResearchExpertGateway(ABC):
    """Any expert, through one method."""

    @abstractmethod
    async def run_expert(
        self,
        expert_type: ExpertType,
        symbol: str,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The expert's report; any exception means that there is none."""
