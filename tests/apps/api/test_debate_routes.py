"""`POST /api/v1/debate/run`: what it takes, what it gives, and how it fails."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.clock import SystemClock
from packages.settings.load import load_settings
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.errors import ModelRefused
from tests.fakes.scripted_model import Fails, Hangs, Says, ScriptedModel, ScriptedProviders, Step
from tests.src.modules.debate.agents import BearFirst
from tests.src.modules.debate.making import BEAR_JSON, BULL_JSON, RAW, RESOLUTION_JSON, SYMBOL, written

URL = "/api/v1/debate/run"
BODY = {"symbol": SYMBOL, "expert_results": RAW}
FIELDS = {
    "symbol", "direction", "confidence", "bull_case", "bear_case", "risk_matrix", "key_disagreements",
    "conflict_resolution",
}  # fmt: skip
NORMALIZED = {"signal": "BULLISH", "confidence": 0.8, "reasoning": "It rises.", "risk_warning": "It may fall."}


Script = Callable[..., ScriptedModel]


@pytest.fixture
async def script(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Script]:
    """Has the app talk to a model that plays these steps, through the real platform."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    desk: AppContext = app.state.services
    async with AsyncExitStack() as stack:

        def play(*steps: Step) -> ScriptedModel:
            model = BearFirst(*steps)
            providers = ScriptedProviders(default=model)
            llm = LlmPlatformContainer(desk.database, load_settings(), SystemClock(), providers)
            stack.push_async_callback(llm.aclose)
            app.state.services = replace(desk, llm=llm)
            return model

        yield play
    app.state.services = desk


async def refused(client: httpx.AsyncClient, body: object, status: int = 400) -> dict[str, object]:
    answer = await client.post(URL, json=body)
    assert answer.status_code == status, (body, answer.text)
    assert set(answer.json()) == {"error"}
    error: dict[str, object] = answer.json()["error"]
    assert set(error) == {"code", "message", "details"}
    return error


async def test_the_raw_results_of_all_five_are_debated(client: httpx.AsyncClient) -> None:
    answer = await client.post(URL, json=BODY)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert set(told) >= FIELDS
    assert (told["symbol"], told["engine"], told["rounds"], told["degraded"]) == (SYMBOL, "rules", 1, [])
    assert told["direction"] in {"BULLISH", "BEARISH", "NEUTRAL"}
    assert 0 <= told["confidence"] <= 1
    assert told["bull_case"]["supporting_arguments"]
    assert told["bear_case"]["supporting_arguments"]
    assert set(told["risk_matrix"][0]) == {"risk", "probability", "impact", "mitigation"}
    assert set(told["stages"]) == {"before", "bull", "bear", "resolution"}
    assert "[catalyst_detective:E4]" in answer.text
    for filtered in ("用户提示词原文", "模型原始输出", "https://example.org", "'event'"):
        assert filtered not in answer.text


async def test_raw_normalized_and_wrapped_results_may_be_mixed(client: httpx.AsyncClient) -> None:
    results = {
        "technical_analyst": NORMALIZED,
        "valuation_modeler": {"status": "success", "data": RAW["valuation_modeler"]},
        "catalyst_detective": RAW["catalyst_detective"],
        "macro_intelligence": {"status": "failed", "error": "too slow"},
        "financial_auditor": None,
    }
    told = (await client.post(URL, json={"symbol": SYMBOL, "expert_results": results})).json()
    dimensions = {one["dimension"] for side in ("bull_case", "bear_case") for one in told[side]["supporting_arguments"]}
    assert dimensions == {"technical_analyst", "valuation_modeler", "catalyst_detective"}
    assert "macro_intelligence: it did not succeed: too slow." in told["degraded"]
    assert "financial_auditor: it has no result." in told["degraded"]


async def test_more_rounds_may_be_asked_for(client: httpx.AsyncClient) -> None:
    told = (await client.post(URL, json={**BODY, "rounds": 3})).json()
    assert told["rounds"] == 3


async def test_a_symbol_that_is_none_is_refused(client: httpx.AsyncClient) -> None:
    for symbol in ("", "   ", None, 7, True, ["A"], "A" * 61):
        assert "symbol" in str((await refused(client, {**BODY, "symbol": symbol}))["message"]), symbol


async def test_a_missing_symbol_is_refused(client: httpx.AsyncClient) -> None:
    assert "symbol" in str((await refused(client, {"expert_results": RAW}))["message"])


async def test_results_that_are_empty_or_of_another_kind_are_refused(client: httpx.AsyncClient) -> None:
    odd: list[object] = [{}, None, [], "all", {"technical_analyst": "BULLISH"}, {"technical_analyst": 1}]
    for results in odd:
        error = await refused(client, {"symbol": SYMBOL, "expert_results": results})
        assert "expert_results" in str(error["message"]), results


async def test_missing_results_are_refused(client: httpx.AsyncClient) -> None:
    assert "expert_results" in str((await refused(client, {"symbol": SYMBOL}))["message"])


async def test_a_body_that_is_no_json_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post(URL, content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"]


async def test_unknown_experts_are_refused_by_name(client: httpx.AsyncClient) -> None:
    results = {**RAW, "astrologer": NORMALIZED}
    error = await refused(client, {"symbol": SYMBOL, "expert_results": results})
    assert error["code"] == "unknown_experts"
    assert "astrologer" in str(error["message"])


UNUSABLE: tuple[object, ...] = (
    {"signal": "BULLISH", "confidence": "0.8"}, {"signal": "BULLISH", "confidence": True},
    {"signal": "BULLISH", "confidence": 2}, {"signal": "BULLISH"}, {"confidence": 0.5},
    {"signal": "MAYBE", "confidence": 0.5}, {}, None, {"status": "failed", "error": "x"},
    {"status": "success", "data": None},
)  # fmt: skip


async def test_no_usable_expert_is_refused_by_name(client: httpx.AsyncClient) -> None:
    for result in UNUSABLE:
        error = await refused(client, {"symbol": SYMBOL, "expert_results": {"technical_analyst": result}})
        assert error["code"] == "no_usable_experts", result
        assert "technical analyst" in str(error["message"]), result


async def test_rounds_out_of_range_are_refused(client: httpx.AsyncClient) -> None:
    for rounds in (0, 4, "2", 1.5, True, None):
        assert "rounds" in str((await refused(client, {**BODY, "rounds": rounds}))["message"]), rounds


async def test_a_model_argues_where_there_is_one(client: httpx.AsyncClient, script: Script) -> None:
    model = script(
        Says(written(BULL_JSON), expecting="You are the bull"),
        Says(written(BEAR_JSON), expecting="You are the bear"),
        Says(written(RESOLUTION_JSON), expecting="You resolve"),
    )
    told = (await client.post(URL, json=BODY)).json()
    assert (told["engine"], told["direction"], told["confidence"]) == ("llm", "BULLISH", 0.55)
    model.assert_done()


async def test_an_answer_that_cannot_be_parsed_is_500_with_what_was_wrong(
    client: httpx.AsyncClient, script: Script
) -> None:
    model = script(
        Says(written(BULL_JSON), expecting="You are the bull"),
        Says(written(BEAR_JSON), expecting="You are the bear"),
        Says("I would rather not.", expecting="You resolve"),
        Says(written(RESOLUTION_JSON, confidence=7), expecting="You resolve"),
    )
    error = await refused(client, BODY, 500)
    assert error["code"] == "llm_output_parse_error"
    assert "confidence" in str(error["details"])
    model.assert_done()


async def test_a_model_that_fails_is_500_and_never_rules(client: httpx.AsyncClient, script: Script) -> None:
    model = script(
        Fails(ModelRefused("The key is wrong."), expecting="You are the bull"),
        Hangs(expecting="You are the bear"),
    )
    error = await refused(client, BODY, 500)
    assert error["code"] == "model_refused"
    assert (len(model.requests), model.left) == (2, 1)


async def test_the_cost_is_told_without_asking_anybody(client: httpx.AsyncClient, script: Script) -> None:
    model = script()
    told = (await client.post("/api/v1/debate/cost", json={**BODY, "rounds": 2})).json()
    assert (told["engine"], told["model_calls"], told["model_calls_at_most"]) == ("llm", 5, 20)
    assert told["currency"] == "USD"
    assert model.requests == []


async def test_rules_cost_nothing(client: httpx.AsyncClient) -> None:
    told = (await client.post("/api/v1/debate/cost", json=BODY)).json()
    assert (told["engine"], told["model_calls"], float(told["cost_at_most"])) == ("rules", 0, 0.0)


@pytest.mark.usefixtures("password_mode")
async def test_nobody_debates_without_signing_in(home: Path, app: FastAPI, client: httpx.AsyncClient) -> None:
    assert (await client.post(URL, json=BODY)).status_code == 401


RESEARCH = {
    "technical_analyst": "technical-analysis", "financial_auditor": "financial-audit",
    "valuation_modeler": "valuation-model", "macro_intelligence": "macro-intelligence",
    "catalyst_detective": "catalyst-detective",
}  # fmt: skip


async def test_what_the_five_experts_answer_can_be_posted_as_it_is(
    demo_at_home: Path, client: httpx.AsyncClient
) -> None:
    asked = {"symbol": "DEMO7", "analysis_date": "2025-12-31"}
    answers = {name: await client.get(f"/api/v1/research/{path}", params=asked) for name, path in RESEARCH.items()}
    assert [answer.status_code for answer in answers.values()] == [200] * 5
    results = {name: answer.json() for name, answer in answers.items()}
    told = await client.post(URL, json={"symbol": "DEMO7", "expert_results": results})
    assert told.status_code == 200, told.text
    body = told.json()
    assert (body["engine"], body["degraded"]) == ("rules", [])
    cited = {one["dimension"] for side in ("bull_case", "bear_case") for one in body[side]["supporting_arguments"]}
    assert cited == set(RESEARCH)
