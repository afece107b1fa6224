"""What every `McpTools` must do; `server` has the tools `add` and `fail`, `nowhere` does not answer."""

import json
from dataclasses import replace

import pytest

from packages.core.errors import Unavailable
from src.modules.llm_platform.application.ports import McpTools
from src.modules.llm_platform.domain.requests import McpServer


class McpToolsConformance:
    @pytest.fixture
    def tools(self) -> McpTools:
        raise NotImplementedError

    @pytest.fixture
    def server(self) -> McpServer:
        raise NotImplementedError

    @pytest.fixture
    def nowhere(self) -> McpServer:
        raise NotImplementedError

    async def test_tools_are_listed_with_their_parameters(self, tools: McpTools, server: McpServer) -> None:
        add = next(tool for tool in await tools.list_tools(server) if tool.name == "add")
        assert add.description
        assert add.input_schema["required"] == ["a", "b"]

    async def test_only_the_allowed_tools_are_listed(self, tools: McpTools, server: McpServer) -> None:
        assert {tool.name for tool in await tools.list_tools(server)} == {"add", "fail"}
        only = replace(server, allowed_tools=("fail", "missing"))
        assert [tool.name for tool in await tools.list_tools(only)] == ["fail"]

    async def test_a_call_is_answered(self, tools: McpTools, server: McpServer) -> None:
        result = await tools.call_tool(server, "add", {"a": 2, "b": 3})
        assert not result.is_error
        assert json.loads(result.text) == {"sum": 5}

    async def test_a_tool_that_fails_says_why(self, tools: McpTools, server: McpServer) -> None:
        result = await tools.call_tool(server, "fail", {})
        assert result.is_error
        assert "There is no such stock." in result.text

    async def test_an_unknown_tool_is_a_failed_call(self, tools: McpTools, server: McpServer) -> None:
        assert (await tools.call_tool(server, "missing", {})).is_error

    async def test_a_server_that_does_not_answer_cannot_list(self, tools: McpTools, nowhere: McpServer) -> None:
        with pytest.raises(Unavailable, match="nowhere"):
            await tools.list_tools(nowhere)

    async def test_a_server_that_does_not_answer_is_a_failed_call(self, tools: McpTools, nowhere: McpServer) -> None:
        result = await tools.call_tool(nowhere, "add", {"a": 1, "b": 1})
        assert result.is_error
        assert "nowhere" in result.text
