"""The service: what it refuses before any expert starts, what it fills in, and when it raises."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from packages.core.errors import Invalid
from src.modules.coordinator.application.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.application.research_orchestration_service import (
    ResearchOrchestrationService,
    experts_named,
)
from src.modules.coordinator.domain.exceptions import AllExpertsFailed, UnknownExpert
from src.modules.coordinator.domain.model.enums import ExpertType, OverallStatus
from src.modules.coordinator.domain.ports.research_orchestration import IResearchOrchestrationPort
from src.modules.coordinator.infrastructure.orchestration.langgraph_orchestrator import LangGraphResearchOrchestrator
from tests.fakes.clock import StoppedClock
from tests.fakes.debate_gateway import OUTCOME, FakeDebateGateway
from tests.fakes.research_gateway import REPORTS, FakeResearchGateway

T, F = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR


class Orchestrator(IResearchOrchestrationPort):
    """Says that all went as it is told to, and keeps what it was asked."""

    def __init__(self, status: OverallStatus = "completed") -> None:
        self.status = status
        self.requests: list[ResearchRequest] = []

    async def run(self, request: ResearchRequest) -> ResearchResult:
        self.requests.append(request)
        items = [ExpertResultItem(expert_type=each, status="failed", error="no") for each in request.experts]
        return ResearchResult(symbol=request.symbol, overall_status=self.status, expert_results=items)


def _asked(request: ResearchRequest, at: datetime = datetime(2026, 3, 2, 12, tzinfo=UTC)) -> ResearchRequest:
    return ResearchOrchestrationService(Orchestrator(), StoppedClock(at)).checked(request)


def _request(symbol: str = "000001.SZ", *experts: ExpertType, **options: Any) -> ResearchRequest:
    return ResearchRequest(symbol=symbol, experts=list(experts or (T, F)), options=options)


async def test_the_orchestrators_result_is_passed_on_as_it_is() -> None:
    orchestrator = Orchestrator("partial")
    result = await ResearchOrchestrationService(orchestrator).run(_request())
    assert result.overall_status == "partial"
    assert [request.symbol for request in orchestrator.requests] == ["000001.SZ"]


async def test_when_all_failed_the_error_carries_the_whole_result() -> None:
    with pytest.raises(AllExpertsFailed) as failed:
        await ResearchOrchestrationService(Orchestrator("failed")).run(_request())
    assert [item.error for item in failed.value.result.expert_results] == ["no", "no"]
    assert failed.value.details == {"errors": {"technical_analyst": "no", "financial_auditor": "no"}}


def test_an_expert_that_is_named_twice_is_asked_once() -> None:
    assert _asked(_request("000001.SZ", F, T, F)).experts == [F, T]


def test_a_symbol_is_carried_in_its_canonical_spelling() -> None:
    assert _asked(_request(" sz000001 ")).symbol == "000001.SZ"


def test_options_that_nobody_gave_have_their_defaults() -> None:
    assert _asked(_request()).options == {
        "technical_analyst": {"analysis_date": "2026-03-02"},
        "financial_auditor": {"limit": 5},
    }
    assert _asked(_request("000001.SZ", ExpertType.MACRO_INTELLIGENCE)).options == {}


@pytest.mark.parametrize(
    ("symbol", "today"), [("000001.SZ", "2026-03-03"), ("AAPL", "2026-03-02"), ("BTC-USD", "2026-03-02")]
)
def test_today_is_the_exchanges_own_and_utc_for_crypto(symbol: str, today: str) -> None:
    late = datetime(2026, 3, 2, 20, tzinfo=UTC)
    assert _asked(_request(symbol, T), late).options["technical_analyst"] == {"analysis_date": today}


def test_given_options_are_kept_and_those_of_others_are_not_read() -> None:
    given: dict[str, Any] = {
        "technical_analyst": {"analysis_date": "2026-02-13"},
        "financial_auditor": {"limit": "not even a number"},
    }
    assert _asked(_request("000001.SZ", T, **given)).options == {"technical_analyst": {"analysis_date": "2026-02-13"}}
    assert _asked(_request("000001.SZ", F, financial_auditor={"limit": 20})).options["financial_auditor"]["limit"] == 20
    kept = _asked(_request("000001.SZ", T, technical_analyst={"analysis_date": date(2026, 2, 13)}))
    assert kept.options["technical_analyst"]["analysis_date"] == "2026-02-13"


def test_a_checked_request_is_checked_again_without_change() -> None:
    once = _asked(_request())
    assert _asked(once) == once


BAD: list[tuple[dict[str, Any], str]] = [
    ({"technical_analyst": {"analysis_date": "2026-03-03"}}, "nothing is known of the future"),
    ({"technical_analyst": {"analysis_date": "2026-02-30"}}, "not a day"),
    ({"technical_analyst": {"analysis_date": "13.02.2026"}}, "not a day"),
    ({"technical_analyst": {"analysis_date": "2026-02-13T00:00:00"}}, "not a day"),
    ({"technical_analyst": {"analysis_date": 20260213}}, "not a day"),
    ({"technical_analyst": {"analysis_date": None}}, "not a day"),
    ({"technical_analyst": {"analysis_date": datetime(2026, 2, 13, tzinfo=UTC)}}, "not a day"),
    ({"technical_analyst": {"limit": 5}}, "no option 'limit'"),
    ({"financial_auditor": {"limit": 0}}, "1 to 20"),
    ({"financial_auditor": {"limit": 21}}, "1 to 20"),
    ({"financial_auditor": {"limit": "5"}}, "1 to 20"),
    ({"financial_auditor": {"limit": 5.0}}, "1 to 20"),
    ({"financial_auditor": {"limit": True}}, "1 to 20"),
    ({"financial_auditor": {"limit": None}}, "1 to 20"),
    ({"financial_auditor": {"analysis_date": "2026-02-13"}}, "no option 'analysis_date'"),
    ({"astrologer": {}}, "'astrologer'"),
]


@pytest.mark.parametrize(("options", "said"), BAD)
async def test_a_bad_option_is_refused_before_any_expert_starts(options: dict[str, Any], said: str) -> None:
    orchestrator = Orchestrator()
    service = ResearchOrchestrationService(orchestrator, StoppedClock(datetime(2026, 3, 2, 12, tzinfo=UTC)))
    with pytest.raises(Invalid, match=said):
        await service.run(_request("000001.SZ", T, F, **options))
    assert orchestrator.requests == []


@pytest.mark.parametrize(("symbol", "experts"), [("", [T]), ("  ", [T]), ("no symbol at all", [T]), ("AAPL", [])])
async def test_a_blank_or_unreadable_symbol_and_no_experts_are_refused(symbol: str, experts: list[ExpertType]) -> None:
    orchestrator = Orchestrator()
    with pytest.raises(Invalid):
        await ResearchOrchestrationService(orchestrator).run(ResearchRequest(symbol=symbol, experts=experts))
    assert orchestrator.requests == []


def test_an_expert_that_nobody_has_heard_of_is_named() -> None:
    assert experts_named(["catalyst_detective"]) == [ExpertType.CATALYST_DETECTIVE]
    with pytest.raises(UnknownExpert, match="'astrologer'"):
        experts_named(["technical_analyst", "astrologer", "astrologer"])


@pytest.mark.slow
async def test_the_service_over_the_graph_brings_reports_and_the_debate() -> None:
    gateway = FakeResearchGateway(fails={F: RuntimeError("no books")})
    service = ResearchOrchestrationService(LangGraphResearchOrchestrator(gateway, FakeDebateGateway()))
    result = await service.run(_request())
    assert [(item.expert_type, item.status) for item in result.expert_results] == [(T, "success"), (F, "failed")]
    assert (result.expert_results[0].result, result.expert_results[1].error) == (REPORTS[T], "no books")
    assert (result.overall_status, result.debate_outcome) == ("partial", OUTCOME)
