"""The container: who is wired to whom, and the whole desk by its rules."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import async_sessionmaker

from packages.core.messages import Language
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.application.research_orchestration_service import ResearchOrchestrationService
from src.modules.coordinator.container import CoordinatorContainer
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.infrastructure.adapters.debate_gateway_adapter import DebateGatewayAdapter
from src.modules.coordinator.infrastructure.adapters.judge_gateway_adapter import JudgeGatewayAdapter
from src.modules.coordinator.infrastructure.adapters.research_gateway_adapter import ResearchGatewayAdapter
from src.modules.coordinator.infrastructure.orchestration.langgraph_orchestrator import LangGraphResearchOrchestrator
from tests.e2e.researcher import NOW, OWNER, open_researcher
from tests.fakes.debate_gateway import OUTCOME, VERDICT
from tests.fakes.research_gateway import REPORTS

ALL = ResearchRequest(symbol="DEMO1.SZ", experts=list(ExpertType))


async def test_the_service_stands_on_the_graph_with_the_doors_to_research_debate_and_judge(home: Path) -> None:
    container = CoordinatorContainer()
    service = container.research_orchestration_service()
    assert isinstance(service, ResearchOrchestrationService)
    assert isinstance(service.orchestrator, LangGraphResearchOrchestrator)
    assert isinstance(service.orchestrator.gateway, ResearchGatewayAdapter)
    assert isinstance(service.orchestrator.debate_gateway, DebateGatewayAdapter)
    assert isinstance(service.orchestrator.judge_gateway, JudgeGatewayAdapter)
    assert container.research_orchestration_service().orchestrator is service.orchestrator, "compiled once"
    await container.aclose()


async def test_a_session_tells_which_database_and_is_shared_by_nobody(home: Path, database: Database) -> None:
    async with async_sessionmaker(database.engine)() as session:
        container = CoordinatorContainer(session, database=database, settings=load_settings())
        assert container.research_orchestration_service().orchestrator is not None
        assert not session.in_transaction()
        await container.aclose()


async def test_by_its_rules_the_desk_researches_debates_and_judges(
    demo_at_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database(load_settings().database_url)
    async with open_researcher(database) as sessions, asyncio.timeout(60):
        session = await sessions.ended(await sessions.start(OWNER, ALL, Language.EN))
        nodes = (await sessions.detail(OWNER, session.id)).nodes
    await database.aclose()
    assert session.status is ResearchStatus.COMPLETED
    assert session.result is not None
    assert [item.status for item in session.result.expert_results] == ["success"] * 5
    assert session.result.debate_outcome is not None, session.result.debate_error
    assert session.result.verdict is not None, session.result.judge_error
    for item in session.result.expert_results:
        assert set(REPORTS[item.expert_type]) <= set(item.result or {}), "the fake experts report as the real ones do"
    assert set(OUTCOME) <= set(session.result.debate_outcome)
    assert set(VERDICT) <= set(session.result.verdict)
    assert session.result.debate_outcome["direction"] in ("BULLISH", "BEARISH", "NEUTRAL")
    assert {item.result["as_of"] for item in session.result.expert_results if item.result} == {NOW.isoformat()}
    assert {node.engine for node in nodes if node.node != "aggregator_node"} == {"rules"}
    assert "ERROR" not in [record.levelname for record in caplog.records]
