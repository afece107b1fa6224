"""A desk to walk on, in this process: real turns over HTTP, real backtests, a stress lab that rules by lot."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import httpx
from fastapi import FastAPI

from apps.api.composition import open_app
from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.streamers import GuidedChatStreamer
from apps.api.main import create_app
from apps.api.orchestration.shared import Streamers
from apps.api.services import AppContext
from packages.core.clock import Clock
from packages.core.errors import Unavailable
from packages.core.events import EventLog, JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.stored import STRESS_TESTS, StressHeadline, StressResult
from packages.domain.work.jobs import JobCall, JobHandler, Jobs
from packages.infra.db.engine import Database
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import Settings
from src.modules.data_engineering.application.sync import SYNC
from src.modules.llm_platform.infrastructure.guided.streamer import GuidedStreamer
from tests.chat import BASE, PASSWORD, Person
from tests.demo import NOW
from tests.fakes.clock import RunningClock
from tests.fakes.jobs import InMemoryJobs

_LONGEST_PAUSE = 0.02  # seconds: enough for a backtest of demo bars to end, most of the time


@dataclass(slots=True)
class StressLab:
    """Rules at once. A walk is about what a person meets after a verdict, and a real one takes seconds."""

    dice: random.Random
    settings: Settings
    clock: Clock
    rulings: tuple[Ruling, ...] = (Ruling.PASS, Ruling.PASS, Ruling.REVISE, Ruling.REJECT)

    async def handle(self, call: JobCall) -> JsonObject:
        planned = STRESS_TESTS.planned(call.job_id, call.owner_id, call.payload)
        ruling, now = self.dice.choice(self.rulings), self.clock.now()
        if self.dice.random() < 0.05:
            raise Unavailable("stress.no_report")
        database = Database(self.settings.database_url)
        store = SqlStress(database)
        await store.add(planned)
        told = _report(planned.id, planned.plan.scenario_set_id, ruling)
        await store.finish(planned.id, StressResult(StressHeadline(now, ruling, "f" * 64, 1), told, {}))
        await database.aclose()
        return {"verdict": ruling.value}


def _report(report_id: str, scenario_set_id: str, ruling: Ruling) -> JsonObject:
    """A ruling and nothing that it rests on."""
    words = {language.value: {"told": ruling.value} for language in Language}
    return {
        "stress_report_id": report_id,
        "scenario_set_id": scenario_set_id,
        "verdict": {"ruling": ruling.value, "reasons": [], "words": words},
        "unmeasured": [],
        "strategy": {"version": 1},
        "is_demo": True,
        **dict.fromkeys(("crises", "monte_carlo", "sensitivity", "walk_forward", "overfitting")),
    }


@dataclass(slots=True)
class QuickRules:
    """The guided rules with short pauses; `tools` are there once the desk has started."""

    tools: OwnTools | None = None

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> GuidedChatStreamer:
        if self.tools is None:
            raise RuntimeError("the desk has not started")
        clock = RunningClock(NOW)
        return GuidedChatStreamer(GuidedStreamer(self.tools, clock, Ids(clock), sleep=_briefly))


async def _briefly(seconds: float) -> None:
    await asyncio.sleep(min(seconds, _LONGEST_PAUSE))


@dataclass(slots=True)
class WalkDesk:
    """A started desk, and people who were never there before."""

    app: FastAPI
    client: httpx.AsyncClient
    settings: Settings
    people: int = 0

    @property
    def services(self) -> AppContext:
        services: AppContext = self.app.state.services
        return services

    async def person(self, language: str) -> Person:
        self.people += 1
        body = {"email": f"walker{self.people}@example.com", "password": PASSWORD}
        answer = await self.client.post("/api/v1/auth/register", json=body)
        return Person(self.client, language, {"authorization": f"Bearer {answer.json()['access_token']}"})


@asynccontextmanager
async def walk_desk(settings: Settings, dice: random.Random, *, with_model: bool) -> AsyncIterator[WalkDesk]:
    """`with_model`: the settings name one, and it answers; otherwise the guided rules do."""
    rules = QuickRules()
    streamers: Streamers | None = None if with_model else rules
    clock = RunningClock(NOW)
    lab = StressLab(dice, settings, clock)
    opened = partial(open_app, run_jobs=partial(_jobs, lab), clock=clock, streamers=streamers)
    app = create_app(settings, opened)
    async with app.router.lifespan_context(app):
        desk: AppContext = app.state.services
        rules.tools = OwnTools(desk.tools, desk.tool_tokens, settings.server.base_url, desk.clock)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            yield WalkDesk(app, client, settings)


def _jobs(
    lab: StressLab, settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    """Nothing is fetched from outside: what a person has fetched stays without bars."""
    own: dict[str, JobHandler] = {STRESS_TESTS.job_kind: lab.handle, SYNC: _nothing_fetched}
    return InMemoryJobs(lab.clock, events, {**handlers, **own}).running()


async def _nothing_fetched(_call: JobCall) -> JsonObject:
    raise Unavailable("market_data.no_source_answered")
