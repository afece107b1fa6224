"""Backtests over HTTP: ask, follow, read, draw, cancel, delete; and nobody else's."""

import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.services import AppContext
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory
from tests.packages.domain.backtest.asking import document

BACKTESTS = "/api/v1/backtests"


@pytest.fixture
async def demo_client(demo_at_home: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A desk with the demo companies; the others have no data and need none."""
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            yield client


async def _asked(client: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    answer = await client.post(BACKTESTS, json={"document": document("DEMO5"), **body})
    assert answer.status_code == 202, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def _followed(client: httpx.AsyncClient, job_id: str, language: str = "en") -> list[dict[str, Any]]:
    """The stream ends when the job does."""
    answer = await client.get(f"/api/v1/jobs/{job_id}/events", headers={"Accept-Language": language})
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line.startswith("data: ")]


async def test_a_backtest_is_asked_for_followed_and_read(demo_client: httpx.AsyncClient) -> None:
    asked = await _asked(demo_client, start="2018-01-01", cash="50000", leverage=1, costs={"slippage": 0.001})
    assert asked["backtest_job_id"] == asked["id"]
    events = await _followed(demo_client, asked["backtest_job_id"])
    assert events[-1]["status"] == "succeeded", events[-1]
    assert any(event.get("message") == "Trading bar by bar" for event in events)
    in_chinese = await _followed(demo_client, asked["backtest_job_id"], "zh-CN")
    assert any(event.get("message") == "逐根K线回放" for event in in_chinese)
    told = (await demo_client.get(f"{BACKTESTS}/{asked['id']}")).json()
    assert (told["status"], told["backtest_status"], told["progress"], told["trials"]) == ("done", "done", 1.0, 1)
    assert told["plan"]["terms"]["cash"] == "50000"
    assert told["plan"]["terms"]["costs"]["slippage"] == 0.001
    assert told["result"]["figures"]["initial_cash"] == 50_000
    assert told["result"]["data"]["first"].startswith("2018-01-02")
    listed = (await demo_client.get(BACKTESTS)).json()
    assert [each["id"] for each in listed["backtests"]] == [asked["id"]]
    assert "plan" not in listed["backtests"][0]


async def test_report_trades_equity_and_files_of_a_finished_backtest(demo_client: httpx.AsyncClient) -> None:
    asked = await _asked(demo_client)
    await _followed(demo_client, asked["id"])
    here = f"{BACKTESTS}/{asked['id']}"
    report = (await demo_client.get(f"{here}/report")).json()
    trades = (await demo_client.get(f"{here}/trades", params={"offset": 1, "limit": 2})).json()
    assert trades["total"] == report["all_trades"]["trades"]
    assert [trade["number"] for trade in trades["trades"]] == [2, 3]
    assert trades["trades"][0]["why"]["entry"]
    stopped = (await demo_client.get(f"{here}/trades", params={"reason": "stop_loss", "limit": 1000})).json()
    assert {trade["reason"] for trade in stopped["trades"]} == {"stop_loss"}
    assert 0 < stopped["total"] < trades["total"]
    curve = (await demo_client.get(f"{here}/equity", params={"points": 50})).json()
    assert len(curve["time"]) == len(curve["equity"]) == len(curve["benchmark"]) <= 50
    assert curve["equity"][-1] == report["figures"]["final_equity"]
    html = await demo_client.get(f"{here}/html", params={"language": "en"})
    assert html.headers["content-type"] == "text/html; charset=utf-8"
    assert html.headers["content-disposition"].endswith('.html"')
    assert "Average cross" in html.text
    assert "回测" in (await demo_client.get(f"{here}/markdown")).text


async def test_a_draft_is_answered_at_once_counted_and_not_stored(demo_client: httpx.AsyncClient) -> None:
    drafts = f"{BACKTESTS}/drafts"
    answer = await demo_client.post(drafts, json={"document": document("DEMO5")}, params={"points": 50})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["trials"] == 1
    assert len(told["curve"]["equity"]) <= 50
    assert told["curve"]["equity"][-1] == told["figures"]["final_equity"]
    assert (await demo_client.get(BACKTESTS)).json()["backtests"] == []
    refused = await demo_client.post(drafts, json={"document": {"dsl_version": "1.0.0"}})
    assert refused.json()["error"]["details"]["problems"]
    strange = {"document": document("DEMO5"), "strategy_id": "00000000-0000-7000-8000-000000000001"}
    assert (await demo_client.post(drafts, json=strange)).status_code == 404
    asked = await _asked(demo_client)
    await _followed(demo_client, asked["id"])
    assert (await demo_client.get(f"{BACKTESTS}/{asked['id']}")).json()["trials"] == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "one of the two"),
        ({"document": {"dsl_version": "1.0.0"}}, "problem"),
        ({"document": document("DEMO5"), "start": "yesterday"}, "start"),
        ({"document": document("DEMO5"), "start": "2020-01-02", "end": "2020-01-01"}, "swap the days"),
        ({"document": document("DEMO5"), "leverage": 0}, "leverage"),
        ({"document": document("DEMO5"), "as_of": "2020-01-01T00:00:00"}, "as_of"),
        ({"document": document("DEMO5"), "costs": {"slippage": 2}}, "slippage"),
        ({"document": document("DEMO5"), "speed": 9}, "speed"),
    ],
)
async def test_a_bad_request_is_refused_before_any_job(
    client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await client.post(BACKTESTS, json=body)
    assert answer.status_code == 400
    assert field in answer.json()["error"]["message"]
    assert (await client.get("/api/v1/jobs")).json() == {"jobs": []}


async def test_an_invalid_document_is_told_with_every_problem(client: httpx.AsyncClient) -> None:
    answer = await client.post(BACKTESTS, json={"document": {"dsl_version": "1.0.0"}})
    problems = answer.json()["error"]["details"]["problems"]
    assert {"code", "pointer", "expected", "found", "suggestion", "stage"} <= problems[0].keys()


async def test_the_same_key_twice_is_one_backtest(client: httpx.AsyncClient) -> None:
    one, again = await _asked(client, idempotency_key="k"), await _asked(client, idempotency_key="k")
    assert one["id"] == again["id"]
    other = await client.post(BACKTESTS, json={"document": document("DEMO6"), "idempotency_key": "k"})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "key_taken")


async def test_a_backtest_without_data_fails_with_what_to_load(client: httpx.AsyncClient) -> None:
    asked = await _asked(client, document=document("DEMO99"))
    await _followed(client, asked["id"])
    told = (await client.get(f"{BACKTESTS}/{asked['id']}")).json()
    assert (told["status"], told["backtest_status"], told["result"]) == ("failed", "failed", None)
    assert "parley data demo" in told["error"]
    assert (await client.get(f"{BACKTESTS}/{asked['id']}/report")).status_code == 409
    assert (await client.get(f"{BACKTESTS}/{asked['id']}/html")).status_code == 409


async def test_pages_follow_each_other(client: httpx.AsyncClient) -> None:
    ids = [(await _asked(client, idempotency_key=str(number)))["id"] for number in range(3)]
    first = (await client.get(BACKTESTS, params={"limit": 2})).json()
    rest = (await client.get(BACKTESTS, params={"limit": 2, "before": first["next"]})).json()
    assert [each["id"] for each in first["backtests"] + rest["backtests"]] == ids[::-1]
    assert rest["next"] is None


async def test_a_backtest_is_cancelled_and_deleted(client: httpx.AsyncClient) -> None:
    asked = await _asked(client)
    cancelled = await client.post(f"{BACKTESTS}/{asked['id']}/cancel")
    assert (cancelled.status_code, cancelled.json()["backtest_status"]) == (202, "failed")
    assert (await client.delete(f"{BACKTESTS}/{asked['id']}")).status_code == 204
    assert (await client.get(f"{BACKTESTS}/{asked['id']}")).status_code == 404


async def test_another_owners_backtest_is_not_there(app: FastAPI, client: httpx.AsyncClient) -> None:
    desk: AppContext = app.state.services
    theirs = (await desk.backtests.submit("somebody-else", BacktestRequest(document=document("DEMO5")))).id
    reads = ["", "/report", "/trades", "/equity", "/html", "/markdown"]
    for method, path in [*(("GET", read) for read in reads), ("POST", "/cancel"), ("DELETE", "")]:
        assert (await client.request(method, f"{BACKTESTS}/{theirs}{path}")).status_code == 404, path
    assert (await client.get(BACKTESTS, params={"before": theirs})).status_code == 404
    assert (await client.get(BACKTESTS)).json() == {"backtests": [], "next": None}
