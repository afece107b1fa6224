"""The one server of all tools, as the SDK's own client meets it in process and a program over HTTP."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from apps.mcp.access import LocalAccess
from apps.mcp.whole.card_kinds import CARDS, address
from apps.mcp.whole.manifest import manifest
from apps.mcp.whole.selection import ToolSelection
from apps.mcp.whole.server import whole_server
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.conversation.tool_calls import OnlyOnce
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.providers.certificates import trusted_certificates
from tests.apps.mcp.live import LiveDesk
from tests.corpus.sample_strategy import sample
from tests.local_http import local

SAVE = {"dsl": sample(), "idempotency_key": "once"}
HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@asynccontextmanager
async def _client(live: LiveDesk, selection: ToolSelection) -> AsyncIterator[Client]:
    """The tools run where the desk does."""
    desk = live.desk
    access = LocalAccess(LOCAL_OWNER_ID, Ids(desk.clock), writes=not selection.read_only)
    once = OnlyOnce(SqlToolCalls(desk.database), desk.clock)
    async with Client(whole_server(desk, access, once, manifest(), lambda _: selection)) as client:
        yield client


def _token(live: LiveDesk, *scopes: str) -> str:
    issuing = live.desk.identity.personal_tokens.issue(LOCAL_OWNER_ID, "a program", list(scopes), 1)
    return live.do(issuing)[0]


@asynccontextmanager
async def _program(live: LiveDesk, query: str, *scopes: str) -> AsyncIterator[Client]:
    headers = {"authorization": f"Bearer {_token(live, *scopes)}"}
    async with (
        httpx2.AsyncClient(headers=headers, verify=trusted_certificates()) as http,
        Client(streamable_http_client(f"{live.url}/mcp{query}", http_client=http)) as client,
    ):
        yield client


async def _told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    told: dict[str, Any] | None = (await client.call_tool(tool, arguments)).structured_content
    assert told is not None
    return told


async def test_a_client_searches_describes_and_calls_what_is_not_listed(live: LiveDesk) -> None:
    async with _client(live, ToolSelection()) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        found = [each["name"] for each in (await _told(client, "search_tools", query="哪些标的有数据"))["tools"]]
        described = await _told(client, "describe_tool", name="market_data_instruments", output_schema=True)
    assert "market_data_instruments" not in listed
    assert "market_data_instruments" in found
    assert described["inputSchema"]["type"] == described["outputSchema"]["type"] == "object"


async def test_a_call_by_name_and_a_call_through_the_guide_answer_alike(live: LiveDesk) -> None:
    async with _program(live, "", "read") as client:
        by_name = await _told(client, "market_data_instruments")
        by_guide = await _told(client, "call_tool", name="market_data_instruments", arguments={})
    assert by_name["ok"]
    assert by_name == by_guide


async def test_output_schemas_are_listed_where_they_are_asked_for(live: LiveDesk) -> None:
    async with _client(live, ToolSelection.of("backtest", output_schemas=True)) as client:
        assert all(tool.output_schema for tool in (await client.list_tools()).tools)
    async with _client(live, ToolSelection.of("backtest")) as client:
        assert not any(tool.output_schema for tool in (await client.list_tools()).tools)


async def test_what_was_not_chosen_is_neither_listed_nor_called(live: LiveDesk) -> None:
    async with _client(live, ToolSelection.of("backtest")) as client:
        assert (await _told(client, "strategy_list_strategies"))["error"]["code"] == "unknown_tool"
        assert (await _told(client, "call_tool", name="strategy_list_strategies"))["error"]["code"] == "unknown_tool"


async def test_a_reading_token_lists_and_calls_only_what_reads(live: LiveDesk) -> None:
    async with _program(live, "?toolsets=all", "read") as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        refused = await _told(client, "strategy_upsert_dsl", **SAVE)
    assert listed == {tool.name for tool in manifest().tools if tool.domain and not tool.changes}
    assert refused["error"]["code"] == "unknown_tool"


async def test_a_writing_token_changes_something_once(live: LiveDesk) -> None:
    async with _program(live, "", "write") as client:
        first = await _told(client, "call_tool", name="strategy_upsert_dsl", arguments=SAVE)
        again = await _told(client, "strategy_upsert_dsl", **SAVE)
    assert first["ok"]
    assert first == again


def test_without_a_token_the_answer_says_how_one_signs_in(live: LiveDesk) -> None:
    for headers in ({}, {"authorization": "Bearer pat_wrong"}, {"x-mcp-context": "eyJ"}):
        answer = local().post(f"{live.url}/mcp", json=LIST, headers=HEADERS | headers)
        assert answer.status_code == 401
        [where] = [part for part in answer.headers["www-authenticate"].split('"') if "/.well-known/" in part]
        told = local().get(f"{live.url}{urlsplit(where).path}").json()
        assert told["resource"].endswith("/mcp")


def test_a_choice_that_is_none_is_refused_with_those_that_there_are(live: LiveDesk) -> None:
    headers = HEADERS | {"authorization": f"Bearer {_token(live, 'read')}"}
    answer = local().post(f"{live.url}/mcp?toolsets=nothing", json=LIST, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown_toolset")
    assert "backtest" in answer.json()["error"]["message"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_prompt_names_the_stock_and_the_steps(live: LiveDesk, language: str) -> None:
    async with _client(live, ToolSelection()) as client:
        got = await client.get_prompt("research_stock", {"stock": "DEMO1", "language": language})
    [message] = got.messages
    assert isinstance(message.content, TextContent)
    assert "DEMO1" in message.content.text
    assert "research_verdict" in message.content.text


async def test_references_are_read(live: LiveDesk) -> None:
    async with _client(live, ToolSelection()) as client:
        assert "Backtest" in json.loads(await _text(client, "parley://glossary/en"))
        assert "$schema" in json.loads(await _text(client, "parley://strategy/schema"))
        assert json.loads(await _text(client, "parley://strategy/templates"))["templates"]
        with pytest.raises(MCPError):
            await _text(client, "parley://glossary/fr")


async def test_every_card_that_a_tool_names_is_there_and_loads_nothing(live: LiveDesk) -> None:
    named = {tool.shown["_meta"]["ui"]["resourceUri"] for tool in manifest().tools if "_meta" in tool.shown}
    assert named == {address(kind) for kind in CARDS.values()}
    async with _client(live, ToolSelection()) as client:
        for uri in named:
            contents = (await client.read_resource(uri)).contents[0]
            assert isinstance(contents, TextResourceContents)
            assert contents.mime_type == "text/html;profile=mcp-app"
            assert "{{" not in contents.text
            assert "src=" not in contents.text
            assert "innerHTML" not in contents.text


async def _text(client: Client, uri: str) -> str:
    contents = (await client.read_resource(uri)).contents[0]
    assert isinstance(contents, TextResourceContents)
    return contents.text
