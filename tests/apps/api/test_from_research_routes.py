"""From research to rules over HTTP: one request makes a strategy, and newer research points at what no longer holds."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.apps.api.finished_research import result_of, store_research
from tests.apps.api.test_error_shape import assert_error
from tests.corpus.sample_strategy import sample

STRATEGIES = "/api/v1/strategies"
FROM_RESEARCH = f"{STRATEGIES}/from-research"
FIRST, SECOND = (f"019b7e94-3200-7240-be16-58929a637c{n}" for n in (25, 26))


async def _made(client: httpx.AsyncClient) -> dict[str, Any]:
    response = await client.post(FROM_RESEARCH, json={"research_session_id": FIRST, "language": "en"})
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


async def test_one_request_makes_a_strategy_whose_clauses_name_their_claims(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await store_research(app, FIRST, result_of())
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
    await store_research(app, FIRST, result_of())
    made = await _made(client)
    await store_research(app, SECOND, result_of(94.0, as_of="2026-03-20T21:00:00+00:00"))
    origins = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/origins")).json()
    assert origins["newer_session_id"] == SECOND
    fallen = {clause["kind"] for clause in origins["clauses"] if not clause["holds"]}
    assert fallen == {"level", "stop", "invalidation"}
    assert {claim["id"] for claim in origins["claims"] if not claim["holds"]} == {
        "verdict:stop_loss",
        "verdict:trigger:1",
    }


async def test_a_clause_that_was_changed_since_has_no_claim_any_more(app: FastAPI, client: httpx.AsyncClient) -> None:
    await store_research(app, FIRST, result_of())
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
    await store_research(app, FIRST, result_of(action=action))
    error = assert_error(await client.post(FROM_RESEARCH, json={"research_session_id": FIRST}), 409)
    assert error["code"] == "no_strategy_from_verdict"
    assert error["details"] == {"reason": f"{action.lower()}_long"}


async def test_another_persons_research_is_unknown(app: FastAPI, client: httpx.AsyncClient) -> None:
    await store_research(app, FIRST, result_of(), owner="eve")
    assert_error(await client.post(FROM_RESEARCH, json={"research_session_id": FIRST}), 404)


async def test_a_strategy_that_came_from_no_research_has_no_origins(client: httpx.AsyncClient) -> None:
    made = (await client.post(STRATEGIES, json={"document": sample()})).json()
    origins = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/origins")).json()
    assert origins["research_session_id"] is None
    assert origins["clauses"] == []
