"""From research to rules over HTTP: one request makes a strategy, and newer research points at what no longer holds."""

from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from tests.apps.api.test_error_shape import assert_error
from tests.corpus.sample_strategy import sample
from tests.packages.domain.strategy.from_research.handmade import ROWS

STRATEGIES = "/api/v1/strategies"
FROM_RESEARCH = f"{STRATEGIES}/from-research"
FIRST, SECOND = (f"019b7e94-3200-7240-be16-58929a637c{n}" for n in (25, 26))
TECHNICAL = ExpertType.TECHNICAL_ANALYST
TAGS = {row.metric: row.tag for row in ROWS.values() if row.expert == TECHNICAL}


def _verdict(price: float, **changes: object) -> dict[str, Any]:
    def level(metric: str, value: float) -> dict[str, object]:
        rows = [{"tag": TAGS[metric], "id": metric}]
        return {"value": str(value), "unit": "USD", "expert": TECHNICAL.value, "rule": "row", "rows": rows}

    return {
        "action": "BUY",
        "probability": 0.62,
        "position_percent": 24.0,
        "stop_loss": level("support_1", 95.0),
        "take_profit": level("resistance_1", 112.0),
        "time_horizon": 60,
        "as_of": "2026-03-02T21:00:00+00:00",
        "base_price": {"value": str(price)},
        "invalidation_triggers": [f"A close below support 95.00 [{TECHNICAL.value}:{TAGS['support_1']}]."],
        **changes,
    }


def _result(price: float = 100.0, **changes: object) -> ResearchResult:
    values = {row.metric: row.value for row in ROWS.values() if row.expert == TECHNICAL} | {"close": price}
    rows = [{"tag": TAGS[name], "id": name, "metric": name, "value": value} for name, value in values.items()]
    cited = " ".join(f"[{TECHNICAL.value}:{TAGS[name]}]" for name in ("plus_di14", "minus_di14"))
    argument = {"argument": f"PDI is above MDI {cited}.", "evidence": ""}
    return ResearchResult(
        symbol="DEMO5",
        overall_status="completed",
        expert_results=[ExpertResultItem(expert_type=TECHNICAL, status="success", result={"evidence": rows})],
        debate_outcome={"bull_case": {"supporting_arguments": [argument]}},
        verdict=_verdict(price, **changes),
    )


async def _research(app: FastAPI, session_id: str, result: ResearchResult, owner: str = LOCAL_OWNER_ID) -> None:
    services: AppContext = app.state.services
    now, store = services.clock.now(), services.sessions.services.store
    session = ResearchSession(
        id=session_id,
        owner_id=owner,
        request=ResearchRequest(symbol="DEMO5", experts=[TECHNICAL]),
        language=Language.EN,
        status=ResearchStatus.RUNNING,
        attempt=1,
        thread=session_id,
        created_at=now,
        started_at=now,
    )
    await store.add(session)
    await store.end(_ended(session, result))


def _ended(session: ResearchSession, result: ResearchResult) -> ResearchSession:
    return replace(session, status=ResearchStatus.COMPLETED, finished_at=session.created_at, result=result)


async def _made(client: httpx.AsyncClient) -> dict[str, Any]:
    response = await client.post(FROM_RESEARCH, json={"research_session_id": FIRST, "language": "en"})
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


async def test_one_request_makes_a_strategy_whose_clauses_name_their_claims(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await _research(app, FIRST, _result())
    made = await _made(client)
    assert made["research_session_id"] == FIRST
    known = {claim["id"]: claim["text"] for claim in made["claims"]}
    assert all(known.keys() >= set(clause["claim_ids"]) for clause in made["clauses"])
    assert known["verdict:stop_loss"] == "Stop 95"
    assert known["verdict:action"] == "Verdict: Buy"
    stored = (await client.get(f"{STRATEGIES}/{made['strategy_id']}")).json()
    assert stored["document"] == made["dsl"]
    assert (await _made(client))["strategy_id"] == made["strategy_id"]
    origins = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/origins?language=en")).json()
    assert origins["research_session_id"] == FIRST
    assert origins["clauses"] == made["clauses"]


async def test_newer_research_points_at_the_clauses_of_a_level_that_was_crossed(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await _research(app, FIRST, _result())
    made = await _made(client)
    await _research(app, SECOND, _result(94.0, as_of="2026-03-20T21:00:00+00:00"))
    origins = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/origins")).json()
    assert origins["newer_session_id"] == SECOND
    fallen = {clause["kind"] for clause in origins["clauses"] if not clause["holds"]}
    assert fallen == {"level", "stop", "invalidation"}
    assert {claim["id"] for claim in origins["claims"] if not claim["holds"]} == {
        "verdict:stop_loss",
        "verdict:trigger:1",
    }


async def test_a_clause_that_was_changed_since_has_no_claim_any_more(app: FastAPI, client: httpx.AsyncClient) -> None:
    await _research(app, FIRST, _result())
    made = await _made(client)
    address = f"{STRATEGIES}/{made['strategy_id']}"
    ops = [{"op": "replace", "path": "/trade/long/exits/0/stop/value", "value": 0.04}]
    assert (await client.patch(address, json={"expected_version": 1, "ops": ops})).status_code == 200
    pointers = {clause["pointer"] for clause in (await client.get(f"{address}/origins")).json()["clauses"]}
    assert pointers == {clause["pointer"] for clause in made["clauses"]} - {"/trade/long/exits/0"}


@pytest.mark.parametrize("action", ["SELL", "HOLD", "NO_CALL"])
async def test_a_verdict_without_an_entry_is_409_with_the_reason(
    app: FastAPI, client: httpx.AsyncClient, action: str
) -> None:
    await _research(app, FIRST, _result(action=action))
    error = assert_error(await client.post(FROM_RESEARCH, json={"research_session_id": FIRST}), 409)
    assert error["code"] == "no_strategy_from_verdict"
    assert error["details"] == {"reason": f"{action.lower()}_long"}


async def test_another_persons_research_is_unknown(app: FastAPI, client: httpx.AsyncClient) -> None:
    await _research(app, FIRST, _result(), owner="eve")
    assert_error(await client.post(FROM_RESEARCH, json={"research_session_id": FIRST}), 404)


async def test_a_strategy_that_came_from_no_research_has_no_origins(client: httpx.AsyncClient) -> None:
    made = (await client.post(STRATEGIES, json={"document": sample()})).json()
    origins = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/origins")).json()
    assert origins["research_session_id"] is None
    assert origins["clauses"] == []
