"""A fetch over HTTP: a job of its owner, a question where a text may be several, a reason where no source answers."""

import asyncio
from typing import Any

import httpx
import pytest

FETCHES = "/api/v1/data/fetches"


async def _ended(client: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
    for _ in range(600):
        job: dict[str, Any] = (await client.get(f"{FETCHES}/{job_id}")).json()
        if job["status"] in ("succeeded", "failed"):
            return job
        await asyncio.sleep(0.05)
    raise AssertionError("the fetch did not end")


async def test_what_may_be_several_is_a_conflict_with_the_candidates(client: httpx.AsyncClient) -> None:
    answer = await client.post(FETCHES, json={"query": "000001"})
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["code"] == "ambiguous_instrument"
    assert [each["symbol"] for each in error["details"]["candidates"]] == ["000001.SZ", "000001.SH"]
    assert "000001.SH (SSE Composite Index)" in error["message"]


async def test_what_nobody_goes_by_is_not_found_and_the_nearest_is_suggested(client: httpx.AsyncClient) -> None:
    answer = await client.post(FETCHES, json={"query": "Mircosoft"})
    assert answer.status_code == 404
    assert [each["symbol"] for each in answer.json()["error"]["details"]["nearest"]] == ["MSFT"]


@pytest.mark.parametrize("body", [{}, {"symbol": "AAPL", "query": "Apple"}, {"symbol": ""}, {"query": "AAPL", "x": 1}])
async def test_a_fetch_names_a_symbol_or_a_query(client: httpx.AsyncClient, body: dict[str, Any]) -> None:
    answer = await client.post(FETCHES, json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_request")


async def test_a_fictional_company_cannot_be_fetched(client: httpx.AsyncClient) -> None:
    assert (await client.post(FETCHES, json={"symbol": "DEMO5"})).json()["error"]["code"] == "nothing_to_fetch"


async def test_a_job_of_another_kind_or_of_nobody_is_no_fetch(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{FETCHES}/nothing")).status_code == 404
