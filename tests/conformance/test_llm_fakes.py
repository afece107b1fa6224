"""The fakes of the model platform's ports pass the suites of the real adapters."""

import pytest

from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.requests import McpServer
from tests.conformance.conversations_conformance import ConversationsConformance
from tests.conformance.mcp_tools_conformance import McpToolsConformance
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import desk_tools


class TestInMemoryConversations(ConversationsConformance):
    @pytest.fixture
    def conversations(self) -> Conversations:
        return InMemoryConversations()


class TestFakeMcpTools(McpToolsConformance):
    @pytest.fixture
    def tools(self) -> McpTools:
        tools = desk_tools()
        tools.unreachable.add("nowhere")
        return tools

    @pytest.fixture
    def server(self) -> McpServer:
        return McpServer(server_label="desk", server_url="http://desk", headers={}, allowed_tools=("add", "fail"))

    @pytest.fixture
    def nowhere(self) -> McpServer:
        return McpServer(server_label="nowhere", server_url="http://nowhere", headers={}, allowed_tools=("add",))
