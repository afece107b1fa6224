"""Tool calls are kept with the answer that made them: what was asked, what came back, and no secret."""

import json
import re
from typing import Any

import pytest

from packages.core.errors import Unavailable
from tests.chat import ChatDesk, Person
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_streamer import Breaks, Calls, Pretends, Says
from tests.test_api.steps import RULES, scoped

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOKEN = re.compile(r"eyJ[\w-]+\.[\w-]+\.[\w-]+")


async def _calls(person: Person) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = (await person.session())["messages"][-1]["tool_calls"]
    return calls


async def test_a_real_call_is_kept_with_arguments_and_result(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    chat.streamer.plays(Calls("strategy", "upsert_dsl", {"dsl": RULES, "idempotency_key": "a"}), Says("Saved."))
    answer = await ann.says("Draft something.")
    (call,) = await _calls(ann)
    assert (call["type"], call["name"], call["status"], call["error"]) == ("mcp_call", "upsert_dsl", "success", None)
    assert call["arguments"]["dsl"] == RULES
    saved = json.loads(call["output"])["strategy_id"]
    assert answer.card("strategy_ref")["strategy_id"] == saved
    assert (await ann.profile("strategy"))["strategy_id"] == saved


async def test_every_mcp_event_is_told_twice_and_neither_shows_a_token(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    chat.streamer.plays(Calls("market_data", "availability", {"symbol": "DEMO5"}), Says("There is data."))
    answer = await ann.says("Is there data?")
    token = next(tool.token for tool in chat.streamer.requests[-1].tools if tool.server_label == "market_data")
    assert TOKEN.fullmatch(token)
    upstream = [event["openai_type"] for event in answer.all("openai_event") if ".mcp_" in event["openai_type"]]
    assert upstream == [event["openai_type"] for event in answer.all("mcp_event")] != []
    stored = json.dumps(await ann.session())
    assert token not in str(answer.events)
    assert not TOKEN.search(stored)


async def test_a_token_that_the_model_repeats_is_masked(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    await ann.says("hm")
    token = chat.streamer.requests[-1].tools[0].token
    leak = ToolCall(server_label="strategy", name="get_dsl", arguments={"x-mcp-context": token}, output=f'"{token}"')
    chat.streamer.plays(Pretends(leak), Says("Done."))
    answer = await ann.says("Show me.")
    assert token not in str(answer.events)
    assert token not in json.dumps(await ann.session())


async def test_a_failure_that_a_retry_made_good_is_not_kept(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    failed = ToolCall(server_label="market_data", name="coverage", arguments={"symbol": "DEMO5"}, error="busy")
    mended = ToolCall(server_label="market_data", name="coverage", arguments={"symbol": "DEMO5"}, output='{"ok": true}')
    other = ToolCall(server_label="market_data", name="coverage", arguments={"symbol": "DEMO6"}, error="busy")
    chat.streamer.plays(Pretends(failed), Pretends(other), Pretends(mended), Says("There."))
    await ann.says("Is there data?")
    kept = [(call["arguments"]["symbol"], call["status"]) for call in await _calls(ann)]
    assert kept == [("DEMO6", "failure"), ("DEMO5", "success")]


async def test_a_real_failure_is_kept_with_its_reason(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    chat.streamer.plays(Calls("strategy", "get_dsl", {"strategy_id": "nobody's"}), Says("Not there."))
    await ann.says("Show me the other one.")
    (call,) = await _calls(ann)
    assert call["status"] == "failure"
    assert call["error"]


async def test_calls_of_a_turn_that_broke_off_are_kept_too(chat: ChatDesk, ann: Person) -> None:
    await scoped(ann)
    chat.streamer.plays(
        Calls("strategy", "upsert_dsl", {"dsl": RULES, "idempotency_key": "b"}),
        Says("Sav"),
        Breaks(Unavailable("The line is dead: try again.")),
    )
    answer = await ann.says("Draft something.")
    assert answer.done["stream_error"]
    assert [call["status"] for call in await _calls(ann)] == ["success"], "what was done is not forgotten"
