"""Servers that do only half of what belongs to Responses: `auto` notices, and asks them in chat completions."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from src.modules.llm_platform.domain.errors import ModelBusy, ModelRefused
from src.modules.llm_platform.domain.models import ProviderKind
from src.modules.llm_platform.domain.requests import Event, OutputSchema, StreamRequest
from src.modules.llm_platform.infrastructure.providers.auto_provider import KnownProtocols, WireProtocol
from tests.conformance.model_provider_asking import ASK, TURN, all_events, fault_of
from tests.conformance.tool_turn_conformance import DESK
from tests.fakes.conversations import InMemoryConversations
from tests.servers.chat_dialect import ChatDialect
from tests.servers.half_responses_dialect import LLAMA_CPP, HalfResponsesDialect
from tests.servers.model_server import ModelServer
from tests.servers.steps import USAGE, Hang, Reply, SlowDrip, Status, Step, ToolCall, ToolCalls
from tests.src.modules.llm_platform.infrastructure.providers.opened_auto import (
    CHAT,
    RESPONSES,
    config_of,
    factory,
    opened,
    paths,
)

_VERDICT = OutputSchema("verdict", {"type": "object", "properties": {"verdict": {"type": "string"}}})
_SHAPED = replace(ASK, schema=_VERDICT)
_WITH_TOOLS = replace(TURN, tools=(DESK,))
_NO_CONVERSATIONS = {
    "error": {"code": 400, "message": "llama.cpp does not support 'previous_response_id'.", "type": "invalid_request"}
}
_ADD = ToolCall(id="call_1", name="desk__add", arguments='{"a": 1, "b": 2}')


def _half(*steps: Step, left_out: Sequence[str] = LLAMA_CPP) -> ModelServer:
    """It speaks chat completions as well."""
    return ModelServer(*steps, dialects=[HalfResponsesDialect(*left_out), ChatDialect()])


def _only_half(*steps: Step) -> ModelServer:
    return ModelServer(*steps, dialects=[HalfResponsesDialect(*LLAMA_CPP)])


def _response_id(events: Sequence[Event]) -> str:
    response = events[-1]["response"]
    assert isinstance(response, dict)
    return str(response["id"])


@pytest.mark.parametrize(("left_out", "turn"), [("sequence_number", TURN), ("tools", _WITH_TOOLS)])
async def test_the_first_event_of_a_turn_gives_the_server_away(left_out: str, turn: StreamRequest) -> None:
    async with _half(Hang(after_events=1), Reply("One."), Reply("Two."), left_out=[left_out]) as server:
        async with opened(server) as provider:
            events = await all_events(provider, turn)
            await server.wait_until_abandoned()
            types = [event["type"] for event in events]
            assert types.count("response.created") == 1
            assert types[-1] == "response.completed"
            assert [event["sequence_number"] for event in events] == list(range(len(events)))
            await all_events(provider, turn)
        assert paths(server) == [RESPONSES, CHAT, CHAT]


async def test_a_server_that_loses_the_previous_response_is_asked_in_chat_completions_from_then_on() -> None:
    """Nobody else has the conversation, so whoever asked has to begin it anew."""
    async with _half(Reply(), Reply(), Reply("Anew."), left_out=["previous_response_id"]) as server:
        async with opened(server) as provider:
            first = await all_events(provider)
            fault = await fault_of(all_events(provider, replace(TURN, previous_response_id=_response_id(first))))
            assert isinstance(fault, ModelRefused)
            assert fault.details["parameter"] == "previous_response_id"
            assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, RESPONSES, CHAT]


async def test_a_refused_previous_response_is_looked_up_in_what_we_have_kept() -> None:
    async with _half(Reply("One."), Status(400, body=_NO_CONVERSATIONS), Reply("Two.")) as server:
        conversations, known = InMemoryConversations(), KnownProtocols()
        known.remember(config_of(server), WireProtocol.CHAT)
        async with opened(server, known, conversations) as provider:
            first = await all_events(provider)
        async with opened(server, KnownProtocols(), conversations) as provider:
            await all_events(provider, replace(TURN, previous_response_id=_response_id(first)))
        assert paths(server) == [CHAT, RESPONSES, CHAT]
        assert "One." in str(server.last.body)


async def test_a_previous_response_that_was_not_found_says_nothing_about_the_server() -> None:
    lost = {"error": {"message": "Previous response with id 'resp_1' not found.", "param": "previous_response_id"}}
    async with ModelServer(Status(400, body=lost), Reply()) as server:
        async with opened(server) as provider:
            fault = await fault_of(all_events(provider, replace(TURN, previous_response_id="resp_1")))
            assert fault.details["parameter"] == "previous_response_id"
            await all_events(provider)
        assert paths(server) == [RESPONSES, RESPONSES]


async def test_the_tools_are_called_for_a_server_that_ignores_them() -> None:
    async with _half(Hang(after_events=1), ToolCalls([_ADD]), Reply("It is 3."), Reply("Yes.")) as server:
        async with opened(server) as provider:
            events = await all_events(provider, _WITH_TOOLS)
            types = [event["type"] for event in events]
            assert "response.mcp_list_tools.completed" in types
            assert "response.mcp_call.completed" in types
            assert types[-1] == "response.completed"
            await all_events(provider, replace(_WITH_TOOLS, previous_response_id=_response_id(events)))
        assert paths(server) == [RESPONSES, CHAT, CHAT, CHAT]
        assert "It is 3." in str(server.last.body)


async def test_a_shape_that_was_ignored_is_asked_for_in_chat_completions() -> None:
    async with _half(Reply("Dear reader,"), Reply('{"verdict": "hold"}'), Reply('{"verdict": "buy"}')) as server:
        async with opened(server) as provider:
            answer = await provider.generate(_SHAPED)
            assert answer.text == '{"verdict": "hold"}'
            assert answer.usage == USAGE + USAGE, "both were paid"
            again = await provider.generate(_SHAPED)
            assert (again.text, again.usage) == ('{"verdict": "buy"}', USAGE)
        assert paths(server) == [RESPONSES, CHAT, CHAT]


@pytest.mark.parametrize("uncounted", [0, 1])
async def test_a_question_that_was_asked_twice_is_counted_only_when_both_are(uncounted: int) -> None:
    usages = [None if number == uncounted else USAGE for number in range(2)]
    async with _half(Reply("Dear reader,", usages[0]), Reply("{}", usages[1])) as server, opened(server) as provider:
        assert (await provider.generate(_SHAPED)).usage is None


async def test_an_answer_that_has_the_shape_all_the_same_is_not_paid_again() -> None:
    async with _half(Reply('{"verdict": "hold"}'), Reply("Fine.")) as server:
        async with opened(server) as provider:
            assert (await provider.generate(_SHAPED)).text == '{"verdict": "hold"}'
            assert (await provider.generate(ASK)).text == "Fine."
        assert paths(server) == [RESPONSES, RESPONSES]


async def test_what_was_noticed_outlives_the_process(tmp_path: Path) -> None:
    async with _half(Hang(after_events=1), Reply(), Reply()) as server:
        for _ in range(2):
            async with opened(server, KnownProtocols(tmp_path / "protocols.json")) as provider:
                await all_events(provider)
        assert paths(server) == [RESPONSES, CHAT, CHAT]


async def test_a_slow_answer_does_not_undo_what_was_noticed_meanwhile() -> None:
    async with _half(SlowDrip(0.001, Reply("Slowly."))) as server:
        protocols = KnownProtocols()
        async with opened(server, protocols) as provider:
            slow = asyncio.create_task(provider.generate(ASK))
            await server.wait_until_asked()
            protocols.remember(config_of(server), WireProtocol.CHAT)
            assert (await slow).text == "Slowly."
        assert protocols.recall(config_of(server)) is WireProtocol.CHAT


async def test_a_server_that_knows_only_half_of_responses_is_judged_once(tmp_path: Path) -> None:
    async with _only_half(Hang(after_events=1), Reply("One."), Reply("Two."), Reply("Dear reader,")) as server:
        for _ in range(2):
            async with opened(server, KnownProtocols(tmp_path / "protocols.json")) as provider:
                events = await all_events(provider)
                assert events[-1]["type"] == "response.completed"
                assert [event["sequence_number"] for event in events] == list(range(len(events)))
        async with opened(server, KnownProtocols(tmp_path / "protocols.json")) as provider:
            assert (await provider.generate(_SHAPED)).text == "Dear reader,"
        assert paths(server) == [RESPONSES, CHAT, RESPONSES, RESPONSES, RESPONSES]


async def test_an_answer_without_its_shape_is_kept_when_nobody_gives_a_better_one() -> None:
    async with _only_half(Reply("Dear reader,"), Reply("Dear all,")) as server:
        async with opened(server) as provider:
            answer = await provider.generate(_SHAPED)
            assert (answer.text, answer.usage) == ("Dear reader,", USAGE)
            assert (await provider.generate(_SHAPED)).text == "Dear all,"
        assert paths(server) == [RESPONSES, CHAT, RESPONSES]


async def test_a_refusal_stands_when_there_are_no_chat_completions_either() -> None:
    refusal = {"error": {"message": "Invalid value: 'mcp'", "param": "tools[0].type"}}
    async with _only_half(Status(400, body=refusal), Reply()) as server:
        async with opened(server) as provider:
            fault = await fault_of(all_events(provider, _WITH_TOOLS))
            assert "calls no tools by itself (tools[0].type): choose a server" in fault.message
            assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, CHAT, CHAT, RESPONSES]


async def test_a_conversation_that_nobody_has_is_begun_anew_with_a_server_without_chat_completions() -> None:
    async with _only_half(Status(400, body=_NO_CONVERSATIONS), Reply()) as server:
        async with opened(server) as provider:
            fault = await fault_of(all_events(provider, replace(TURN, previous_response_id="resp_1")))
            assert fault.details["parameter"] == "previous_response_id"
            assert (await all_events(provider))[-1]["type"] == "response.completed"
        assert paths(server) == [RESPONSES, CHAT, RESPONSES]


async def test_a_server_that_does_all_that_is_asked_stays_with_responses() -> None:
    async with ModelServer(Reply("Dear reader,"), Reply("One."), Reply("Two.")) as server:
        async with opened(server) as provider:
            assert (await provider.generate(_SHAPED)).text == "Dear reader,"
            first = await all_events(provider, _WITH_TOOLS)
            await all_events(provider, replace(_WITH_TOOLS, previous_response_id=_response_id(first)))
        assert paths(server) == [RESPONSES, RESPONSES, RESPONSES]


@pytest.mark.parametrize(
    ("first", "paid"), [(Reply("Dear reader,"), True), (Status(404, body="404 page not found"), False)]
)
async def test_a_fault_after_an_answer_that_was_not_used_may_be_paid(first: Step, paid: bool) -> None:
    async with _half(first, Status(503)) as server, opened(server) as provider:
        fault = await fault_of(provider.generate(_SHAPED))
        assert isinstance(fault, ModelBusy)
        assert fault.may_be_paid is paid


async def test_who_was_told_to_speak_responses_speaks_it_with_any_server() -> None:
    async with _half(Reply("One."), Reply("Dear reader,")) as server:
        provider = factory(KnownProtocols())(replace(config_of(server), provider=ProviderKind.RESPONSES))
        events = await all_events(provider, _WITH_TOOLS)
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        assert (await provider.generate(_SHAPED)).text == "Dear reader,"
        await provider.aclose()
        assert paths(server) == [RESPONSES, RESPONSES]
