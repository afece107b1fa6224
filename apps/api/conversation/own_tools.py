"""The desk's own tool servers, called in process: the same mount, the same door, without a socket."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from starlette.types import ASGIApp

from packages.contracts.tool_grants import HEADER, ToolDomain
from packages.core.clock import Clock
from packages.infra.security.tokens import ToolTokens
from src.modules.llm_platform.application.ports import McpTool, McpToolResult, McpTools
from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.mcp_client import McpClientTools


class OwnTools:
    """Implements `McpTools`. Servers below `<base_url>/mcp/` are the desk's own: they are reached in process, and every
    call brings a token of its own, made from the grant of the turn's. Other servers are called over HTTP."""

    def __init__(self, servers: ASGIApp, tokens: ToolTokens, base_url: str, clock: Clock) -> None:
        self._servers = servers
        self._tokens = tokens
        self._mount = f"{base_url.rstrip('/')}/mcp/"
        self._clock = clock
        self._elsewhere = McpClientTools(clock)

    async def list_tools(self, server: McpServer) -> Sequence[McpTool]:
        """Raises `McpServerUnreachable`."""
        domain = self._domain(server)
        if domain is None:
            return await self._elsewhere.list_tools(server)
        return await self._in_process.list_tools(replace(server, server_url=_inside(domain)))

    async def call_tool(self, server: McpServer, name: str, arguments: Mapping[str, object]) -> McpToolResult:
        """Raises `BadToolToken` when the turn's own token is not good (any more)."""
        domain = self._domain(server)
        if domain is None:
            return await self._elsewhere.call_tool(server, name, arguments)
        return await self._in_process.call_tool(self._with_fresh_token(server, domain), name, arguments)

    def _domain(self, server: McpServer) -> ToolDomain | None:
        name = server.server_url.removeprefix(self._mount).strip("/")
        return ToolDomain(name) if name != server.server_url and name in set(ToolDomain) else None

    def _with_fresh_token(self, server: McpServer, domain: ToolDomain) -> McpServer:
        granted = self._tokens.read(server.headers.get(HEADER, ""), domain).grant
        fresh = {**server.headers, HEADER: self._tokens.issue(granted)}
        return replace(server, server_url=_inside(domain), headers=fresh)

    @cached_property
    def _in_process(self) -> McpTools:
        from httpx2 import ASGITransport

        return McpClientTools(self._clock, transport=ASGITransport(app=self._servers), trusted=True)


def _inside(domain: ToolDomain) -> str:
    """The mount itself answers below its own root, wherever the desk is reached from outside."""
    return f"http://desk/{domain.value}"
