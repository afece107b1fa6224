"""The MCP client against a real MCP server, over real HTTP."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from src.modules.llm_platform.application.ports import McpTools
from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.mcp_client import McpClientTools, McpServerUnreachable
from tests.conformance.mcp_tools_conformance import McpToolsConformance
from tests.fakes.clock import StoppedClock
from tests.servers.mcp_server import Desk, running_desk
from tests.servers.model_server import ModelServer
from tests.servers.steps import ConnectionReset, Json, Status, Step, WrongContentType

_SECRET = "ctx-4f1c9a"


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with running_desk() as desk:
        yield desk


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def tools(clock: StoppedClock) -> McpTools:
    return McpClientTools(clock)


@pytest.fixture
def server(desk: Desk) -> McpServer:
    return McpServer(
        server_label="desk", server_url=desk.url, headers={"x-mcp-context": _SECRET}, allowed_tools=("add", "fail")
    )


@pytest.fixture
def nowhere() -> McpServer:
    return McpServer(server_label="nowhere", server_url="http://127.0.0.1:1/mcp", headers={}, allowed_tools=("add",))


class TestMcpClientTools(McpToolsConformance):
    @pytest.fixture
    def tools(self, clock: StoppedClock) -> McpTools:
        return McpClientTools(clock)

    @pytest.fixture
    def server(self, desk: Desk) -> McpServer:
        return McpServer(
            server_label="desk", server_url=desk.url, headers={"x-mcp-context": _SECRET}, allowed_tools=("add", "fail")
        )

    @pytest.fixture
    def nowhere(self, nowhere: McpServer) -> McpServer:
        return nowhere


async def test_the_headers_of_each_call_reach_the_tool(tools: McpTools, server: McpServer, desk: Desk) -> None:
    await tools.call_tool(server, "add", {"a": 1, "b": 1})
    await tools.call_tool(replace(server, headers={"x-mcp-context": "another"}), "add", {"a": 1, "b": 1})
    assert desk.contexts == [_SECRET, "another"]


async def test_plain_text_comes_back_as_it_is(tools: McpTools, server: McpServer) -> None:
    result = await tools.call_tool(server, "say", {"text": "贵州茅台 is up"})
    assert (result.text, result.is_error) == ("贵州茅台 is up", False)


async def test_arguments_that_do_not_fit_are_a_failed_call(tools: McpTools, server: McpServer) -> None:
    result = await tools.call_tool(server, "add", {"a": "many"})
    assert result.is_error
    assert "integer" in result.text


async def test_a_listing_is_remembered_for_a_while_whatever_the_headers(
    tools: McpTools, desk: Desk, server: McpServer, clock: StoppedClock
) -> None:
    assert await tools.list_tools(server)
    moved = replace(server, headers={"x-mcp-context": "another"})
    assert await tools.list_tools(moved)
    assert desk.listings == 1
    clock.move(seconds=61)
    assert await tools.list_tools(moved)
    assert desk.listings == 2


async def test_a_failed_listing_is_not_remembered(clock: StoppedClock, nowhere: McpServer) -> None:
    tools = McpClientTools(clock)
    async with running_desk() as desk:
        lost = replace(nowhere, server_url=desk.url.replace("/mcp", "/elsewhere"))
        with pytest.raises(McpServerUnreachable):
            await tools.list_tools(lost)
        found = replace(nowhere, server_url=desk.url)
        assert [tool.name for tool in await tools.list_tools(found)] == ["add"]


async def test_a_tool_that_takes_too_long_is_a_failed_call(server: McpServer, desk: Desk) -> None:
    result = await McpClientTools(StoppedClock(), call_timeout=1.5).call_tool(server, "slow", {})
    assert result.is_error
    assert "within 1.5 seconds" in result.text
    async with asyncio.timeout(60):
        await desk.cancelled.wait()


async def test_cancelling_a_call_ends_it_on_the_server_too(tools: McpTools, server: McpServer, desk: Desk) -> None:
    call = asyncio.create_task(tools.call_tool(server, "slow", {}))
    async with asyncio.timeout(60):
        await desk.began.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await desk.cancelled.wait()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/mcp", "not a url", "ftp://127.0.0.1/mcp", "http://[::1/mcp"])
async def test_a_wrong_address_is_a_failed_call(tools: McpTools, nowhere: McpServer, url: str) -> None:
    result = await tools.call_tool(replace(nowhere, server_url=url), "add", {})
    assert result.is_error
    assert result.text.startswith("The tools of 'nowhere' did not answer")


@pytest.mark.parametrize(
    "step",
    [Status(500), Status(401), WrongContentType(), ConnectionReset(), Json({"surprise": True}), Json("surprise")],
    ids=str,
)
async def test_a_server_that_speaks_no_mcp_is_a_failed_call_and_lists_nothing(nowhere: McpServer, step: Step) -> None:
    tools = McpClientTools(StoppedClock(), list_timeout=1.0, call_timeout=1.0)
    async with ModelServer(otherwise=step) as server:
        lost = replace(nowhere, server_url=f"{server.base_url}/responses")
        assert (await tools.call_tool(lost, "add", {})).is_error
        with pytest.raises(McpServerUnreachable):
            await tools.list_tools(lost)


async def test_calls_at_once_do_not_mix(tools: McpTools, server: McpServer) -> None:
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(tools.call_tool(server, "add", {"a": n, "b": 0})) for n in range(10)]
    assert [call.result().text for call in calls] == [f'{{"sum": {n}}}' for n in range(10)]


async def test_the_context_is_never_logged(
    tools: McpTools, server: McpServer, nowhere: McpServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="src"):
        await tools.call_tool(server, "add", {"a": 1, "b": 1})
        result = await tools.call_tool(replace(nowhere, headers=server.headers), "add", {})
    assert _SECRET not in caplog.text + result.text + repr(tools)


def test_importing_the_client_imports_no_sdk() -> None:
    code = "import sys, src.modules.llm_platform.infrastructure.mcp_client; print('mcp' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
