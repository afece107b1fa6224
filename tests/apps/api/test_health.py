"""Alive, ready, and the figures."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests.postgres import Postgres


async def test_a_running_desk_is_alive_and_ready(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    ready = (await client.get("/readyz")).json()
    assert ready["status"] == "ready"
    assert ready["checks"]["database"] == "ok"


@pytest.fixture
def doomed_database(postgres: Postgres | None, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if postgres is None:
        pytest.skip("no PostgreSQL to take away")
    with postgres.database() as url:
        monkeypatch.setenv("PARLEY_DATABASE_URL", url)
        yield url


async def test_a_desk_whose_database_is_gone_is_alive_but_not_ready(
    doomed_database: str, postgres: Postgres, client: httpx.AsyncClient
) -> None:
    assert (await client.get("/readyz")).status_code == 200
    postgres.drop(doomed_database)
    assert (await client.get("/healthz")).status_code == 200
    response = await client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["error"]["details"]["database"].startswith("failed: ")


async def test_requests_are_counted_by_route_and_status(client: httpx.AsyncClient) -> None:
    await client.get("/api/v1/about")
    await client.get("/api/v1/nothing")
    figures = (await client.get("/metrics")).text
    assert 'parley_http_requests_total{method="GET",route="about",status="200"} 1.0' in figures
    assert 'route="unmatched",status="404"} 1.0' in figures


@pytest.mark.usefixtures("password_mode")
async def test_the_figures_are_told_on_the_machine_only(app: FastAPI) -> None:
    transport = httpx.ASGITransport(app, client=("203.0.113.9", 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://desk") as stranger:
        assert (await stranger.get("/metrics")).status_code == 403
