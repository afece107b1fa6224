"""What every `ModelProvider` must do that calls the tools and keeps the conversation itself."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpToolResult, McpTools, ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused, ModelUnreachable
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind, Secret
from src.modules.llm_platform.domain.requests import Finish, McpServer, StreamRequest, TokenUsage
from src.modules.llm_platform.infrastructure.providers.tool_turn import MOST_TOOL_ROUNDS
from tests.fakes.clock import StoppedClock
from tests.fakes.conversations import InMemoryConversations
from tests.fakes.mcp_tools import FakeMcpTools, answered, break_down, desk_tools
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.responses_dialect import checked_event
from tests.servers.steps import USAGE, EmptyOutput, JsonObject, MissingCompleted, Reply, Step, ToolCall, ToolCalls

SECRET = "ctx-5d81aa"
DESK = McpServer(
    server_label="desk",
    server_url="http://desk.local/mcp",
    headers={"x-mcp-context": SECRET},
    allowed_tools=("add", "fail", "wait"),
)
TURN = StreamRequest(owner_id="ann", input="What is 2 + 3?", instructions="You are a desk.", tools=(DESK,))
ADD = ToolCall(id="call_1", name="desk__add", arguments='{"a": 2, "b": 3}')
Events = list[dict[str, Any]]
_CALL = [
    "response.output_item.added",
    "response.mcp_call_arguments.delta",
    "response.mcp_call_arguments.done",
    "response.mcp_call.in_progress",
    "response.mcp_call.completed",
    "response.output_item.done",
]
_MESSAGE = [
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
]
_LISTING = [
    "response.output_item.added",
    "response.mcp_list_tools.in_progress",
    "response.mcp_list_tools.completed",
    "response.output_item.done",
]


class ToolTurnConformance:
    """Give `kind`, `dialect`, `open_tool_provider` and the readers of a request body."""

    kind: ProviderKind

    @pytest.fixture
    def dialect(self) -> Dialect:
        raise NotImplementedError

    def open_tool_provider(
        self, config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: StoppedClock
    ) -> ModelProvider:
        raise NotImplementedError

    def offered_functions(self, body: JsonObject) -> list[str]:
        raise NotImplementedError

    def sent_tool_choice(self, body: JsonObject) -> object:
        """`auto`, `none`, `required`, or None when no tool may be called."""
        raise NotImplementedError

    def sent_results(self, body: JsonObject) -> list[tuple[str, str]]:
        """The id of each answered call with its answer, in order."""
        raise NotImplementedError

    def sent_turns(self, body: JsonObject) -> list[tuple[str, str]]:
        """The role and text of every message that has a text; the system message is no message."""
        raise NotImplementedError

    def sent_system(self, body: JsonObject) -> str:
        raise NotImplementedError

    def address(self, server: ModelServer) -> str:
        return server.base_url

    @pytest.fixture
    async def server(self, dialect: Dialect) -> AsyncIterator[ModelServer]:
        async with ModelServer(dialects=[dialect]) as server:
            yield server
            server.assert_spent()
            await server.wait_until_idle()

    @pytest.fixture
    def tools(self) -> FakeMcpTools:
        return desk_tools()

    @pytest.fixture
    def conversations(self) -> InMemoryConversations:
        return InMemoryConversations()

    @pytest.fixture
    async def provider(
        self, server: ModelServer, tools: FakeMcpTools, conversations: InMemoryConversations
    ) -> AsyncIterator[ModelProvider]:
        config = ModelConfig(
            alias="main", provider=self.kind, model="scripted", base_url=self.address(server), api_key=Secret("sk-0")
        )
        clock = StoppedClock()
        provider = self.open_tool_provider(config, tools, conversations, Ids(clock), clock)
        yield provider
        await provider.aclose()

    async def test_a_turn_with_a_tool_tells_every_event_in_the_order_of_the_real_api(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        server.will(ToolCalls([ADD], text="Let me add."), Reply("It is 5."))
        events = await told(provider)
        kinds = [kind for number, kind in enumerate(types(events)) if number == 0 or kind != types(events)[number - 1]]
        start = ["response.created", "response.in_progress"]
        assert kinds == [*start, *_LISTING, *_MESSAGE, *_CALL, *_MESSAGE, "response.completed"]
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        assert [(call.name, call.arguments) for call in tools.called] == [("add", {"a": 2, "b": 3})]

    async def test_the_last_event_holds_everything_that_was_told(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(ToolCalls([ADD], text="Let me add."), Reply("It is 5."))
        events = await told(provider)
        output = events[-1]["response"]["output"]
        assert output == [event["item"] for event in events if event["type"] == "response.output_item.done"]
        assert [item["type"] for item in output] == ["mcp_list_tools", "message", "mcp_call", "message"]
        call = output[2]
        assert (call["server_label"], call["name"], call["status"]) == ("desk", "add", "completed")
        assert (call["arguments"], call["output"], call["error"]) == (ADD.arguments, '{"sum": 5}', None)
        assert [tool["name"] for tool in output[0]["tools"]] == ["add", "fail"]
        assert events[-1]["response"]["status"] == "completed"

    async def test_the_model_is_offered_the_tools_and_told_their_results(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(ToolCalls([ADD]), Reply("It is 5."))
        await told(provider)
        first, second = (request.body for request in server.requests)
        assert self.offered_functions(first) == ["desk__add", "desk__fail"]
        assert self.sent_tool_choice(first) == "auto"
        assert self.sent_results(second) == [("call_1", '{"sum": 5}')]
        assert self.sent_system(second) == "You are a desk."

    async def test_usage_is_the_sum_of_all_rounds(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(ToolCalls([ADD]), Reply("It is 5.", usage=TokenUsage(20, 5)))
        usage = (await told(provider))[-1]["response"]["usage"]
        assert usage["input_tokens"] == USAGE.input_tokens + 20
        assert usage["output_tokens"] == USAGE.output_tokens + 5
        assert usage["total_tokens"] == USAGE.total + 25
        assert usage["input_tokens_details"]["cached_tokens"] == USAGE.cached_tokens

    async def test_tools_of_one_round_run_at_once_and_are_told_in_order(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        second_began = asyncio.Event()

        async def wait(arguments: Mapping[str, object]) -> McpToolResult:
            if arguments["n"] == 2:
                second_began.set()
            await second_began.wait()
            return answered(f"waited {arguments['n']}")

        tools.add("wait", wait)
        calls = [ToolCall(id=f"call_{n}", name="desk__wait", arguments=f'{{"n": {n}}}') for n in (1, 2, 3)]
        server.will(ToolCalls(calls), Reply("Done."))
        async with asyncio.timeout(60):
            events = await told(provider)
        assert [item["output"] for item in calls_of(events)] == ["waited 1", "waited 2", "waited 3"]
        assert self.sent_results(server.last.body) == [(f"call_{n}", f"waited {n}") for n in (1, 2, 3)]

    async def test_a_tool_that_fails_is_told_to_the_model_and_the_turn_goes_on(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(ToolCalls([ToolCall(id="c", name="desk__fail")]), Reply("I could not."))
        events = await told(provider)
        assert "response.mcp_call.failed" in types(events)
        (call,) = calls_of(events)
        assert (call["status"], call["output"]) == ("failed", None)
        assert "no such stock" in str(call["error"])
        assert self.sent_results(server.last.body) == [("c", "There is no such stock.")]
        assert types(events)[-1] == "response.completed"

    @pytest.mark.parametrize(
        ("call", "advice"),
        [
            (ToolCall(id="c", name="desk__sell_all"), "desk__add"),
            (ToolCall(id="c", name="desk__wait"), "There is no tool"),
            (ToolCall(id="c", name="nonsense"), "There is no tool"),
            (ToolCall(id="c", name="desk__add", arguments='{"a": 2, '), "JSON object"),
            (ToolCall(id="c", name="desk__add", arguments="[1, 2]"), "JSON object"),
        ],
    )
    async def test_a_call_that_makes_no_sense_is_never_executed_and_answered_with_advice(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools, call: ToolCall, advice: str
    ) -> None:
        server.will(ToolCalls([call]), Reply("Sorry."))
        tools.add("sell_all", break_down)
        events = await told(provider)
        assert tools.called == []
        assert [item["status"] for item in calls_of(events)] == ["failed"]
        ((call_id, text),) = self.sent_results(server.last.body)
        assert call_id == "c"
        assert advice in text

    async def test_a_server_whose_tools_cannot_be_listed_is_told_and_does_not_end_the_turn(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        tools.unreachable.add("desk")
        server.will(Reply("I have no tools."))
        events = await told(provider)
        assert "response.mcp_list_tools.failed" in types(events)
        assert events[-1]["response"]["output"][0]["error"]
        assert self.offered_functions(server.last.body) == []
        assert "'desk' cannot be reached" in self.sent_system(server.last.body)

    async def test_after_the_last_round_the_model_is_asked_without_tools(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        server.will(*[ToolCalls([replace(ADD, id=f"c{n}")]) for n in range(MOST_TOOL_ROUNDS)], Reply("Enough."))
        events = await told(provider)
        assert len(tools.called) == MOST_TOOL_ROUNDS
        asked = [self.sent_tool_choice(request.body) for request in server.requests]
        assert asked == ["auto"] * MOST_TOOL_ROUNDS + [None]
        assert text_of(events) == "Enough."

    async def test_a_model_that_calls_even_then_is_not_obeyed(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        server.will(*[ToolCalls([replace(ADD, id=f"c{n}")]) for n in range(MOST_TOOL_ROUNDS + 1)])
        events = await told(provider)
        assert len(tools.called) == MOST_TOOL_ROUNDS
        assert [item["status"] for item in calls_of(events)] == ["completed"] * MOST_TOOL_ROUNDS + ["failed"]
        assert types(events)[-1] == "response.completed"

    async def test_a_required_tool_is_required_once(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(ToolCalls([ADD]), Reply("It is 5."))
        await told(provider, replace(TURN, tool_choice="required"))
        assert [self.sent_tool_choice(each.body) for each in server.requests] == ["required", "auto"]

    async def test_an_answer_that_is_cut_off_in_a_call_does_not_make_it(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools, cut_in_call: Step
    ) -> None:
        server.will(cut_in_call)
        events = await told(provider)
        assert tools.called == []
        assert types(events)[-1] == "response.incomplete"
        assert events[-1]["response"]["incomplete_details"] == {"reason": "max_output_tokens"}
        assert [item["status"] for item in calls_of(events)] == ["failed"]

    @pytest.fixture
    def cut_in_call(self) -> Step:
        """A call of `desk__add` that reaches the limit of tokens in the middle of its arguments."""
        raise NotImplementedError

    @pytest.mark.parametrize(
        ("finish", "reason"), [(Finish.LENGTH, "max_output_tokens"), (Finish.FILTERED, "content_filter")]
    )
    async def test_an_answer_that_is_cut_off_is_incomplete_and_says_why(
        self, server: ModelServer, provider: ModelProvider, finish: Finish, reason: str
    ) -> None:
        server.will(Reply("Buy and", finish=finish))
        last = (await told(provider))[-1]
        assert last["type"] == "response.incomplete"
        assert last["response"]["incomplete_details"] == {"reason": reason}
        assert last["response"]["output"][-1]["status"] == "incomplete"

    async def test_an_empty_answer_is_complete_and_empty(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(EmptyOutput())
        last = (await told(provider, replace(TURN, tools=())))[-1]
        assert last["type"] == "response.completed"
        assert [item["content"][0]["text"] for item in last["response"]["output"]] == [""]

    async def test_the_next_turn_goes_on_where_the_last_one_ended(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(ToolCalls([ADD]), Reply("It is 5."), Reply("It is 10."))
        first = (await told(provider))[-1]["response"]["id"]
        assert first.startswith("resp_")
        following = replace(TURN, input="And twice?", instructions="Be brief.", previous_response_id=first, tools=())
        last = (await told(provider, following))[-1]
        assert self.sent_turns(server.last.body) == [
            ("user", "What is 2 + 3?"),
            ("assistant", "It is 5."),
            ("user", "And twice?"),
        ]
        assert self.sent_results(server.last.body) == [("call_1", '{"sum": 5}')]
        assert self.sent_system(server.last.body) == "Be brief."
        assert last["response"]["previous_response_id"] == first

    async def test_a_conversation_that_is_not_remembered_is_refused_before_anything_is_asked(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(Reply("Hello."))
        mine = (await told(provider))[-1]["response"]["id"]
        for stranger in (
            replace(TURN, previous_response_id="resp_unknown"),
            replace(TURN, previous_response_id=mine, owner_id="bob"),
        ):
            with pytest.raises(ModelRefused, match="previous_response_id") as caught:
                await told(provider, stranger)
            assert caught.value.status_code == 404
        assert len(server.requests) == 1

    async def test_a_turn_that_fails_is_not_remembered(
        self, server: ModelServer, provider: ModelProvider, conversations: InMemoryConversations
    ) -> None:
        server.will(ToolCalls([ADD]), MissingCompleted(Reply("It is")))
        with pytest.raises(ModelUnreachable) as caught:
            await told(provider)
        assert caught.value.may_be_paid
        assert conversations.saved == {}

    async def test_what_is_remembered_holds_neither_secrets_nor_instructions(
        self, server: ModelServer, provider: ModelProvider, conversations: InMemoryConversations
    ) -> None:
        server.will(ToolCalls([ADD]), Reply("It is 5."))
        events = await told(provider)
        assert SECRET not in str(conversations.saved)
        assert "You are a desk." not in str(conversations.saved)
        assert SECRET not in str(events)
        assert SECRET not in str([request.body for request in server.requests])

    async def test_input_may_be_a_list_of_messages(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Reply("Fine."))
        said = (
            {"role": "user", "content": [{"type": "input_text", "text": "How "}, {"type": "input_text", "text": "?"}]},
            {"role": "assistant", "content": [{"type": "output_text", "text": "Well."}]},
            {"role": "user", "content": "And now?"},
        )
        await told(provider, replace(TURN, input=said))
        expected = [("user", "How ?"), ("assistant", "Well."), ("user", "And now?")]
        assert self.sent_turns(server.last.body) == expected

    async def test_names_that_the_protocol_does_not_allow_find_their_way_back(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        names = ("a.b", "a b", "a_b", "x" * 80, "x" * 81)

        async def echo(_arguments: Mapping[str, object]) -> McpToolResult:
            return answered("ok")

        for name in names:
            tools.add(name, echo)
        server.will(Reply("Nothing."))
        request = replace(TURN, tools=(replace(DESK, allowed_tools=names),))
        await told(provider, request)
        functions = self.offered_functions(server.last.body)
        assert len(set(functions)) == len(names)
        assert all(len(each) <= 64 and each.replace("-", "_").isidentifier() for each in functions)
        calls = [ToolCall(id=f"c{n}", name=function) for n, function in enumerate(functions)]
        server.will(ToolCalls(calls), Reply("Done."))
        await told(provider, request)
        assert Counter(call.name for call in tools.called) == Counter(names)

    async def test_cancelling_a_turn_cancels_its_running_tools(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        began, cancelled = asyncio.Event(), asyncio.Event()

        async def wait(_arguments: Mapping[str, object]) -> McpToolResult:
            began.set()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()
            return answered("never")

        tools.add("wait", wait)
        server.will(ToolCalls([ToolCall(id="c", name="desk__wait")]))
        turn = asyncio.create_task(told(provider))
        async with asyncio.timeout(60):
            await began.wait()
            turn.cancel()
            with pytest.raises(asyncio.CancelledError):
                await turn
        assert cancelled.is_set()

    async def test_leaving_between_two_rounds_asks_no_more(
        self, server: ModelServer, provider: ModelProvider, tools: FakeMcpTools
    ) -> None:
        server.will(ToolCalls([ADD]))
        events: Any = provider.stream(TURN)
        async with aclosing(events):
            async for event in events:
                if event["type"] == "response.mcp_call.in_progress":
                    break
        assert tools.called == []


async def told(provider: ModelProvider, request: StreamRequest = TURN) -> Events:
    """All events, each checked against the SDK's own model of it."""
    return [checked_event(event) async for event in provider.stream(request)]


def types(events: Events) -> list[str]:
    return [event["type"] for event in events]


def text_of(events: Events) -> str:
    return "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")


def calls_of(events: Events) -> list[dict[str, Any]]:
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    return [item for item in done if item["type"] == "mcp_call"]
