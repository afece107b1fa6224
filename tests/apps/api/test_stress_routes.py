"""Stress tests and optimisations over HTTP: ask, follow, read, take along, cancel, delete; and nobody else's."""

import json
import os
import subprocess
import sys
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
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import crises_of
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.optimise.request import OptimisationRequest
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory
from tests.packages.domain.backtest.asking import document

ROOT = Path(__file__).parents[3]
STRESS = "/api/v1/stress"
SEARCHES = f"{STRESS}/optimisations"
NOBODY = "00000000-0000-7000-8000-000000000000"
# As little as there can be: the lab's own tests look at what comes out.
SMALL: dict[str, Any] = {
    "paths": 100,
    "seed": 7,
    "worlds": ["block_bootstrap"],
    "crises": ["us_2020"],
    "start": "2019-01-01",
}
BAD_TESTS: list[tuple[dict[str, Any], str]] = [
    ({"paths": 0}, "100 to"),
    ({"paths": "many"}, "paths"),
    ({"seed": -1}, "seed"),
    ({"horizon": 1}, "2 or more"),
    ({"ruin_level": 1.5}, "below 1"),
    ({"worlds": ["garhc"]}, "garch"),
    ({"worlds": ["trade_shuffle"]}, "block_bootstrap"),
    ({"worlds": []}, "at least one"),
    ({"parts": []}, "at least one"),
    ({"crises": ["us_2020", "us_2020"]}, "twice"),
    ({"windows": [{"start": "2020-02-01", "end": "2020-01-01"}]}, "exchange them"),
    ({"windows": [{"start": "2020-02-01"}]}, "end"),
    ({"profile": {"risk_tolerance": "low"}}, "conservative"),
    ({"profile": {"risk": "low"}}, "profile.risk"),
    ({"costs": {"slippage": -0.1}}, "slippage"),
    ({"start": "2020-01-02", "end": "2020-01-01"}, "swap the days"),
    ({"leverage": 0}, "leverage"),
    ({"speed": 9}, "speed"),
]
BAD_SEARCHES: list[tuple[dict[str, Any], str]] = [
    ({"goals": ["sharp"]}, "sharpe"),
    ({"goals": []}, "one or more"),
    ({"trials": 1}, "10 to"),
    ({"holdout": 0.9}, "0.1 to 0.5"),
    ({"limits": {"deepest_drawdown": 0.2}}, "-0.2"),
    ({"pointers": ["/nowhere"]}, "tunables"),
    ({"grid": 1}, "2 to 1,000"),
    ({"seed": -1}, "seed"),
    ({"speed": 9}, "speed"),
]


@pytest.fixture
async def demo_client(demo_at_home: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A desk with the demo companies; the others have no data and need none."""
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            yield client


async def _saved(client: httpx.AsyncClient, *tickers: str) -> str:
    answer = await client.post("/api/v1/strategies", json={"document": document(*tickers)})
    assert answer.status_code == 201, answer.text
    told: str = answer.json()["strategy_id"]
    return told


async def _asked(client: httpx.AsyncClient, where: str = STRESS, **body: Any) -> dict[str, Any]:
    answer = await client.post(where, json=body)
    assert answer.status_code == 202, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def _followed(client: httpx.AsyncClient, job_id: str) -> list[dict[str, Any]]:
    """The stream ends when the job does."""
    answer = await client.get(f"/api/v1/jobs/{job_id}/events")
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line.startswith("data: ")]


async def test_a_stress_test_is_asked_for_followed_read_and_taken_along(demo_client: httpx.AsyncClient) -> None:
    strategy_id = await _saved(demo_client)
    own = {"name": "My own", "start": "2022-01-03", "end": "2022-06-30"}
    profile = {"risk_tolerance": "conservative"}
    asked = await _asked(demo_client, strategy_id=strategy_id, **SMALL, windows=[own], profile=profile)
    assert asked["id"] == asked["stress_report_id"] == asked["job_id"]
    events = await _followed(demo_client, asked["job_id"])
    assert events[-1]["status"] == "succeeded", events[-1]
    assert any(event.get("message") == "Varying parameters" for event in events)
    here = f"{STRESS}/{asked['id']}"
    told = (await demo_client.get(here)).json()
    assert (told["status"], told["progress"], told["strategy_id"], told["version"]) == ("done", 1.0, strategy_id, 1)
    assert told["plan"]["scenarios"]["profile"] == profile
    assert told["scenario_set_id"] == asked["scenario_set_id"]
    report = (await demo_client.get(f"{here}/report")).json()
    assert report["stress_report_id"] == asked["id"]
    assert report["verdict"]["ruling"] == told["verdict"]
    assert [each["name"]["en"] for each in report["crises"]] == ["Covid crash", "My own"]
    assert report["limits"]["drawdown"]["source"] == "kyc.risk_tolerance=conservative"
    await _taken_along(demo_client, here)
    listed = (await demo_client.get(STRESS, params={"strategy_id": strategy_id})).json()
    assert [(each["id"], each["verdict"]) for each in listed["stress_tests"]] == [(asked["id"], told["verdict"])]
    assert "plan" not in listed["stress_tests"][0]


async def _taken_along(client: httpx.AsyncClient, here: str) -> None:
    html = await client.get(f"{here}/html", params={"language": "en"})
    assert html.headers["content-type"] == "text/html; charset=utf-8"
    assert html.headers["content-disposition"].startswith('attachment; filename="stress-')
    assert "Average cross: stress test" in html.text
    assert "压力测试报告" in (await client.get(f"{here}/markdown")).text
    pdf = await client.get(f"{here}/pdf", params={"language": "en"})
    assert (pdf.headers["content-type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    assert (await client.get(f"{here}/pdf", params={"language": "fr"})).status_code == 400


async def test_the_same_scenarios_have_the_same_id(client: httpx.AsyncClient) -> None:
    first = await _asked(client, strategy_id=await _saved(client, "DEMO5"), **SMALL)
    second = await _asked(client, strategy_id=await _saved(client, "DEMO6"), **SMALL)
    other = await _asked(client, strategy_id=await _saved(client, "DEMO7"), **{**SMALL, "seed": 8})
    assert first["scenario_set_id"] == second["scenario_set_id"] != other["scenario_set_id"]
    assert first["id"] != second["id"]


async def test_a_bad_request_is_refused_before_any_job(client: httpx.AsyncClient) -> None:
    await _all_refused(client, STRESS, BAD_TESTS)


async def test_an_unknown_strategy_version_or_crisis_is_404_with_what_to_do(client: httpx.AsyncClient) -> None:
    strategy_id = await _saved(client)
    unknown = await client.post(STRESS, json={"strategy_id": NOBODY})
    assert (unknown.status_code, "list of yours" in unknown.text) == (404, True)
    version = await client.post(STRESS, json={"strategy_id": strategy_id, "version": 9})
    assert (version.status_code, "1 to 1" in version.text) == (404, True)
    crisis = await client.post(STRESS, json={"strategy_id": strategy_id, "crises": ["us_2021"]})
    assert (crisis.status_code, "the market's own" in crisis.text) == (404, True)


async def test_a_test_without_data_fails_with_what_to_load(client: httpx.AsyncClient) -> None:
    asked = await _asked(client, strategy_id=await _saved(client, "DEMO99"))
    await _followed(client, asked["job_id"])
    here = f"{STRESS}/{asked['id']}"
    told = (await client.get(here)).json()
    assert (told["status"], told["verdict"], told["trials"]) == ("failed", None, None)
    assert "parley data demo" in told["error"]
    for path in ("report", "html", "markdown", "pdf"):
        assert (await client.get(f"{here}/{path}")).status_code == 409, path


async def test_the_same_key_twice_is_one_stress_test(client: httpx.AsyncClient) -> None:
    body = {"strategy_id": await _saved(client), "idempotency_key": "k"}
    one, again = await _asked(client, **body), await _asked(client, **body)
    assert one == {**again, "status": one["status"]}
    other = await client.post(STRESS, json={**body, "seed": 9})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "stress_key_taken")


async def test_pages_follow_each_other(client: httpx.AsyncClient) -> None:
    strategy_id = await _saved(client)
    ids = [(await _asked(client, strategy_id=strategy_id, seed=seed))["id"] for seed in range(3)]
    first = (await client.get(STRESS, params={"limit": 2})).json()
    rest = (await client.get(STRESS, params={"limit": 2, "before": first["next"]})).json()
    assert [each["id"] for each in first["stress_tests"] + rest["stress_tests"]] == ids[::-1]
    assert rest["next"] is None


async def test_a_stress_test_is_cancelled_and_deleted(demo_client: httpx.AsyncClient) -> None:
    asked = await _asked(demo_client, strategy_id=await _saved(demo_client), paths=20_000)
    assert (await demo_client.post(f"{STRESS}/{asked['id']}/cancel")).status_code == 202
    await _followed(demo_client, asked["id"])
    assert (await demo_client.get(f"{STRESS}/{asked['id']}")).json()["status"] == "cancelled"
    assert (await demo_client.delete(f"{STRESS}/{asked['id']}")).status_code == 204
    assert (await demo_client.get(f"{STRESS}/{asked['id']}")).status_code == 404


async def test_the_crises_of_a_market_are_told_with_their_names(client: httpx.AsyncClient) -> None:
    told = (await client.get(f"{STRESS}/windows", params={"market": "cn_stocks"})).json()
    assert [each["key"] for each in told["windows"]] == [each.key for each in crises_of(Market.CN_STOCKS)]
    assert told["windows"][1]["name"] == {"zh": "股灾与熔断", "en": "Crash and circuit breakers"}
    wrong = await client.get(f"{STRESS}/windows", params={"market": "cn_stock"})
    assert (wrong.status_code, "cn_stocks" in wrong.json()["error"]["message"]) == (400, True)
    assert (await client.get(f"{STRESS}/windows")).status_code == 400


async def test_another_owners_work_is_not_there(app: FastAPI, client: httpx.AsyncClient) -> None:
    desk: AppContext = app.state.services
    saved = await desk.strategies.create("somebody-else", document("DEMO5"))
    theirs = (await desk.stress.submit("somebody-else", StressRequest(strategy_id=saved.id))).id
    found = (await desk.optimisations.submit("somebody-else", OptimisationRequest(strategy_id=saved.id))).id
    reads = ["", "/report", "/html", "/markdown", "/pdf"]
    for method, path in [*(("GET", read) for read in reads), ("POST", "/cancel"), ("DELETE", "")]:
        assert (await client.request(method, f"{STRESS}/{theirs}{path}")).status_code == 404, path
    for method, path in [("GET", ""), ("GET", "/report"), ("POST", "/cancel"), ("DELETE", "")]:
        assert (await client.request(method, f"{SEARCHES}/{found}{path}")).status_code == 404, path
    assert (await client.post(STRESS, json={"strategy_id": saved.id})).status_code == 404
    assert (await client.post(SEARCHES, json={"strategy_id": saved.id})).status_code == 404
    assert (await client.get(STRESS, params={"before": theirs})).status_code == 404
    assert (await client.get(STRESS)).json() == {"stress_tests": [], "next": None}
    assert (await client.get(SEARCHES)).json() == {"optimisations": [], "next": None}


async def test_an_optimisation_is_asked_for_followed_and_read(demo_client: httpx.AsyncClient) -> None:
    strategy_id = await _saved(demo_client)
    body = {"strategy_id": strategy_id, "trials": 20, "limits": {"fewest_trades": 1}, "idempotency_key": "k"}
    asked = await _asked(demo_client, SEARCHES, **body)
    events = await _followed(demo_client, asked["job_id"])
    assert events[-1]["status"] == "succeeded", events[-1]
    assert (await _asked(demo_client, SEARCHES, **body))["id"] == asked["id"]
    told = (await demo_client.get(f"{SEARCHES}/{asked['id']}")).json()
    assert (told["status"], told["goals"], told["plan"]["trials"]) == ("done", ["sharpe"], 20)
    assert told["trials"] == told["result"]["counts"]["lineage"] > 0
    report = (await demo_client.get(f"{SEARCHES}/{asked['id']}/report")).json()
    assert report["luck"].keys() == {"zh", "en"}
    patch = {"ops": report["found"][0]["patch"], "expected_version": 1}
    patched = await demo_client.patch(f"/api/v1/strategies/{strategy_id}", json=patch)
    assert patched.status_code == 200, patched.text
    listed = (await demo_client.get(SEARCHES)).json()
    assert [each["id"] for each in listed["optimisations"]] == [asked["id"]]
    assert (await demo_client.delete(f"{SEARCHES}/{asked['id']}")).status_code == 204
    assert (await demo_client.get(f"{SEARCHES}/{asked['id']}")).status_code == 404


async def test_a_grid_is_asked_for_and_all_of_it_is_counted(demo_client: httpx.AsyncClient) -> None:
    strategy_id = await _saved(demo_client)
    shown = (await demo_client.get(f"/api/v1/strategies/{strategy_id}/tunables")).json()
    pointers = [each["pointer"] for each in shown["tunables"]][:2]
    body = {"strategy_id": strategy_id, "grid": 4, "pointers": pointers, "limits": {"fewest_trades": 1}}
    asked = await _asked(demo_client, SEARCHES, **body)
    assert (await _followed(demo_client, asked["job_id"]))[-1]["status"] == "succeeded"
    told = (await demo_client.get(f"{SEARCHES}/{asked['id']}")).json()
    counts = told["result"]["counts"]
    assert counts["proposed"] == told["plan"]["trials"] == counts["completed"] + counts["refused"]
    assert 4 <= counts["proposed"] <= 16
    assert told["trials"] == counts["lineage"] == counts["completed"]


async def test_a_bad_optimisation_is_refused_before_any_job(client: httpx.AsyncClient) -> None:
    await _all_refused(client, SEARCHES, BAD_SEARCHES)


async def _all_refused(client: httpx.AsyncClient, where: str, bad: list[tuple[dict[str, Any], str]]) -> None:
    strategy_id = await _saved(client)
    for body, sentence in bad:
        answer = await client.post(where, json={"strategy_id": strategy_id, **body})
        assert answer.status_code == 400, body
        assert sentence in answer.json()["error"]["message"], body
    assert (await client.get("/api/v1/jobs")).json() == {"jobs": []}


def test_a_server_starts_without_the_engine_the_printer_and_the_optimiser() -> None:
    heavy = ("optuna", "reportlab", "packages.domain.backtest.engine", "packages.domain.stress.jobs.run")
    code = f"import sys, apps.api.main; print('HEAVY', *sorted(set({heavy}) & set(sys.modules)))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert ended.stdout.strip() == "HEAVY"
