"""Long work over HTTP: look, follow, cancel, run again; and nobody else's."""

import json

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.work.jobs import JobRequest


@pytest.fixture
def desk(app: FastAPI) -> AppContext:
    desk: AppContext = app.state.services
    return desk


async def _submit(desk: AppContext, kind: str, owner: str = LOCAL_OWNER_ID) -> str:
    return (await desk.jobs.submit(JobRequest(owner, kind, {"n": 21}, idempotency_key="k"))).id


async def _follow(client: httpx.AsyncClient, job_id: str, **headers: str) -> list[dict[str, object]]:
    response = await client.get(f"/api/v1/jobs/{job_id}/events", headers=headers)
    assert response.headers["content-type"].startswith("text/event-stream")
    return [json.loads(line.removeprefix("data: ")) for line in response.text.splitlines() if line.startswith("data: ")]


async def test_a_job_is_followed_to_its_end_and_then_looked_at(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "double")
    events = await _follow(client, job_id)
    assert [event["type"] for event in events] == ["job_started", "job_progress", "job_finished"]
    job = (await client.get(f"/api/v1/jobs/{job_id}")).json()
    assert (job["status"], job["result"], job["progress"]) == ("succeeded", {"doubled": 42}, 1.0)
    assert [listed["id"] for listed in (await client.get("/api/v1/jobs")).json()["jobs"]] == [job_id]


async def test_following_goes_on_behind_the_last_event_seen(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "double")
    await _follow(client, job_id)
    rest = await _follow(client, job_id, **{"last-event-id": "2"})
    assert [event["type"] for event in rest] == ["job_finished"]


async def test_a_running_job_is_cancelled(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "wait")
    assert (await client.post(f"/api/v1/jobs/{job_id}/cancel")).status_code == 202
    assert (await _follow(client, job_id))[-1]["status"] == "cancelled"


async def test_a_failed_job_says_why_and_can_be_run_again(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "refuse")
    assert (await _follow(client, job_id))[-1]["error"] == "There is nothing to work on: import data first."
    again = await client.post(f"/api/v1/jobs/{job_id}/retry")
    assert (again.status_code, again.json()["attempt"]) == (202, 2)


async def test_a_job_that_went_well_is_not_run_again(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "double")
    await _follow(client, job_id)
    assert (await client.post(f"/api/v1/jobs/{job_id}/retry")).status_code == 409


async def test_another_owners_job_is_not_there(desk: AppContext, client: httpx.AsyncClient) -> None:
    job_id = await _submit(desk, "double", owner="somebody-else")
    for method, path in [("GET", ""), ("GET", "/events"), ("POST", "/cancel"), ("POST", "/retry")]:
        assert (await client.request(method, f"/api/v1/jobs/{job_id}{path}")).status_code == 404
    assert (await client.get("/api/v1/jobs")).json() == {"jobs": []}
