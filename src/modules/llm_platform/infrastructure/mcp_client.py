"""Calls the tools of MCP servers over streamable HTTP, with the official SDK."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from packages.core.clock import Clock
from packages.core.errors import Unavailable
from src.modules.llm_platform.application.ports import McpTool, McpToolResult
from src.modules.llm_platform.domain.requests import McpServer

if TYPE_CHECKING:
    from httpx2 import AsyncBaseTransport
    from mcp import Client
    from mcp.types import CallToolResult

T = TypeVar("T")

_MOST_PAGES = 20


class McpServerUnreachable(Unavailable):
    """The server of tools did not answer, or not in its protocol."""


@dataclass(frozen=True, slots=True)
class _Listing:
    tools: tuple[McpTool, ...]
    until: datetime


class McpClientTools:
    """Implements `McpTools`. A list of tools is remembered for `list_ttl`, by the server's address and label and
    never by its headers; times are in seconds. With a `transport` of its own it needs no socket. Servers that are
    `trusted` are of this very version: neither is their protocol asked for, nor are results checked a second time."""

    def __init__(
        self,
        clock: Clock,
        *,
        connect_timeout: float = 10.0,
        list_timeout: float = 20.0,
        call_timeout: float = 120.0,
        list_ttl: timedelta = timedelta(seconds=60),
        transport: "AsyncBaseTransport | None" = None,
        trusted: bool = False,
    ) -> None:
        self._clock = clock
        self._trusted = trusted
        self._transport = transport
        self._connect_timeout = connect_timeout
        self._list_timeout = list_timeout
        self._call_timeout = call_timeout
        self._list_ttl = list_ttl
        self._listings: dict[tuple[str, str], _Listing] = {}

    async def list_tools(self, server: McpServer) -> Sequence[McpTool]:
        """Raises `McpServerUnreachable`."""
        key = (server.server_url, server.server_label)
        listing = self._listings.get(key)
        if listing is None or listing.until <= self._clock.now():
            tools = await self._ask(server, self._list_timeout, _all_tools)
            listing = self._listings[key] = _Listing(tools, self._clock.now() + self._list_ttl)
        return [tool for tool in listing.tools if tool.name in server.allowed_tools]

    async def call_tool(self, server: McpServer, name: str, arguments: Mapping[str, object]) -> McpToolResult:
        """Whatever goes wrong is a result that says so."""

        async def call(client: "Client") -> McpToolResult:
            ask = _unchecked if self._trusted else _checked
            return _as_text(await ask(client, name, dict(arguments)))

        try:
            return await self._ask(server, self._call_timeout, call)
        except McpServerUnreachable as error:
            return McpToolResult(text=error.message, is_error=True)

    async def _ask(self, server: McpServer, seconds: float, work: Callable[["Client"], Awaitable[T]]) -> T:
        """A connection for each question: the protocol is stateless, and the headers may differ each time."""
        import httpx2
        from mcp import Client, MCPError
        from mcp.client.streamable_http import streamable_http_client
        from mcp.types.version import LATEST_MODERN_VERSION
        from pydantic import ValidationError

        from packages.infra.providers.outbound import http_client

        mode = LATEST_MODERN_VERSION if self._trusted else "auto"
        timeout = httpx2.Timeout(seconds, connect=min(seconds, self._connect_timeout))
        try:
            async with (
                asyncio.timeout(seconds),
                http_client(headers=server.headers, timeout=timeout, transport=self._transport) as http,
                Client(streamable_http_client(server.server_url, http_client=http), mode=mode, cache=None) as client,
            ):
                return await work(client)
        except* (httpx2.HTTPError, httpx2.InvalidURL, MCPError, ValidationError, OSError) as errors:
            reason = _reason(errors, seconds)
        raise McpServerUnreachable("llm_platform.tools_unreachable", server=server.server_label, reason=reason)


async def _checked(client: "Client", name: str, arguments: dict[str, object]) -> "CallToolResult":
    return await client.call_tool(name, arguments)


async def _unchecked(client: "Client", name: str, arguments: dict[str, object]) -> "CallToolResult":
    """The SDK would list all tools and compile the schema of this one's result, anew for every connection: that takes
    longer than most tools do."""
    from mcp.types import CallToolRequest, CallToolRequestParams, CallToolResult

    request = CallToolRequest(params=CallToolRequestParams(name=name, arguments=arguments))
    return await client.session.send_request(request, CallToolResult)


async def _all_tools(client: "Client") -> tuple[McpTool, ...]:
    tools: list[McpTool] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += [
            McpTool(name=tool.name, description=tool.description or "", input_schema=tool.input_schema)
            for tool in page.tools
        ]
        cursor = page.next_cursor
        if cursor is None:
            break
    return tuple(tools)


def _as_text(result: "CallToolResult") -> McpToolResult:
    if result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False)
    else:
        text = "\n".join(block.text if block.type == "text" else f"[{block.type}]" for block in result.content)
    return McpToolResult(text=text, is_error=result.is_error)


def _reason(errors: BaseException, seconds: float) -> str:
    while isinstance(errors, BaseExceptionGroup):
        errors = errors.exceptions[0]
    if isinstance(errors, TimeoutError):
        return f"nothing came within {seconds:g} seconds."
    return str(errors) or type(errors).__name__
