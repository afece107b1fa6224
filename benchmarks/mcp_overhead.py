"""What the wrapper around a tool costs: tools that do nothing, in process and over HTTP, beside the SDK alone."""

import asyncio
import logging
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Annotated, Any, cast

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import MCPServer
from pydantic import Field

from apps.mcp.access import LocalAccess, TokenAccess
from apps.mcp.composition import domain_server
from apps.mcp.services import ToolServices
from apps.mcp.toolbox import SCOPED, Toolbox, ToolCall
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import HEADER, ToolDomain, ToolGrant
from packages.contracts.tool_results import ToolResult
from packages.core.clock import Clock, SystemClock
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.personal_tokens import PersonalTokens
from packages.domain.conversation.tool_calls import OnlyOnce
from packages.infra.accounts import SqlPersonalTokens
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.security.tokens import ToolTokens
from packages.settings.database import DatabaseUrl

WARM_UP, CALLS = 20, 500
Asked = tuple[str, dict[str, Any]]
Number = Annotated[int, Field(ge=0, le=10**9, description="Any number; it comes back.")]
TOOLS = Toolbox(ToolDomain.STRATEGY, "Two tools that do nothing.")


class Echo(ToolResult):
    """The number that was given."""

    n: int


@TOOLS.reads(phases=SCOPED)
async def look(call: ToolCall, n: Number) -> Echo:
    """Gives a number back."""
    return Echo(n=n)


@TOOLS.writes(phases=SCOPED)
async def change(call: ToolCall, n: Number) -> Echo:
    """Gives a number back, once for every key."""
    return Echo(n=n)


def bare_server() -> MCPServer:
    """The same read by the SDK alone, with no door, no record and no failure shape."""
    server = MCPServer("bare")

    @server.tool()
    async def look(n: Number) -> Echo:
        """Gives a number back."""
        return Echo(n=n)

    return server


async def main() -> None:
    logging.disable(logging.INFO)
    with TemporaryDirectory() as folder:
        database = Database(DatabaseUrl(f"sqlite:///{Path(folder) / 'parley.sqlite'}"))
        await upgrade(database)
        await _measure(database, SystemClock())
        await database.aclose()


async def _measure(database: Database, clock: Clock) -> None:
    ids, once = Ids(clock), OnlyOnce(SqlToolCalls(database), clock)
    tokens = ToolTokens(b"k" * 32, clock, ids)
    access = TokenAccess(tokens, PersonalTokens(SqlPersonalTokens(database), clock, ids), ids)
    desk = cast(ToolServices, SimpleNamespace(clock=clock))  # these tools use nothing else of one
    local = domain_server(TOOLS, desk, LocalAccess(LOCAL_OWNER_ID, ids, writes=True), once)
    remote = domain_server(TOOLS, desk, access, once)
    async with Client(bare_server()) as client:
        await _told("the SDK alone, in process, read", _calling(client, _look))
    async with Client(local) as client:
        await _told("in process, read", _calling(client, _look))
        await _told("in process, write", _calling(client, lambda n: _change(f"local-{n}", n)))
    grant = ToolGrant(LOCAL_OWNER_ID, "session", "turn", Phase.STRATEGY, ToolDomain.STRATEGY)
    async with _over_http(bare_server()) as (http, client):
        await _told("the SDK alone, HTTP, read", _calling(client, _look))
    async with _over_http(remote) as (http, client):

        def with_token(asked: Asked) -> Asked:
            http.headers[HEADER] = tokens.issue(grant)
            return asked

        await _told("HTTP with token, read", _calling(client, lambda n: with_token(_look(n))))
        await _told("HTTP with token, write", _calling(client, lambda n: with_token(_change(f"http-{n}", n))))


def _look(n: int) -> Asked:
    return "look", {"n": n}


def _change(key: str, n: int) -> Asked:
    return "change", {"n": n, "idempotency_key": key}


def _calling(client: Client, asked: Callable[[int], Asked]) -> Callable[[int], Awaitable[None]]:
    async def call(n: int) -> None:
        answer = await client.call_tool(*asked(n))
        if answer.is_error:
            raise RuntimeError(answer)

    return call


@asynccontextmanager
async def _over_http(server: MCPServer) -> AsyncIterator[tuple[httpx2.AsyncClient, Client]]:
    """Streamable HTTP without a socket."""
    app = server.streamable_http_app(stateless_http=True, json_response=True)
    async with (
        server.session_manager.run(),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app)) as http,
        Client(streamable_http_client("http://127.0.0.1:8000/mcp", http_client=http)) as client,
    ):
        yield http, client


async def _told(name: str, call: Callable[[int], Awaitable[None]]) -> None:
    seconds = []
    for n in range(WARM_UP + CALLS):
        started = time.perf_counter()
        await call(n)
        seconds.append(time.perf_counter() - started)
    taken = sorted(seconds[WARM_UP:])
    median, p95 = statistics.median(taken), taken[int(len(taken) * 0.95)]
    print(f"{name:32}  median {median * 1000:.2f} ms  p95 {p95 * 1000:.2f} ms  ({CALLS} calls)")


if __name__ == "__main__":
    asyncio.run(main())
