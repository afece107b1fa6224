"""A desk for the tests of deployments: the demo companies, a clock that is moved by hand, and a strategy."""

import asyncio
import json
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import httpx
from fastapi import FastAPI

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.services import AppContext
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressHeadline, StressResult
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.asking import document

DEPLOYMENTS = "/api/v1/deployments"
NOBODY = "00000000-0000-7000-8000-000000000000"
OVERRIDE = {"phrase": "deploy without a passing stress test", "reason": "only paper, to look at it"}
BEGINS = datetime(2024, 9, 12, 22, 0, tzinfo=UTC)  # the sample buys DEMO5 on the 16th, and sells on October 2nd


@dataclass(frozen=True, slots=True)
class TradingDesk:
    """The client of a started app; `headers` say who asks."""

    app: FastAPI
    client: httpx.AsyncClient
    desk: AppContext
    clock: StoppedClock

    async def said(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        """What a POST is answered with."""
        answer = await self.client.post(f"/api/v1{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def told(self, path: str, expected: int = 200, headers: dict[str, str] | None = None, **query: Any) -> Any:
        """What a GET is answered with."""
        answer = await self.client.get(f"/api/v1{path}", params=query, headers=headers)
        assert answer.status_code == expected, answer.text
        return answer.json()

    async def refused(self, path: str, body: Any, status: int, **headers: str) -> Any:
        """The error that a POST is answered with."""
        return (await self.said(path, body, status, **headers))["error"]

    async def asking(self, ticker: str = "DEMO5", **also: Any) -> dict[str, Any]:
        """The body of a deployment of a new strategy on a new paper account, a moment after the last."""
        self.clock.move(seconds=1)
        saved = await self.said("/strategies", {"document": document(ticker)}, 201)
        account = await self.said("/broker-accounts/paper", {"label": "my paper"}, 201)
        asked = {"strategy_id": saved["strategy_id"], "version": 1, "account_id": account["id"]}
        return {**asked, "override": OVERRIDE, **also}

    async def running(self, **also: Any) -> str:
        """The id of a deployment that was made and started."""
        made = await self.said("/deployments", await self.asking(**also), 201)
        started = await self.said(f"/deployments/{made['id']}/start")
        assert started["state"] == "running"
        deployment_id: str = made["id"]
        return deployment_id

    async def trade(self, deployment_id: str, days: int) -> int:
        """Lets days go by, and the runtime look at them."""
        self.clock.move(days=days)
        return await self.desk.trading.runtime.tick(deployment_id)

    async def judged(self, strategy_id: str, ruling: Ruling) -> str:
        """The stress lab has spoken of the strategy's first version; the report's id."""
        now, stress = self.clock.now(), SqlStress(self.desk.database)
        request = StressRequest(strategy_id=strategy_id, version=1)
        plan = await make_stress_plan(self.desk.strategies, LOCAL_OWNER_ID, request, now)
        asked = NewStress(Ids(self.clock).new(), LOCAL_OWNER_ID, plan, now, has_job=False)
        await stress.add(asked)
        await stress.finish(asked.id, StressResult(StressHeadline(now, ruling, "f" * 64, 1), {}, {}))
        return asked.id

    async def events(self, path: str, count: int) -> list[dict[str, Any]]:
        """The first so many events of a stream that does not end by itself."""
        heard, enough = bytearray(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            heard.extend(message.get("body", b""))
            if heard.count(b"data: ") >= count:
                enough.set()

        where, _, query = path.partition("?")
        scope = {"type": "http", "method": "GET", "path": f"/api/v1{where}", "query_string": query.encode()}
        scope |= {"headers": [(b"host", b"127.0.0.1:8000")], "client": ("127.0.0.1", 1), "http_version": "1.1"}
        async with asyncio.timeout(60):
            await self.app(scope, receive, send)
        lines = heard.decode().splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")][:count]

    async def signed_in(self, email: str) -> dict[str, str]:
        """The headers of another person."""
        pair = await self.said("/auth/register", {"email": email, "password": "correct horse battery"}, 201)
        return {"authorization": f"Bearer {pair['access_token']}"}


@asynccontextmanager
async def open_trading_desk(*, trades: bool = False) -> AsyncIterator[TradingDesk]:
    """One that does not trade by itself leaves that to the test."""
    clock = StoppedClock(BEGINS)
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory, clock=clock, trades=trades))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            yield TradingDesk(app, client, app.state.services, clock)
