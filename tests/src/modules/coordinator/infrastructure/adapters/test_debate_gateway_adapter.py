"""The door to the debate: what of the experts' results goes through it, and what comes back."""

from typing import Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.errors import ParleyError
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.session import ResearchRun
from src.modules.coordinator.infrastructure.adapters.debate_gateway_adapter import DebateGatewayAdapter
from src.modules.coordinator.infrastructure.adapters.judge_gateway_adapter import JudgeGatewayAdapter
from src.modules.debate.application.dtos import DebateInput, DebateOutcomeDTO, ExpertSummary
from src.modules.debate.container import DebateContainer
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.container import JudgeContainer
from tests.fakes.debate_gateway import OUTCOME as TOLD
from tests.fakes.research_gateway import REPORTS
from tests.src.modules.coordinator.infrastructure.adapters.test_research_gateway_adapter import Sessions

ALL = {expert.value: report for expert, report in REPORTS.items()}
OUTCOME = dict(TOLD)


class Debate:
    """Stands where the debate's container and service do."""

    def __init__(self) -> None:
        self.sessions: list[object] = []
        self.inputs: list[DebateInput] = []

    def door(self, session: AsyncSession, _run: ResearchRun | None) -> DebateContainer:
        self.sessions.append(session)
        return cast(DebateContainer, self)

    def debate_service(self) -> "Debate":
        return self

    async def run(self, debate_input: DebateInput) -> DebateOutcomeDTO:
        self.inputs.append(debate_input)
        return DebateOutcomeDTO.model_validate(OUTCOME)


async def _summaries(results: dict[str, Any]) -> dict[str, ExpertSummary]:
    debate = Debate()
    await DebateGatewayAdapter(Sessions().factory, debate.door).run_debate("000001.SZ", results)
    assert debate.inputs[0].symbol == "000001.SZ"
    return dict(debate.inputs[0].expert_summaries)


async def test_each_debate_has_a_session_and_a_container_of_its_own() -> None:
    debate, sessions = Debate(), Sessions()
    gateway = DebateGatewayAdapter(sessions.factory, debate.door)
    await gateway.run_debate("000001.SZ", ALL)
    await gateway.run_debate("000001.SZ", ALL)
    assert debate.sessions == sessions.opened
    assert len(set(map(id, sessions.opened))) == len(debate.inputs) == 2
    assert sessions.open_now == 0


async def test_of_the_technical_analyst_four_fields_go_through_and_nothing_else() -> None:
    (summary,) = (await _summaries({"technical_analyst": ALL["technical_analyst"]})).values()
    assert summary.model_dump() == {
        "signal": "BULLISH",
        "confidence": 0.78,
        "reasoning": "Above its averages [E1].",
        "risk_warning": "Overbought [E2].",
    }


async def test_the_valuation_modelers_names_become_the_common_ones() -> None:
    (summary,) = (await _summaries({"valuation_modeler": ALL["valuation_modeler"]})).values()
    assert (summary.signal, summary.confidence) == ("Undervalued", 0.55)
    assert summary.reasoning == "Cheap against its own past."
    assert summary.risk_warning == "Earnings may fall.；Rates may rise."


async def test_the_detectives_nested_fields_are_taken_out() -> None:
    (summary,) = (await _summaries({"catalyst_detective": ALL["catalyst_detective"]})).values()
    assert (summary.signal, summary.confidence, summary.reasoning) == ("Positive", 0.45, "A contract is near.")
    assert "Lock-up ends" in summary.risk_warning
    assert "{" not in summary.risk_warning


async def test_only_experts_that_succeeded_go_through() -> None:
    three = ["technical_analyst", "financial_auditor", "macro_intelligence"]
    results: dict[str, Any] = {name: ALL[name] for name in three} | {"valuation_modeler": None}
    assert set(await _summaries(results)) == set(three)


async def test_none_of_the_bulky_fields_goes_through() -> None:
    for summary in (await _summaries(ALL)).values():
        assert set(summary.model_dump()) == {"signal", "confidence", "reasoning", "risk_warning"}
        assert "the prompt" not in str(summary)
        assert "the answer" not in str(summary)


async def test_what_comes_back_is_a_plain_dictionary() -> None:
    outcome = await DebateGatewayAdapter(Sessions().factory, Debate().door).run_debate("000001.SZ", ALL)
    assert type(outcome) is dict
    assert outcome == DebateOutcomeDTO.model_validate(OUTCOME).model_dump()
    assert (outcome["direction"], outcome["bull_case"]["core_thesis"]) == ("BULLISH", "Up.")


async def test_without_a_usable_expert_there_is_no_debate() -> None:
    with pytest.raises(ParleyError):
        await _summaries({ExpertType.MACRO_INTELLIGENCE.value: {"macro_environment": "Favorable"}})


class Judge:
    """Stands where the judge's container, service and verdict do."""

    def __init__(self) -> None:
        self.requests: list[JudgeRequest] = []

    def door(self, _session: AsyncSession, _run: ResearchRun | None) -> JudgeContainer:
        return cast(JudgeContainer, self)

    def judge_service(self) -> "Judge":
        return self

    async def run(self, request: JudgeRequest) -> "Judge":
        self.requests.append(request)
        return self

    def model_dump(self, mode: str) -> dict[str, str]:
        return {"action": "HOLD", "mode": mode}


async def test_the_judge_is_given_the_reports_and_the_debate() -> None:
    judge = Judge()
    verdict = await JudgeGatewayAdapter(Sessions().factory, judge.door).run_verdict("000001.SZ", ALL, OUTCOME)
    assert verdict == {"action": "HOLD", "mode": "json"}
    assert (judge.requests[0].expert_results, judge.requests[0].debate_outcome) == (ALL, OUTCOME)
