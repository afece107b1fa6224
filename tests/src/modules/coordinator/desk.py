"""An app with nothing but the coordinator's routes, over a real database, with experts that a test plays."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
from fastapi import APIRouter, FastAPI

from apps.api.edge.request_context import RequestContext
from apps.api.routes import errors
from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.accounts.service import Accounts
from packages.infra.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from packages.settings.load import load_settings
from src.modules.coordinator.application.research_sessions import ResearchSessions
from src.modules.coordinator.container import CoordinatorContainer, Gateways
from src.modules.coordinator.presentation.rest import research_routes
from src.modules.coordinator.presentation.rest.research_routes import CoordinatorRoutesState
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.accounts import identity_over, join, signed_in_as
from tests.fakes.clock import StoppedClock
from tests.fakes.debate_gateway import FakeDebateGateway, FakeJudgeGateway
from tests.fakes.research_gateway import FakeResearchGateway

ANN, BOB = "ann", "bob"


@dataclass
class Cast:
    """Who plays; `judge` None: there is none."""

    research: FakeResearchGateway = field(default_factory=FakeResearchGateway)
    debate: FakeDebateGateway = field(default_factory=FakeDebateGateway)
    judge: FakeJudgeGateway | None = None

    @property
    def gateways(self) -> Gateways:
        return Gateways(self.research, self.debate, self.judge)


@dataclass(frozen=True, slots=True)
class CoordinatorDesk:
    app: FastAPI
    sessions: ResearchSessions
    events: SqlEventLog
    accounts: Accounts
    cast: Cast

    def client(self, person: str = ANN) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        base = "http://127.0.0.1:8000/api/v1/coordinator"
        return httpx.AsyncClient(transport=transport, base_url=base, headers=signed_in_as(self.accounts, person))


@asynccontextmanager
async def open_sessions(
    database: Database, cast: Cast, clock: Clock | None = None
) -> AsyncIterator[tuple[ResearchSessions, SqlEventLog]]:
    """Sessions as a process has them; needs the fixture `home`."""
    clock, settings = clock or StoppedClock(), load_settings()
    async with AsyncExitStack() as stack:
        events = await stack.enter_async_context(SqlEventLog(database, clock).running())
        platform = LlmPlatformContainer(database, settings, clock)
        stack.push_async_callback(platform.aclose)
        container = CoordinatorContainer(
            settings=settings,
            database=database,
            clock=clock,
            platform=platform,
            events=events,
            gateways=cast.gateways,
        )
        yield await stack.enter_async_context(container.running()), events


@asynccontextmanager
async def open_coordinator(
    database: Database, cast: Cast, clock: Clock | None = None
) -> AsyncIterator[CoordinatorDesk]:
    clock = clock or StoppedClock()
    ids = Ids(clock)
    tokens = JwtAccessTokens(b"k" * 32, clock, ids, timedelta(days=1))
    accounts = Accounts(SqlAccounts(database), Argon2Hasher(), tokens, clock, ids, timedelta(days=1))
    for person in (ANN, BOB):
        await join(accounts, person)
    app = FastAPI()
    app.add_middleware(RequestContext)
    api = APIRouter(prefix="/api/v1")
    api.include_router(research_routes.router)
    app.include_router(api)
    errors.install(app)
    app.state.identity = identity_over(database, accounts)
    async with open_sessions(database, cast, clock) as (sessions, events):
        app.state.coordinator = CoordinatorRoutesState(sessions, events)
        yield CoordinatorDesk(app, sessions, events, accounts, cast)


def told(response: httpx.Response) -> list[dict[str, Any]]:
    """The events of an answer that is a stream of them."""
    return [json.loads(line.removeprefix("data: ")) for line in response.text.splitlines() if line.startswith("data: ")]
