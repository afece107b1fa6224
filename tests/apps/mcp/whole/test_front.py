"""The front answers at once, in both eras of the protocol, and hands on what it cannot answer."""

import subprocess
import sys
from typing import Any

import pytest

from apps.mcp.whole.front import Front
from apps.mcp.whole.manifest import manifest
from apps.mcp.whole.selection import ToolSelection

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


def _ask(method: str, params: dict[str, Any] | None = None, selection: ToolSelection = ToolSelection()) -> Any:  # noqa: B008
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}
    return Front(manifest(), selection, "1.2.3").answer(message)


@pytest.mark.parametrize(("asked", "answered"), [("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")])
def test_a_handshake_agrees_on_a_version(asked: str, answered: str) -> None:
    result = _ask("initialize", {"protocolVersion": asked})["result"]
    assert result["protocolVersion"] == answered
    assert result["serverInfo"]["version"] == "1.2.3"
    assert result["capabilities"]["extensions"]["io.modelcontextprotocol/ui"]


def test_a_client_without_handshakes_discovers_the_server() -> None:
    result = _ask("server/discover", {"_meta": MODERN})["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["resultType"] == "complete"
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "parley"


@pytest.mark.parametrize("method", ["ping", "tools/list", "prompts/list", "resources/list", "resources/templates/list"])
def test_lists_are_answered_at_once(method: str) -> None:
    assert _ask(method)["id"] == 7


def test_the_search_for_tools_is_answered_at_once() -> None:
    told = _ask("tools/call", {"name": "search_tools", "arguments": {"query": "run a backtest", "limit": 1}})
    [found] = told["result"]["structuredContent"]["tools"]
    assert found["name"] == "backtest_create_job"
    told = _ask("tools/call", {"name": "describe_tool", "arguments": {"name": found["name"]}, "_meta": MODERN})
    assert told["result"]["structuredContent"]["inputSchema"]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": "trading_list_accounts", "arguments": {}}),
        ("tools/call", {"name": "search_tools", "arguments": {"query": "x", "limit": True}}),
        ("tools/call", {"name": "search_tools", "arguments": {"query": ""}}),
        ("tools/call", {"name": "describe_tool", "arguments": {"name": "nothing"}}),
        ("tools/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}}),
        ("resources/read", {"uri": "parley://strategy/schema"}),
        ("nothing", {}),
    ],
)
def test_everything_else_goes_to_the_desk(method: str, params: dict[str, Any]) -> None:
    assert _ask(method, params) is None


def test_a_notification_is_not_answered() -> None:
    assert Front(manifest(), ToolSelection(), "1").answer({"jsonrpc": "2.0", "method": "ping"}) is None


def test_who_wants_output_schemas_is_answered_by_the_desk() -> None:
    assert _ask("tools/list", selection=ToolSelection.of("all", output_schemas=True)) is None


def test_what_answers_first_loads_neither_the_sdk_nor_the_desk() -> None:
    heavy = "mcp", "mcp_types", "fastapi", "sqlalchemy", "numpy", "apps.api.composition", "apps.mcp.composition"
    code = f"import sys, apps.cli.mcp; print([each for each in {heavy!r} if each in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert loaded.strip() == "[]"
