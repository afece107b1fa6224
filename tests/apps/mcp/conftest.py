"""A desk with the demo companies, and its tools as the SDK's own client meets them, in process."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp_types import TextResourceContents

from apps.api.composition import open_app
from apps.api.services import AppContext
from apps.mcp.access import LocalAccess
from apps.mcp.composition import TOOLBOXES, domain_server
from packages.contracts.tool_grants import ToolDomain
from packages.core.clock import Clock, SystemClock
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.conversation.tool_calls import OnlyOnce
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory
from tests.apps.mcp.live import LiveDesk, run_offline, served
from tests.apps.mcp.story import Played, play

OTHER_OWNER_ID = "00000000-0000-7000-8000-0000000000ff"


@pytest.fixture(scope="module")
def desk_home(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tools") / "home"
    shutil.copytree(demo_home, folder)
    return folder


@pytest.fixture(scope="module")
def desk_clock() -> Clock:
    return SystemClock()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(desk_home: Path, desk_clock: Clock) -> AsyncIterator[AppContext]:
    """One desk with demo data for all tests of a module; its jobs run in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(desk_home))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        async with open_app(load_settings(), run_jobs=run_in_memory, clock=desk_clock) as desk:
            yield desk


class Tools:
    """The tools of one domain, called by the SDK's client as one owner."""

    def __init__(self, server: MCPServer) -> None:
        self._server = server

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured result; the client has checked it against the tool's advertised schema."""
        async with Client(self._server) as client:
            answer = await client.call_tool(tool, arguments)
        told: dict[str, Any] | None = answer.structured_content
        assert told is not None, answer
        assert told["ok"] is not answer.is_error
        return told

    async def read(self, uri: str) -> str:
        async with Client(self._server) as client:
            contents = (await client.read_resource(uri)).contents[0]
        assert isinstance(contents, TextResourceContents)
        return contents.text


Open = Callable[..., Tools]


@pytest.fixture
def tools_of(desk: AppContext) -> Open:
    """`tools_of(ToolDomain.STRATEGY)`; another owner by `owner_id=OTHER_OWNER_ID`."""

    def open_tools(domain: ToolDomain, owner_id: str = LOCAL_OWNER_ID) -> Tools:
        door = LocalAccess(owner_id, Ids(desk.clock), writes=True)
        once = OnlyOnce(SqlToolCalls(desk.database), desk.clock)
        return Tools(domain_server(TOOLBOXES[domain], desk, door, once))

    return open_tools


@pytest.fixture(scope="session")
def live(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveDesk]:
    """One served desk for the tests that go through every tool."""
    folder = tmp_path_factory.mktemp("live") / "home"
    shutil.copytree(demo_home, folder)
    with served(folder, run_offline, OTHER_OWNER_ID) as live:
        yield live


@pytest.fixture(scope="session")
def played(live: LiveDesk) -> Played:
    """Every tool called once by its owner."""
    return asyncio.run(play(live))
