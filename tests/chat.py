"""A person at the chat: says something over HTTP, hears the whole turn, and looks at the conversation."""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from fastapi import FastAPI

from apps.api.composition import open_app
from apps.api.conversation.own_tools import OwnTools
from apps.api.main import create_app
from apps.api.orchestration.shared import Streamers
from apps.api.services import AppContext
from packages.core.clock import Clock
from packages.settings.load import Settings, load_settings
from tests.apps.api.work import run_in_memory
from tests.environment import without_own_settings
from tests.fakes.scripted_streamer import ScriptedStreamer

BASE = "http://127.0.0.1:8000"
_LOOK = 0.2  # seconds
PASSWORD = "correct horse battery"


@dataclass(frozen=True, slots=True)
class Told:
    """One frame of a turn's stream; `raw` is the frame as it came."""

    id: int
    type: str
    data: dict[str, Any]
    raw: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class Answer:
    """All events of a turn."""

    events: tuple[Told, ...]

    @classmethod
    def of(cls, body: str) -> Self:
        return cls(tuple(frames(body)))

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    @property
    def start(self) -> dict[str, Any]:
        return self.all("stream_start")[0]

    @property
    def turn_id(self) -> str:
        return str(self.start["turn_id"])

    @property
    def text(self) -> str:
        return "".join(event["delta"] for event in self.all("text_delta"))

    @property
    def cards(self) -> list[dict[str, Any]]:
        return [event["payload"] for event in self.all("genui")]

    @property
    def done(self) -> dict[str, Any]:
        """The one end."""
        assert self.types.count("done") == 1, self.types[-5:]
        assert self.types[-1] == "done", self.types[-5:]
        return self.events[-1].data

    @property
    def moves(self) -> list[tuple[str, str]]:
        return [(event["from_phase"], event["to_phase"]) for event in self.all("phase_change")]

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [event.data for event in self.events if event.type == kind]

    def card(self, kind: str) -> dict[str, Any]:
        found = [card for card in self.cards if card["type"] == kind]
        assert found, f"no {kind} among {[card['type'] for card in self.cards]}; said: {self.text[-500:]}"
        return found[-1]


def frames(body: str) -> Iterable[Told]:
    for block in body.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "data" in fields:
            yield Told(int(fields["id"]), fields["event"], json.loads(fields["data"]), block)


def leads_on(prompt: dict[str, Any]) -> int:
    """The place of the choice to deploy, where there is one; else the first. What has not passed offers it last."""
    ids = [option["id"] for option in prompt["options"]]
    return ids.index("deploy") if "deploy" in ids else 0


@dataclass(slots=True)
class Person:
    """Somebody with a conversation; `headers` say who it is."""

    client: httpx.AsyncClient
    language: str = "en"
    headers: dict[str, str] = field(default_factory=dict)
    session_id: str | None = None

    async def post(self, path: str, body: Any = None, status: int = 200) -> httpx.Response:
        answer = await self.client.post(f"/api/v1{path}", json=body, headers=self.headers, timeout=300)
        assert answer.status_code == status, answer.text
        return answer

    async def get(self, path: str, status: int = 200, **query: Any) -> httpx.Response:
        answer = await self.client.get(f"/api/v1{path}", params=query, headers=self.headers, timeout=300)
        assert answer.status_code == status, answer.text
        return answer

    async def says(self, message: str, **more: Any) -> Answer:
        """The turn to its end; the first message begins the conversation."""
        body = {"message": message, "session_id": self.session_id, "language": self.language, **more}
        answer = Answer.of((await self.post("/chat/stream", body)).text)
        self.session_id = answer.start["session_id"]
        return answer

    async def waits(self, seconds: float = 300) -> Answer | None:
        """As the page does: looks at the work that is awaited until some has ended, and hears what came of it."""
        return await self.hears() if await self.sees_the_end(seconds) else None

    async def sees_the_end(self, seconds: float = 300) -> bool:
        """Of some work that is awaited; False where there is none."""
        for _ in range(int(seconds / _LOOK)):
            awaited = (await self.get(f"/sessions/{self.session_id}/awaited")).json()
            if not awaited or any(each["status"] != "running" for each in awaited):
                return bool(awaited)
            await asyncio.sleep(_LOOK)
        raise AssertionError(f"not over within {seconds} seconds")

    async def hears(self) -> Answer:
        """What is told of work that has ended."""
        turn_id = (await self.post(f"/sessions/{self.session_id}/follow-up", status=202)).json()["turn_id"]
        return Answer.of((await self.get(f"/chat/turns/{turn_id}/events")).text)

    async def clicks(self, prompt: dict[str, Any], option: int = 0, **more: Any) -> Answer:
        chosen = prompt["options"][option]
        selection = {
            "choice_id": prompt["choice_id"],
            "selected_option_id": chosen["id"],
            "selected_option_label": chosen["label"],
        }
        told = json.dumps(selection, ensure_ascii=False)
        return await self.says(f"<CHOICE_SELECTION>{told}</CHOICE_SELECTION>", **more)

    async def goes_on(self, prompt: dict[str, Any], **more: Any) -> Answer:
        """Deploys, where that is one of the choices; else the first."""
        return await self.clicks(prompt, leads_on(prompt), **more)

    async def tells(self, message: str) -> Answer:
        """Says something, and accepts what was understood of it; the last answer."""
        return await self.accepts(await self.says(message))

    async def accepts(self, answer: Answer) -> Answer:
        """The first button of its proposal; the answer itself where it proposes nothing."""
        proposals = [card for card in answer.cards if card["type"] == "proposal"]
        return await self.clicks({**proposals[0], "choice_id": proposals[0]["proposal_id"]}) if proposals else answer

    async def session(self) -> dict[str, Any]:
        told: dict[str, Any] = (await self.get(f"/sessions/{self.session_id}")).json()
        return told

    async def profile(self, phase: str) -> dict[str, Any]:
        told: dict[str, Any] = (await self.session())["artifacts"][phase]["profile"]
        return told


@dataclass(slots=True)
class ChatDesk:
    """A started desk whose voice plays a script."""

    app: FastAPI
    client: httpx.AsyncClient
    streamer: ScriptedStreamer
    _people: int = 0

    @property
    def desk(self) -> AppContext:
        desk: AppContext = self.app.state.services
        return desk

    async def person(self, language: str = "en") -> Person:
        """Somebody who was never here before."""
        self._people += 1
        email = f"person{self._people}@example.com"
        answer = await self.client.post("/api/v1/auth/register", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return Person(self.client, language, {"authorization": f"Bearer {answer.json()['access_token']}"})

    async def owner_of(self, person: Person) -> str:
        answer = await self.client.get("/api/v1/auth/me", headers=person.headers)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])


@asynccontextmanager
async def started(
    settings: Settings, streamers: Streamers | None = None, clock: Clock | None = None, *, trades: bool = False
) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """A desk over an in-process transport; without `streamers` it answers as it does for everybody."""
    opened = partial(open_app, run_jobs=run_in_memory, clock=clock, trades=trades, streamers=streamers)
    app = create_app(settings, opened)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            yield app, client


@asynccontextmanager
async def scripted_desk(settings: Settings) -> AsyncIterator[ChatDesk]:
    streamer = ScriptedStreamer()
    async with started(settings, streamer) as (app, client):
        desk: AppContext = app.state.services
        streamer.tools = OwnTools(desk.tools, desk.tool_tokens, settings.server.base_url, desk.clock)
        yield ChatDesk(app, client, streamer)


def settings_at(home: Path, **environment: str) -> Settings:
    """Those of a desk in this home, with nothing of the developer's own."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - without_own_settings(os.environ).keys():
            patch.delenv(name)
        own = {"PARLEY_HOME": str(home), "PARLEY_DEMO_DATA": "false", **environment}
        for name, value in own.items():
            patch.setenv(name, value)
        return load_settings()


def home_like(demo_home: Path, folder: Path) -> Path:
    """A home of its own with the demo companies in it."""
    shutil.copytree(demo_home, folder / "home")
    return folder / "home"
