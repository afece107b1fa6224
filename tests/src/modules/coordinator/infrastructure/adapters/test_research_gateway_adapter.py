"""The door to the experts: which service is asked, with what, on whose behalf, in which session."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchRun, running
from src.modules.coordinator.infrastructure.adapters.research_gateway_adapter import ResearchGatewayAdapter
from src.modules.research.application.results import CatalystDetectiveAgentResult
from src.modules.research.container import ResearchContainer

RUN = ResearchRun(
    session_id="s", owner_id="ann", thread="s", attempt=1, as_of=datetime(2026, 1, 2, tzinfo=UTC), language=Language.EN
)


@dataclass
class Sessions:
    """Hands out a new session at each call, and counts those that are open."""

    opened: list[object] = field(default_factory=list)
    open_now: int = 0
    most_open: int = 0

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[object]:
        session = object()
        self.opened.append(session)
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)
        yield session
        self.open_now -= 1

    @property
    def factory(self) -> async_sessionmaker[AsyncSession]:
        return cast(async_sessionmaker[AsyncSession], self)


@dataclass
class Service:
    name: str
    scope: Any
    calls: list[tuple[str, Any, dict[str, Any]]]
    answer: Any

    async def run(self, **asked: Any) -> Any:
        self.calls.append((self.name, self.scope, asked))
        await asyncio.sleep(0)
        return self.answer


@dataclass
class Experts:
    """Stands where the research container does."""

    sessions_seen: list[tuple[object, ResearchRun | None]] = field(default_factory=list)
    calls: list[tuple[str, Any, dict[str, Any]]] = field(default_factory=list)
    answer: Any = field(default_factory=lambda: {"signal": "BULLISH"})

    def door(self, session: AsyncSession, run: ResearchRun | None) -> ResearchContainer:
        self.sessions_seen.append((session, run))
        return cast(ResearchContainer, self)

    def __getattr__(self, name: str) -> Any:
        assert name.endswith("_service")
        return lambda scope: Service(name.removesuffix("_service"), scope, self.calls, self.answer)


def _found() -> CatalystDetectiveAgentResult:
    return CatalystDetectiveAgentResult(
        result={"catalyst_assessment": "Positive"},
        narrative_report="A contract.",
        raw_llm_output="{}",
        user_prompt="?",
        catalyst_context={},
        provenance={"engine": "rules"},
    )


async def test_the_technical_analyst_is_asked_with_its_day() -> None:
    experts = Experts()
    gateway = ResearchGatewayAdapter(Sessions().factory, experts.door)
    with running(RUN):
        await gateway.run_expert(ExpertType.TECHNICAL_ANALYST, "000001.SZ", {"analysis_date": "2026-02-13"})
        await gateway.run_expert(ExpertType.TECHNICAL_ANALYST, "000001.SZ", {"analysis_date": date(2026, 2, 13)})
        await gateway.run_expert(ExpertType.TECHNICAL_ANALYST, "000001.SZ")
    days = [asked["analysis_date"] for _, _, asked in experts.calls]
    assert days == [date(2026, 2, 13), date(2026, 2, 13), None]
    assert {asked["ticker"] for _, _, asked in experts.calls} == {"000001.SZ"}


async def test_the_auditor_is_asked_with_its_limit_and_five_by_default() -> None:
    experts = Experts()
    gateway = ResearchGatewayAdapter(Sessions().factory, experts.door)
    await gateway.run_expert(ExpertType.FINANCIAL_AUDITOR, "000001.SZ", {"limit": 8})
    await gateway.run_expert(ExpertType.FINANCIAL_AUDITOR, "000001.SZ")
    assert [asked["limit"] for _, _, asked in experts.calls] == [8, 5]


@pytest.mark.parametrize("expert", list(ExpertType))
async def test_each_expert_has_its_own_service_on_behalf_of_the_runs_owner(expert: ExpertType) -> None:
    experts = Experts(answer=_found() if expert is ExpertType.CATALYST_DETECTIVE else {"signal": "BULLISH"})
    gateway = ResearchGatewayAdapter(Sessions().factory, experts.door)
    with running(RUN):
        await gateway.run_expert(expert, "000001.SZ")
    ((name, scope, asked),) = experts.calls
    assert (name, scope.owner_id, scope.run_id) == (expert.value, "ann", "s")
    assert asked["language"] == "en"
    assert experts.sessions_seen[0][1] is RUN


async def test_without_a_run_the_local_owner_asks_and_nothing_is_reused() -> None:
    experts = Experts()
    await ResearchGatewayAdapter(Sessions().factory, experts.door).run_expert(ExpertType.VALUATION_MODELER, "000001.SZ")
    ((_, scope, _),) = experts.calls
    assert (scope.owner_id, scope.run_id) == (LOCAL_OWNER_ID, None)


async def test_the_detectives_result_becomes_a_dictionary() -> None:
    gateway = ResearchGatewayAdapter(Sessions().factory, Experts(answer=_found()).door)
    report = await gateway.run_expert(ExpertType.CATALYST_DETECTIVE, "000001.SZ")
    assert report["result"] == {"catalyst_assessment": "Positive"}
    assert (report["raw_llm_output"], report["user_prompt"], report["engine"]) == ("{}", "?", "rules")


async def test_experts_side_by_side_share_no_session() -> None:
    sessions, experts = Sessions(), Experts()
    gateway = ResearchGatewayAdapter(sessions.factory, experts.door)
    four = [expert for expert in ExpertType if expert is not ExpertType.CATALYST_DETECTIVE]
    await asyncio.gather(*(gateway.run_expert(expert, "000001.SZ") for expert in four))
    assert len(set(map(id, sessions.opened))) == 4
    assert [session for session, _ in experts.sessions_seen] == sessions.opened
    assert (sessions.most_open, sessions.open_now) == (4, 0)


async def test_a_report_with_a_number_that_is_none_is_refused() -> None:
    gateway = ResearchGatewayAdapter(Sessions().factory, Experts(answer={"confidence": float("nan")}).door)
    with pytest.raises(ValueError, match="not JSON compliant"):
        await gateway.run_expert(ExpertType.MACRO_INTELLIGENCE, "000001.SZ")
