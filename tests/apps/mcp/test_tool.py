"""The wrapper around every tool: bad arguments are told, faults of ours are not, and a change happens once."""

from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest
from mcp import Client
from pydantic import Field

from apps.mcp.access import LocalAccess
from apps.mcp.composition import domain_server
from apps.mcp.services import ToolServices
from apps.mcp.toolbox import SCOPED, Toolbox, ToolCall
from packages.contracts.tool_grants import ToolDomain
from packages.contracts.tool_results import ToolResult
from packages.core.errors import Conflict
from packages.core.ids import Ids
from packages.domain.conversation.tool_calls import OnlyOnce
from tests.fakes.clock import StoppedClock
from tests.fakes.tool_calls import MemoryToolCalls

Amount = Annotated[int, Field(ge=0, le=100, description="How much to put in.")]
TOOLS = Toolbox(ToolDomain.TRADING, "A box to put things into.")


class Full(Conflict):
    """Nothing more goes in."""


class Put(ToolResult):
    """How much is in the box, and under which key the last came."""

    inside: int
    key: str


@TOOLS.writes(phases=SCOPED)
async def put(call: ToolCall, amount: Amount) -> Put:
    """Puts something into the box."""
    box: list[int] = cast(Any, call.services).box
    if amount == 13:
        raise Full("The box is full: take something out first.", details={"most": 12})
    if amount == 99:
        raise RuntimeError("password=hunter2")
    box.append(amount)
    return Put(inside=sum(box), key=call.key)


class Bench:
    """The tool, called by the owner named, on a box of its own."""

    def __init__(self, *, writes: bool = True) -> None:
        self.clock = StoppedClock()
        self.box: list[int] = []
        self._calls, self._writes = MemoryToolCalls(), writes

    async def call(self, arguments: dict[str, Any], owner_id: str = "ann") -> dict[str, Any]:
        door = LocalAccess(owner_id, Ids(self.clock), writes=self._writes)
        desk = cast(ToolServices, SimpleNamespace(clock=self.clock, box=self.box))
        server = domain_server(TOOLS, desk, door, OnlyOnce(self._calls, self.clock))
        async with Client(server) as client:
            told: dict[str, Any] | None = (await client.call_tool("put", arguments)).structured_content
        assert told is not None
        return told


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_a_change_happens_once_for_each_key_and_owner(bench: Bench) -> None:
    asked = {"amount": 5, "idempotency_key": "k"}
    first = await bench.call(asked)
    assert first["inside"] == 5
    assert await bench.call(asked) == first
    assert (await bench.call({"amount": 6, "idempotency_key": "k"}))["error"]["code"] == "key_taken"
    other = await bench.call(asked, owner_id="bob")
    assert other["inside"] == 10
    assert other["key"] != first["key"]
    assert bench.box == [5, 5]


async def test_the_same_argument_written_otherwise_is_the_same_call(bench: Bench) -> None:
    first = await bench.call({"amount": 5, "idempotency_key": "k"})
    assert await bench.call({"amount": "5", "idempotency_key": "k"}) == first


@pytest.mark.parametrize(
    "arguments",
    [
        {"amount": 5},
        {"amount": 5, "idempotency_key": ""},
        {"amount": 5, "idempotency_key": "a\x00b"},
        {"amount": 5, "idempotency_key": "a\n"},
        {"amount": 5, "idempotency_key": "\ud800"},
        {"amount": 5, "idempotency_key": "k" * 101},
        {"amount": 5, "idempotency_key": "k", "owner_id": "bob"},
        {"amount": 101, "idempotency_key": "k"},
        {"amount": None, "idempotency_key": "k"},
        {"idempotency_key": "k"},
    ],
    ids=str,
)
async def test_bad_arguments_are_told_and_change_nothing(bench: Bench, arguments: dict[str, Any]) -> None:
    error = (await bench.call(arguments))["error"]
    assert (error["code"], error["retryable"]) == ("bad_arguments", True)
    assert bench.box == []


async def test_bad_arguments_are_named_with_what_to_write(bench: Bench) -> None:
    error = (await bench.call({"amount": 101, "idempotency_key": 7}))["error"]
    problems = "amount must be at most 100; idempotency_key must be text"
    assert error["message"] == f"Wrong arguments for put: {problems}."


async def test_a_refusal_of_the_desk_is_told_in_full_and_the_key_stays_free(bench: Bench) -> None:
    told = await bench.call({"amount": 13, "idempotency_key": "k"})
    assert told["error"]["code"] == "full"
    assert told["error"]["details"] == {"most": 12}
    assert told["error"]["suggestion"]
    assert (await bench.call({"amount": 5, "idempotency_key": "k"}))["ok"]


async def test_a_fault_of_ours_is_logged_and_tells_nothing(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    told = await bench.call({"amount": 99, "idempotency_key": "k"})
    assert told["error"]["code"] == "internal_error"
    assert "hunter2" not in str(told)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == ["tool_failed"]
    again = await bench.call({"amount": 99, "idempotency_key": "k"})
    assert again["error"]["code"] == "call_in_progress"


async def test_a_desk_that_only_reads_refuses_a_change() -> None:
    told = await Bench(writes=False).call({"amount": 5, "idempotency_key": "k"})
    assert (told["error"]["code"], told["error"]["retryable"]) == ("read_only_desk", False)
