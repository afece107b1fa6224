"""A real MCP server on this machine, made with the official SDK and served over streamable HTTP."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass(slots=True)
class Desk:
    """What the tools saw. `slow` waits until the call is cancelled, and says when it began and when it ended."""

    url: str = ""
    contexts: list[str | None] = field(default_factory=list)
    listings: int = 0
    began: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)


def make_server(desk: Desk) -> MCPServer:
    server = MCPServer("desk")

    @server.tool()
    def add(a: int, b: int, ctx: Context) -> dict[str, int]:
        """Adds two numbers."""
        desk.contexts.append((ctx.headers or {}).get("x-mcp-context"))
        return {"sum": a + b}

    @server.tool(structured_output=False)
    def say(text: str) -> str:
        """Says it again."""
        return text

    @server.tool()
    def fail() -> str:
        """Fails."""
        raise ToolError("There is no such stock.")

    @server.tool()
    async def slow() -> str:
        """Never comes to an end."""
        desk.began.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            desk.cancelled.set()
            raise
        return "never"

    return server


def counting(app: ASGIApp, desk: Desk) -> ASGIApp:
    """Counts the listings on their way to the server."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        desk.listings += (b"mcp-method", b"tools/list") in scope.get("headers", ())
        await app(scope, receive, send)

    return counted


@asynccontextmanager
async def running_desk() -> AsyncIterator[Desk]:
    desk = Desk()
    app = counting(make_server(desk).streamable_http_app(), desk)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        desk.url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        config = uvicorn.Config(app, log_config=None, ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield desk
        finally:
            server.should_exit = True
            await serving
