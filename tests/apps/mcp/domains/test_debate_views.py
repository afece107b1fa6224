"""A debate is short enough for a model to read at once, and says what it left out for that."""

import json
from datetime import date
from typing import Any

import pytest

from apps.api.services import AppContext
from apps.mcp.domains.research.call_views import VerdictView
from apps.mcp.domains.research.debate_views import DebatePart, DebateView
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.evidence.reports.opinions import OpinionMarks
from packages.infra.providers.market_data.demo.companies import COMPANIES
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.debate.application.dtos import DebateOutcomeDTO
from src.modules.debate.application.marking import marked_outcome
from src.modules.judge.application.dtos import VerdictDTO, verdict_outside_the_book
from tests.apps.mcp.conftest import Open
from tests.demo import in_either_language
from tests.src.modules.judge.making import call

MOST = 8_500
FRESH = date(2025, 12, 31)


@pytest.mark.asyncio(loop_scope="module")
@in_either_language([str(company.symbol) for company in COMPANIES if company.delisted_on is None])
async def test_the_debate_of_every_demo_company_fits_on_fresh_data(
    symbol: str, language: Language, tools_of: Open, desk: AppContext
) -> None:
    tools = tools_of(ToolDomain.RESEARCH)
    request = ResearchRequest(symbol=symbol, experts=list(ExpertType), analysis_date=FRESH)
    session = await desk.sessions.start(LOCAL_OWNER_ID, request, language, f"{symbol} {language}")
    await desk.sessions.ended(session)
    told = await tools("debate", research_session_id=session.id)
    assert _size(told) < MOST
    assert told["bull"]["arguments"]
    assert told["bear"]["arguments"]
    assert told["disagreements"]
    whole = json.loads(await tools.read(told["more"][0]["uri"]))
    assert len(whole["risk_matrix"]) >= len(told["risk_matrix"]) > 0
    if DebatePart.MITIGATIONS in told["left_out"]:
        assert all(risk["mitigation"] for risk in whole["risk_matrix"])


def test_a_short_debate_is_told_whole() -> None:
    told = DebateView.of("s-1", _outcome(size=20))
    assert told.left_out == []
    assert all(risk.mitigation for risk in told.risk_matrix)
    assert len(told.bull.arguments) == 5


def test_opinions_are_marked_and_codes_stay() -> None:
    outcome = marked_outcome(_outcome(size=20), OpinionMarks(frozenset(), Language.EN))
    told = DebateView.of("s-1", outcome)
    assert told.resolution.endswith(" (opinion)")
    assert all(each.argument.endswith(" (opinion)") for each in (*told.bull.arguments, *told.bear.arguments))
    assert (told.symbol, told.direction, told.bull.arguments[0].strength) == ("DEMO1.SZ", "NEUTRAL", "LOW")


def test_a_models_verdict_is_marked_too_and_its_prices_are_short() -> None:
    price = {"value": "24.8523265208262850", "unit": "CNY/share"}
    stop = price | {"expert": "technical_analyst", "rule": "row", "rows": []}
    marks = OpinionMarks(frozenset({"technical_analyst-E1"}), Language.EN)
    words = {"reasoning": "The trend [technical_analyst:E1]. The moat is wide.", "risk_warnings": ["Policy."]}
    told = VerdictView.of(_verdict(engine="llm", stop_loss=stop, **words), marks)
    assert told.reasoning == "The trend [technical_analyst:E1]. The moat is wide. (opinion)"
    assert told.risk_warnings == ["Policy. (opinion)"]
    assert told.stop_loss is not None
    assert told.stop_loss.value == "24.85"
    assert VerdictView.of(_verdict(engine="rules", **words), marks).risk_warnings == ["Policy."]


def test_the_least_useful_parts_go_first() -> None:
    told = DebateView.of("s-1", _outcome(size=220))
    assert told.left_out == [DebatePart.MITIGATIONS, DebatePart.GRANTS]
    assert {risk.mitigation for risk in told.risk_matrix} == {None}
    assert (told.bull.grants, len(told.bull.arguments), len(told.risk_matrix)) == ([], 5, 5)


def test_the_longest_debate_fits_and_keeps_the_strongest_arguments() -> None:
    told = DebateView.of("s-1", _outcome(size=5_000))
    assert _size(told.model_dump(mode="json")) < MOST
    assert told.left_out == list(DebatePart)
    assert [each.strength for each in told.bear.arguments] == ["LOW", "MEDIUM", "HIGH"]
    assert told.disagreements


def _verdict(**changed: Any) -> VerdictDTO:
    return VerdictDTO.model_validate(verdict_outside_the_book(call(), Language.EN).model_dump() | changed)


def _size(told: dict[str, Any]) -> int:
    return len(json.dumps(told, ensure_ascii=False))


def _outcome(size: int) -> DebateOutcomeDTO:
    """Six of everything, each text this long."""
    text, texts = "x" * size, ["x" * size] * 6
    points = [
        {"dimension": "technical_analyst", "argument": text, "evidence": text, "strength": strength}
        for strength in ("LOW", "LOW", "MEDIUM", "LOW", "HIGH", "HIGH")
    ]
    case: dict[str, Any] = {"core_thesis": text, "supporting_arguments": points}
    risk = {"risk": text, "probability": "LOW", "impact": "HIGH", "mitigation": text}
    return DebateOutcomeDTO.model_validate(
        {
            "symbol": "DEMO1.SZ",
            "direction": "NEUTRAL",
            "confidence": 0.5,
            "bull_case": {**case, "acknowledged_risks": texts},
            "bear_case": {**case, "acknowledged_strengths": texts},
            "risk_matrix": [risk] * 6,
            "key_disagreements": texts,
            "conflict_resolution": text,
            "degraded": texts,
        }
    )
