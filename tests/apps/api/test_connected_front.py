"""`parley.connect`: a desk over its own HTTP API, with the result types of work done here."""

import asyncio

import httpx
import httpx2
import pytest

from apps.cli.front.remote import RefusedByServer, RemoteWork, ServerUnreachable, WorkFailed
from apps.cli.front.results import NotebookBacktest, NotebookResearch, NotebookStress, NotKeptHere
from apps.cli.notebook import NotebookWorkspace
from tests.apps.api.test_backtest_routes import demo_client  # noqa: F401
from tests.packages.domain.backtest.asking import document


class Bridge(httpx2.BaseTransport):
    """Requests of a thread, answered by the app in the loop of the test."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client, self.loop = client, asyncio.get_running_loop()
        self.seen: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.seen.append(request)
        headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        asked = self.client.request(request.method, str(request.url), content=request.read(), headers=headers)
        told = asyncio.run_coroutine_threadsafe(asked, self.loop).result()
        kept = {"content-type": told.headers.get("content-type", "")}
        return httpx2.Response(told.status_code, headers=kept, content=told.content)


URL = "http://127.0.0.1:8000"


async def test_a_connected_desk_answers_with_the_same_types(demo_client: httpx.AsyncClient) -> None:  # noqa: F811
    asked = {"name": "notebook", "scopes": ["read", "write"], "expires_in_days": 7}
    issued = await demo_client.post("/api/v1/tokens", json=asked)
    bridge = Bridge(demo_client)
    desk = NotebookWorkspace(RemoteWork(URL, issued.json()["token"], transport=bridge, sleep=lambda _: None))

    done = await asyncio.to_thread(desk.backtest, document("DEMO5"), start="2019-01-01", language="en")
    assert isinstance(done, NotebookBacktest)
    assert done.figures["trades"] == len(done.trades)
    assert len(repr(done).encode()) <= 2_000
    assert done.returns().size > 100
    assert (await asyncio.to_thread(done._repr_html_)).startswith("<iframe")
    with pytest.raises(NotKeptHere):
        _ = done.report
    found = await asyncio.to_thread(desk.research, "DEMO1.SZ", "technical_analyst", language="en")
    assert isinstance(found, NotebookResearch)
    assert [row["expert"] for row in found.rows()] == ["technical_analyst"]
    bars = await asyncio.to_thread(desk.data, "DEMO5", start="2024-01-01", limit=50)
    assert bars.to_polars().height == 50
    assert all(each.headers["authorization"].startswith("Bearer pat_") for each in bridge.seen)
    assert "pat_" not in repr(desk)


async def test_what_the_desk_refuses_is_its_own_error(demo_client: httpx.AsyncClient) -> None:  # noqa: F811
    desk = NotebookWorkspace(RemoteWork(URL, transport=Bridge(demo_client), sleep=lambda _: None))
    with pytest.raises(RefusedByServer) as refused:
        await asyncio.to_thread(desk.stress, "nothing")
    assert refused.value.code == "unknown_strategy"
    with pytest.raises(WorkFailed):
        desk.walkback("DEMO1.SZ", start="2024-01-01", end="2024-06-30")


def test_an_address_where_no_desk_is_says_so() -> None:
    def page(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, text="<html>")

    desk = NotebookWorkspace(RemoteWork(URL, transport=httpx2.MockTransport(page)))
    with pytest.raises(ServerUnreachable, match="parley serve"):
        desk.data("DEMO5")


async def test_a_stored_strategy_is_stressed_there(demo_client: httpx.AsyncClient) -> None:  # noqa: F811
    stored = (await demo_client.post("/api/v1/strategies", json={"document": document("DEMO5")})).json()
    desk = NotebookWorkspace(RemoteWork(URL, transport=Bridge(demo_client), sleep=lambda _: None))
    asked = {"start": "2019-01-01", "paths": 100, "worlds": ["block_bootstrap"], "crises": ["us_2020"]}
    done = await asyncio.to_thread(desk.stress, stored["strategy_id"], language="en", **asked)
    assert isinstance(done, NotebookStress)
    assert done.verdict in ("pass", "revise", "reject")
    assert done.to_polars().height == len(done.reasons)
