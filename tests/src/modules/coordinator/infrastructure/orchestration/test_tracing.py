"""Nothing of a run is sent to a tracing service, whatever the environment says."""

from typing import Any

import pytest

from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.infrastructure.orchestration.langgraph_orchestrator import LangGraphResearchOrchestrator


class _Tells(IResearchExpertGateway):
    async def run_expert(
        self, expert_type: ExpertType, symbol: str, options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        from langsmith.utils import tracing_is_enabled

        return {"traced": bool(tracing_is_enabled())}


async def test_tracing_that_is_on_for_other_programs_is_off_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", "http://127.0.0.1:9")
    request = ResearchRequest(symbol="DEMO1.SZ", experts=[ExpertType.TECHNICAL_ANALYST], options={})
    result = await LangGraphResearchOrchestrator(_Tells()).run(request)
    (item,) = result.expert_results
    assert item.result == {"traced": False}
