"""Turns with tools through a chat-completions server."""

from dataclasses import replace
from typing import Any

import pytest

from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools, ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.infrastructure.mcp_client import McpClientTools
from src.modules.llm_platform.infrastructure.providers.openai.chat_provider import ChatCompletionsProvider
from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
from tests.conformance.tool_turn_conformance import (
    ADD,
    DESK,
    SECRET,
    TURN,
    ToolTurnConformance,
    calls_of,
    text_of,
    told,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.conversations import InMemoryConversations
from tests.servers.chat_chunks import chunk
from tests.servers.chat_dialect import ChatDialect
from tests.servers.dialects import Dialect
from tests.servers.mcp_server import running_desk
from tests.servers.model_server import ModelServer
from tests.servers.steps import Events, JsonObject, Reply, Step, ToolCalls


class TestChatToolTurns(ToolTurnConformance):
    kind = ProviderKind.CHAT_COMPLETIONS

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ChatDialect()

    @pytest.fixture
    def cut_in_call(self) -> Step:
        call = {"index": 0, "id": "c", "function": {"name": "desk__add", "arguments": '{"a": 2'}}
        return Events([chunk({"tool_calls": [call]}), chunk({}, "length")])

    def open_tool_provider(
        self, config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: StoppedClock
    ) -> ModelProvider:
        return ChatCompletionsProvider(config, open_client(config), tools, conversations, ids, clock)

    def offered_functions(self, body: JsonObject) -> list[str]:
        tools: Any = body.get("tools", [])
        return [tool["function"]["name"] for tool in tools]

    def sent_tool_choice(self, body: JsonObject) -> object:
        return body.get("tool_choice")

    def sent_results(self, body: JsonObject) -> list[tuple[str, str]]:
        return [(each["tool_call_id"], each["content"]) for each in _messages(body) if each["role"] == "tool"]

    def sent_turns(self, body: JsonObject) -> list[tuple[str, str]]:
        said = [each for each in _messages(body) if each["role"] in ("user", "assistant")]
        return [(each["role"], each["content"]) for each in said if each["content"]]

    def sent_system(self, body: JsonObject) -> str:
        return "".join(each["content"] for each in _messages(body) if each["role"] == "system")


def _messages(body: JsonObject) -> list[dict[str, Any]]:
    messages: Any = body["messages"]
    return list(messages)


async def test_a_turn_calls_the_tools_of_a_real_mcp_server() -> None:
    clock = StoppedClock()
    async with running_desk() as desk, ModelServer(ToolCalls([ADD]), Reply("It is 5.")) as server:
        config = ModelConfig(alias="main", provider=ProviderKind.CHAT_COMPLETIONS, model="m", base_url=server.base_url)
        provider = ChatCompletionsProvider(
            config, open_client(config), McpClientTools(clock), InMemoryConversations(), Ids(clock), clock
        )
        events = await told(provider, replace(TURN, tools=(replace(DESK, server_url=desk.url),)))
        await provider.aclose()
        server.assert_spent()
    assert [item["output"] for item in calls_of(events)] == ['{"sum": 5}']
    assert desk.contexts == [SECRET]
    assert text_of(events) == "It is 5."
