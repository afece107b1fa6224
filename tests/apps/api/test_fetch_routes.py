"""A fetch over HTTP: a job of its owner, a question where a text may be several, a reason where no source answers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.packages.infra.providers.market_data.local_http import LocalHttp
from tests.servers.vendor_server import NAME, TICKER, vendor_server

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


@pytest.fixture
def vendor(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHttp]:
    with vendor_server() as server:
        monkeypatch.setenv("PARLEY_SOURCES", "tiingo, sec, stooq")
        monkeypatch.setenv("TIINGO_API_KEY", "the-key")
        monkeypatch.setenv("PARLEY_STOOQ_URL", "http://127.0.0.1:9")
        monkeypatch.setenv("PARLEY_TIINGO_URL", server.url)
        monkeypatch.setenv("PARLEY_SEC_USER_AGENT", "Parley tests@example.org")
        monkeypatch.setenv("PARLEY_SEC_DATA_URL", server.url)
        monkeypatch.setenv("PARLEY_SEC_FILES_URL", server.url)
        yield server


async def test_a_fetch_brings_bars_actions_and_statements(vendor: LocalHttp, client: httpx.AsyncClient) -> None:
    begun = await client.post(FETCHES, json={"symbol": TICKER, "since": "2024-01-02"})
    assert begun.status_code == 202
    ended = await _ended(client, begun.json()["job_id"])
    assert (ended["status"], ended["error"], ended["brought"]["sources"]) == ("succeeded", None, ["tiingo"])
    assert ended["brought"]["bars_added"] > 500
    assert ended["brought"]["rows_added"] > 20
    assert any(asked.path.startswith("/api/xbrl") for asked in vendor.asked)
    bars = (await client.get(f"/api/v1/data/bars/{TICKER}?limit=1")).json()
    assert bars["source"] == "tiingo"
    found = (await client.get(f"/api/v1/data/symbols?q={TICKER}")).json()["instruments"]
    assert found[0]["name_en"] == NAME
    events = await client.get(f"/api/v1/jobs/{begun.json()['job_id']}/events")
    assert "job_finished" in events.text


async def test_a_fetch_that_no_source_can_serve_names_each_of_them_and_what_to_do(
    vendor: LocalHttp, client: httpx.AsyncClient
) -> None:
    begun = await client.post(FETCHES, json={"query": "ZQXB", "since": "2026-01-02"})
    ended = await _ended(client, begun.json()["job_id"])
    assert ended["status"] == "failed"
    assert "tiingo: Tiingo has nothing of ZQXB." in ended["error"]
    assert "stooq-adjusted: Stooq could not be reached" in ended["error"]
    assert "parley data import FILE --symbol ZQXB" in ended["error"]


async def test_a_job_of_another_kind_or_of_nobody_is_no_fetch(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"{FETCHES}/nothing")).status_code == 404
