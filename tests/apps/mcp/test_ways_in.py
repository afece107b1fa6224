"""Both ways in: the SDK's client lists and calls every tool over HTTP and over stdio, and reads what they link to."""

import json
import os
import sys
from collections.abc import Awaitable
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from apps.mcp.composition import TOOLBOXES
from apps.mcp.toolbox import Tool, ToolEffect
from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain
from tests.apps.mcp.conftest import OTHER_OWNER_ID
from tests.apps.mcp.live import LiveDesk, copied, line
from tests.apps.mcp.story import Played

ROOT = Path(__file__).parents[3]
PARLEY = "from apps.cli.main import run; run()"
every_domain = pytest.mark.parametrize("domain", list(ToolDomain))


@every_domain
async def test_every_tool_is_listed_over_http(domain: ToolDomain, live: LiveDesk) -> None:
    async with line(live, domain) as to:
        listed = (await to.client.list_tools()).tools
        assert [tool.name for tool in listed] == list(TOOLBOXES[domain].tools)
        assert to.client.instructions == TOOLBOXES[domain].about


@every_domain
def test_every_tool_answers_its_owner_over_http(domain: ToolDomain, played: Played) -> None:
    """The client has checked each answer against the schema that the tool advertises."""
    for name in TOOLBOXES[domain].tools:
        assert played.told[domain, name].result["ok"], (name, played.told[domain, name].result)


def _addresses(played: Played, domain: ToolDomain) -> list[tuple[Tool, str]]:
    """Those that results link to, and one of each kind besides: a short result needs no link."""
    found: list[tuple[Tool, str]] = []
    for name, tool in TOOLBOXES[domain].tools.items():
        found += [(tool, link["uri"]) for link in played.told[domain, name].result["more"]]
    for each in TOOLBOXES[domain].resources.values():
        named = {"version": 1, "expert": "technical_analyst"} | played.told[domain, each.tool.name].arguments
        found.append((each.tool, each.uri.format(**named)))
    return found


@every_domain
async def test_every_resource_is_read_by_the_owner_and_by_nobody_else(
    domain: ToolDomain, live: LiveDesk, played: Played
) -> None:
    async with line(live, domain) as to:
        for tool, uri in _addresses(played, domain):
            assert json.loads(await to.read(uri, live.token_for(tool))), uri
            stranger, other = live.token(domain, Phase.ERROR), live.token_for(tool, OTHER_OWNER_ID)
            assert await _refusal(to.read(uri, None)) == "bad_tool_token", uri
            assert await _refusal(to.read(uri, stranger)) == "wrong_phase", uri
            assert (await _refusal(to.read(uri, other))).startswith("unknown_"), uri


@every_domain
async def test_every_resource_is_listed(domain: ToolDomain, live: LiveDesk) -> None:
    async with line(live, domain) as to:
        listed = (await to.client.list_resource_templates()).resource_templates
    assert {each.uri_template for each in listed} == set(TOOLBOXES[domain].resources)


async def test_a_desktop_client_lists_every_tool_and_reads_with_every_one_that_reads(
    live: LiveDesk, played: Played, tmp_path: Path
) -> None:
    home = copied(live, tmp_path / "home")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PARLEY_HOME": str(home), "PARLEY_DEMO_DATA": "false"}
    command = StdioServerParameters(
        command=sys.executable, args=["-c", PARLEY, "mcp", "--write", "--toolsets", "all"], env=environment
    )
    tools = [tool for toolbox in TOOLBOXES.values() for tool in toolbox.tools.values()]
    reading = [tool for tool in tools if tool.rule.effect is ToolEffect.READ]
    async with Client(stdio_client(command)) as client:
        listed = [each.name for each in (await client.list_tools()).tools]
        answers = [
            await client.call_tool(f"{tool.domain}_{tool.name}", played.told[tool.domain, tool.name].arguments)
            for tool in reading
        ]
    assert listed == [f"{tool.domain}_{tool.name}" for tool in tools]
    refused = [(tool.name, told.content) for tool, told in zip(reading, answers, strict=True) if told.is_error]
    # Their work lived in the other desk's memory.
    assert [name for name, _ in refused] == ["job", "audit_report"], refused


async def _refusal(reading: Awaitable[str]) -> str:
    """The code of the failure that a refused read tells in its message."""
    with pytest.raises(MCPError) as refused:
        await reading
    message = str(refused.value)
    code: str = json.loads(message[message.index("{") :])["error"]["code"]
    return code
