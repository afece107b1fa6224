"""A desk with the demo companies, served over a real socket, and the SDK's client of its tool servers."""

import asyncio
import logging
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from apps.api.composition import RunJobs, open_app
from apps.api.main import create_app
from apps.api.services import AppContext
from apps.mcp.toolbox import Tool
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import HEADER, ToolDomain, ToolGrant
from packages.core.clock import SystemClock
from packages.core.errors import Unavailable
from packages.core.events import EventLog, JsonObject
from packages.domain.accounts.model import LOCAL_OWNER_ID, User
from packages.domain.work.jobs import JobCall, JobHandler, Jobs
from packages.infra.accounts import SqlAccounts
from packages.infra.providers.certificates import trusted_certificates
from packages.infra.providers.trading.live.brokers import StandIns
from packages.settings.load import Settings, load_settings
from src.modules.data_engineering.application.sync import SYNC
from tests.apps.api.trading_desk import BEGINS
from tests.fakes.clock import StoppedClock
from tests.fakes.jobs import InMemoryJobs

T = TypeVar("T")
_PATIENCE = 120  # seconds for a thread to answer, before a test is told that it hangs


class Complaints(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        story = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.heard.append(f"{record.name}: {record.getMessage()} {story}")


@dataclass(slots=True)
class LiveDesk:
    """The desk runs in a thread of its own, so any test may call it from its own loop; its clock stands still."""

    desk: AppContext
    loop: asyncio.AbstractEventLoop
    url: str
    clock: StoppedClock
    complaints: Complaints = field(default_factory=Complaints)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(_PATIENCE)

    def token(self, domain: ToolDomain, phase: Phase, owner_id: str = LOCAL_OWNER_ID, **narrowed: Any) -> str:
        grant = ToolGrant(owner_id, "session", "turn", phase, domain, **narrowed)
        return self.desk.tool_tokens.issue(grant)

    def token_for(self, tool: Tool, owner_id: str = LOCAL_OWNER_ID) -> str:
        return self.token(tool.domain, phase_of(tool), owner_id)


def phase_of(tool: Tool) -> Phase:
    """The first that the tool may be called in."""
    return next(phase for phase in Phase if phase in tool.rule.phases)


class Line:
    """A connection to one tool server, whose every call brings the token it is given."""

    def __init__(self, client: Client, http: httpx2.AsyncClient) -> None:
        self.client = client
        self._http = http

    async def call(self, tool: str, arguments: dict[str, Any], token: str | None) -> dict[str, Any]:
        """The structured result, which the client has checked against the advertised schema."""
        answer: CallToolResult = await self._with(token).call_tool(tool, arguments)
        told: dict[str, Any] | None = answer.structured_content
        assert told is not None, answer
        assert told["ok"] is not answer.is_error
        return told

    async def read(self, uri: str, token: str | None) -> str:
        contents = (await self._with(token).read_resource(uri)).contents[0]
        return str(getattr(contents, "text", ""))

    def _with(self, token: str | None) -> Client:
        self._http.headers.pop(HEADER, None)
        if token is not None:
            self._http.headers[HEADER] = token
        return self.client


@asynccontextmanager
async def line(live: LiveDesk, domain: ToolDomain) -> AsyncIterator[Line]:
    async with (
        httpx2.AsyncClient(timeout=_PATIENCE, verify=trusted_certificates()) as http,
        Client(streamable_http_client(f"{live.url}/mcp/{domain}", http_client=http)) as client,
    ):
        yield Line(client, http)


async def _fetch_nothing(_call: JobCall) -> JsonObject:
    raise Unavailable("The outside sources are not asked in tests: try again elsewhere.")


def run_offline(
    settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    """Jobs in memory, of which none reaches outside."""
    return InMemoryJobs(SystemClock(), events, {**handlers, SYNC: _fetch_nothing}).running()


@contextmanager
def served(home: Path, run_jobs: RunJobs, other_id: str) -> Iterator[LiveDesk]:
    """The app on a free port, with this other user beside the local owner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(home))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        settings = load_settings()
    clock = StoppedClock(BEGINS)
    app = create_app(settings, partial(open_app, run_jobs=run_jobs, clock=clock))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, log_level="error", access_log=False))
    loop = asyncio.new_event_loop()
    started = threading.Event()

    async def serve() -> None:
        task = asyncio.create_task(server.serve())
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        started.set()
        await task

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    assert started.wait(_PATIENCE)
    port = server.servers[0].sockets[0].getsockname()[1]
    app.state.services.trading.stand_ins = StandIns(alpaca="http://127.0.0.1:9")  # nobody is there
    live = LiveDesk(app.state.services, loop, f"http://127.0.0.1:{port}", clock)
    live.do(SqlAccounts(live.desk.database).ensure_user(User(other_id, None, "Somebody else", BEGINS)))
    logging.getLogger().addHandler(live.complaints)
    try:
        yield live
    finally:
        logging.getLogger().removeHandler(live.complaints)
        server.should_exit = True
        thread.join(_PATIENCE)
        loop.close()


def copied(live: LiveDesk, to: Path) -> Path:
    """The home of a desk at work, as it is at this moment, for another one."""
    settings = live.desk.settings
    file = settings.database_url.file
    assert file is not None
    shutil.copytree(settings.home.home, to, ignore=lambda _folder, names: {n for n in names if n.startswith(file.name)})
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to / file.name)) as target:
        source.backup(target)
    return to
