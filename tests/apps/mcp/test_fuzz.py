"""Whatever a model sends, every tool answers with a result or a failure in the one shape, and nothing breaks."""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, cast

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from apps.mcp.composition import TOOLBOXES
from apps.mcp.tool import ServedTool
from apps.mcp.toolbox import Tool
from packages.contracts.tool_grants import HEADER
from packages.core.clock import SystemClock
from packages.core.events import EventLog
from packages.domain.work.jobs import JobHandler, Jobs
from packages.settings.load import Settings
from tests.apps.mcp.conftest import OTHER_OWNER_ID
from tests.apps.mcp.live import LiveDesk, copied, served
from tests.apps.mcp.schemas import calls
from tests.apps.mcp.story import Played
from tests.fakes.jobs import InMemoryJobs

TOOLS = [tool for toolbox in TOOLBOXES.values() for tool in toolbox.tools.values()]
# The desk answers from a thread of this process and may draw a random number while Hypothesis draws arguments, who
# takes that for a strategy's doing.
pytestmark = [
    pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning"),
    pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning"),
]
every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: f"{tool.domain}.{tool.name}")
_HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}
_INTERNAL_ERROR = -32603


def run_nothing(
    _settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    """Jobs are taken and wait for ever: what a fuzz asks for would take hours."""
    return InMemoryJobs(SystemClock(), events, handlers, concurrency=0).running()


@pytest.fixture(scope="module")
def fuzzed(live: LiveDesk, played: Played, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveDesk]:
    """A copy of the desk on which everything was called once."""
    folder = copied(live, tmp_path_factory.mktemp("fuzz") / "home")
    with served(folder, run_nothing, OTHER_OWNER_ID) as desk:
        desk.clock.move(seconds=(live.clock.now() - desk.clock.now()).total_seconds())
        yield desk


@pytest.fixture(scope="module")
def line_to(fuzzed: LiveDesk) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=fuzzed.url, headers=_HEADERS, timeout=120) as client:
        yield client


@every_tool
def test_a_tool_answers_whatever_it_is_called_with(
    tool: Tool, fuzzed: LiveDesk, line_to: httpx.Client, played: Played
) -> None:
    _fuzz(tool, fuzzed, line_to, played, examples=3)


@pytest.mark.trust
@every_tool
def test_a_tool_answers_two_thousand_calls_of_which_most_are_hostile(
    tool: Tool, fuzzed: LiveDesk, line_to: httpx.Client, played: Played
) -> None:
    _fuzz(tool, fuzzed, line_to, played, examples=2_000 // len(TOOLS) + 1)


def _fuzz(tool: Tool, live: LiveDesk, client: httpx.Client, played: Played, examples: int) -> None:
    schema = ServedTool.of(tool, tool.name, *[cast(Any, None)] * 3).parameters
    first = played.told[tool.domain, tool.name].arguments
    quietly = settings(max_examples=examples, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

    @quietly
    @given(arguments=calls(schema, _known(played), first))
    def ask(arguments: dict[str, Any]) -> None:
        _answered(tool, live, client, arguments)

    ask()


def _answered(tool: Tool, live: LiveDesk, client: httpx.Client, arguments: dict[str, Any]) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool.name, "arguments": arguments}}
    live.complaints.heard.clear()
    sent = {HEADER: live.token_for(tool), "content-type": "application/json"}
    answer = client.post(f"/mcp/{tool.domain}", content=json.dumps(call), headers=sent)
    assert answer.status_code in (200, 400), answer.text
    told = answer.json()
    assert told.get("error", {}).get("code") != _INTERNAL_ERROR, told
    if "result" in told:
        result = told["result"]["structuredContent"]
        assert result["ok"] or result["error"]["code"] != "internal_error", live.complaints.heard
    assert live.complaints.heard == []


def _known(played: Played) -> dict[str, list[Any]]:
    """Values that mean something to the desk: ids that came up, and the companies it knows."""
    known: dict[str, list[Any]] = {"symbol": ["DEMO5", "DEMO1.SZ", "DEMO5 "], "before": sorted(played.ids)}
    for told in played.told.values():
        for name, value in told.arguments.items():
            if name.endswith("_id"):
                known.setdefault(name, []).append(value)
    return known
