"""The guided voice speaks as a model does: the same events, the same tags, the same tool calls."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from openai.types.responses import ResponseStreamEvent
from pydantic import TypeAdapter

from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Understood, Wish
from src.modules.llm_platform.application.ports import McpToolResult
from src.modules.llm_platform.domain.requests import McpServer
from src.modules.llm_platform.infrastructure.guided.streamer import GuidedStreamer
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView
from tests.fakes.clock import StoppedClock
from tests.fakes.mcp_tools import FakeMcpTools, answered, failed

_EVENT: TypeAdapter[ResponseStreamEvent] = TypeAdapter(ResponseStreamEvent)
_STATE = {"phase": "strategy", "strategy_id": "s-1", "strategy_confirmed": "true"}
_RUNNING = json.dumps({"ok": True, "status": "running", "progress": 0.25, "backtest_job_id": "b-1"})


class Slept:
    """A sleep that only counts."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def __call__(self, seconds: float) -> None:
        self.seconds += seconds


async def stream(
    tools: FakeMcpTools, slept: Slept | None = None, granted: tuple[str, ...] = ("create_job", "get_job"), **state: Any
) -> list[dict[str, Any]]:
    clock = StoppedClock(datetime(2026, 1, 5, tzinfo=UTC))
    streamer = GuidedStreamer(tools, clock, Ids(clock), slept or Slept())
    server = McpServer(
        server_label="backtest",
        server_url="http://desk/mcp/backtest",
        headers={"x-mcp-context": "a secret"},
        allowed_tools=granted,
    )
    turn = GuidedTurn(
        owner_id="owner",
        session_id="session",
        turn_id="turn-1",
        language=Language.EN,
        state=JsonView({**_STATE, **state}),
        understood=Understood(wishes=(Wish.CONTINUE,)),
        tools=(server,),
    )
    return [event async for event in streamer.stream(turn)]


@pytest.fixture
def tools() -> FakeMcpTools:
    async def run(_arguments: Mapping[str, object]) -> McpToolResult:
        return answered(_RUNNING)

    tools = FakeMcpTools()
    tools.add("create_job", run)
    tools.add("get_job", run)
    return tools


async def test_every_event_is_one_of_the_real_apis_and_they_are_numbered_in_order(tools: FakeMcpTools) -> None:
    events = await stream(tools)
    for event in events:
        _EVENT.validate_python(event)
    assert events[0]["type"] == "response.created"
    assert events[-1]["type"] == "response.completed"
    assert all(after["sequence_number"] == before["sequence_number"] + 1 for before, after in pairwise(events))


async def test_nothing_is_counted_or_spent(tools: FakeMcpTools) -> None:
    assert (await stream(tools))[-1]["response"]["usage"] is None


async def test_text_comes_in_short_deltas_that_add_up_to_the_message(tools: FakeMcpTools) -> None:
    events = await stream(tools)
    deltas = [event["delta"] for event in events if event["type"] == "response.output_text.delta"]
    whole = [event["text"] for event in events if event["type"] == "response.output_text.done"]
    assert "".join(deltas) == "".join(whole)
    assert max(map(len, deltas)) <= 12
    assert '<AGENT_STATE_PATCH>{"backtest_job_id":"b-1"}</AGENT_STATE_PATCH>' in "".join(deltas)


async def test_a_call_is_told_with_its_arguments_and_its_output_and_without_its_token(tools: FakeMcpTools) -> None:
    events = await stream(tools)
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    call = next(item for item in done if item["type"] == "mcp_call" and item["name"] == "create_job")
    assert json.loads(call["arguments"])["strategy_id"] == "s-1"
    assert call["output"] == _RUNNING
    assert "a secret" not in json.dumps(events)


async def test_a_turn_that_is_answered_again_changes_nothing_twice(tools: FakeMcpTools) -> None:
    await stream(tools)
    await stream(tools)
    keys = {call.arguments["idempotency_key"] for call in tools.called if call.name == "create_job"}
    assert len(keys) == 1
    assert len([call for call in tools.called if call.name == "create_job"]) == 2


async def test_work_that_goes_on_is_waited_for_a_bounded_time(tools: FakeMcpTools) -> None:
    slept = Slept()
    await stream(tools, slept)
    assert 0 < slept.seconds < 5


async def test_a_tool_that_the_stage_does_not_grant_is_not_called(tools: FakeMcpTools) -> None:
    await stream(tools, granted=("create_job",))
    assert [call.name for call in tools.called] == ["create_job"]


async def test_a_server_that_does_not_answer_is_told_in_its_own_words_and_the_turn_ends_well(
    tools: FakeMcpTools,
) -> None:
    tools.unreachable.add("backtest")
    events = await stream(tools)
    said = "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")
    assert "did not answer" in said
    assert "response.mcp_call.failed" in [event["type"] for event in events]
    assert events[-1]["type"] == "response.completed"


async def test_a_refusal_of_a_tool_is_told_with_what_to_do() -> None:
    async def refuse(_arguments: Mapping[str, object]) -> McpToolResult:
        return failed(json.dumps({"ok": False, "error": {"message": "No bars.", "suggestion": "Load them."}}))

    tools = FakeMcpTools()
    tools.add("create_job", refuse)
    events = await stream(tools)
    said = "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")
    assert said.strip() == "This did not work: No bars. (Suggestion: Load them.)"
