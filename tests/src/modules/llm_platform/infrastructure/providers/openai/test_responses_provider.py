"""The Responses provider against a scripted server."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelBusy, ModelFault, ModelGarbled, ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig, ProviderKind
from src.modules.llm_platform.domain.requests import Finish, McpServer, OutputSchema
from src.modules.llm_platform.infrastructure.providers.openai.client import open_client
from src.modules.llm_platform.infrastructure.providers.openai.responses_provider import ResponsesProvider
from tests.conformance.model_provider_asking import ASK, TURN, all_events, fault_of
from tests.conformance.model_provider_conformance import ModelProviderConformance
from tests.servers.dialects import Dialect
from tests.servers.model_server import ModelServer
from tests.servers.responses_dialect import ResponsesDialect, checked_event, response
from tests.servers.steps import Events, HostedMcpCall, Json, JsonObject, Reply, Status

_CREATED = {
    "type": "response.created",
    "sequence_number": 0,
    "response": response({}, 1, status="in_progress"),
}
_COMPLETED = {
    "type": "response.completed",
    "sequence_number": 9,
    "response": response({}, 1, status="completed", reply=Reply()),
}
_SCHEMA = OutputSchema("The verdict!", {"type": "object", "properties": {"verdict": {"type": "string"}}})
_TOOLS = McpServer(
    server_label="strategy",
    server_url="https://desk.example/mcp/strategy",
    headers={"x-mcp-context": "secret-token"},
    allowed_tools=("strategy_get", "strategy_validate"),
)


class TestResponsesProvider(ModelProviderConformance):
    kind = ProviderKind.RESPONSES

    @pytest.fixture
    def dialect(self) -> Dialect:
        return ResponsesDialect()

    def open_provider(self, config: ModelConfig) -> ModelProvider:
        return ResponsesProvider(config, open_client(config))

    def sent_system_message(self, body: JsonObject) -> object:
        return body.get("instructions")

    def sent_schema(self, body: JsonObject) -> object:
        text = body.get("text")
        return text["format"]["schema"] if isinstance(text, dict) else None

    def sent_limit(self, body: JsonObject) -> object:
        return body.get("max_output_tokens")


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server
        server.assert_spent()


@pytest.fixture
async def provider(server: ModelServer) -> AsyncIterator[ResponsesProvider]:
    config = ModelConfig(alias="main", provider=ProviderKind.RESPONSES, model="scripted-1", base_url=server.base_url)
    provider = ResponsesProvider(config, open_client(config))
    yield provider
    await provider.aclose()


async def test_hosted_tools_and_the_previous_response_are_sent_as_the_maker_wants_them(
    server: ModelServer, provider: ResponsesProvider
) -> None:
    server.will(Reply())
    items = ({"role": "user", "content": "And now?"},)
    turn = replace(TURN, input=items, tools=(_TOOLS,), previous_response_id="resp_0", tool_choice="auto")
    await all_events(provider, turn)
    body = server.last.body
    assert body["input"] == [{"role": "user", "content": "And now?"}]
    assert body["previous_response_id"] == "resp_0"
    assert body["tool_choice"] == "auto"
    assert "store" not in body
    assert body["tools"] == [
        {
            "type": "mcp",
            "server_label": "strategy",
            "server_url": "https://desk.example/mcp/strategy",
            "headers": {"x-mcp-context": "secret-token"},
            "allowed_tools": ["strategy_get", "strategy_validate"],
            "require_approval": "never",
        }
    ]


async def test_the_events_of_hosted_tools_arrive_as_they_are(server: ModelServer, provider: ResponsesProvider) -> None:
    call = HostedMcpCall(server_label="strategy", name="strategy_get", arguments='{"id": 1}', output='{"ok": true}')
    server.will(Reply("Done.", mcp_calls=(call,)))
    events = [checked_event(event) for event in await all_events(provider)]
    types = [str(event["type"]) for event in events if "mcp" in str(event["type"])]
    assert types == [
        "response.mcp_call.in_progress",
        "response.mcp_call_arguments.delta",
        "response.mcp_call_arguments.done",
        "response.mcp_call.completed",
    ]
    last = events[-1]["response"]
    assert isinstance(last, dict)
    assert last["output"][0]["output"] == '{"ok": true}'


async def test_an_unknown_event_passes_as_it_is(server: ModelServer, provider: ResponsesProvider) -> None:
    news = {"type": "response.daydream.delta", "sequence_number": 1, "dream": {"of": ["électrique", 1, None]}}
    server.will(Events([_CREATED, news, _COMPLETED]))
    assert (await all_events(provider))[1] == news


async def test_the_headers_of_tools_are_not_repeated_to_anybody(
    server: ModelServer, provider: ResponsesProvider
) -> None:
    tool = {"type": "mcp", "server_label": "strategy", "headers": {"x-mcp-context": "secret-token"}}
    chatty = {**_COMPLETED, "response": {**response({}, 1, status="completed"), "tools": [tool]}}
    server.will(Events([_CREATED, chatty]))
    events = await all_events(provider)
    assert "secret-token" not in str(events)
    assert "'server_label': 'strategy'" in str(events)


async def test_a_usage_that_counts_nothing_is_no_usage(server: ModelServer, provider: ResponsesProvider) -> None:
    odd = {**_COMPLETED, "response": {**response({}, 1, status="completed"), "usage": {"prompt_tokens": 4}}}
    server.will(Events([_CREATED, odd]))
    last = (await all_events(provider))[-1]["response"]
    assert isinstance(last, dict)
    assert last["usage"] is None


async def test_nothing_is_read_after_the_last_event(server: ModelServer, provider: ResponsesProvider) -> None:
    server.will(Events([_CREATED, _COMPLETED, {"type": "response.output_text.delta", "delta": "?"}], ending="hang"))
    assert (await all_events(provider))[-1] == _COMPLETED
    await server.wait_until_abandoned()


async def test_a_finished_stream_leaves_its_connection_to_the_next(
    server: ModelServer, provider: ResponsesProvider
) -> None:
    server.will(Reply(), Reply(), Reply())
    await all_events(provider)
    await all_events(provider)
    await provider.generate(ASK)
    assert server.connections_taken == 1


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ({"type": "error", "code": "server_error", "message": "oops", "param": None}, ModelBusy),
        ({"type": "error", "code": "rate_limit_exceeded", "message": "slow down"}, ModelBusy),
        ({"type": "error", "code": "context_length_exceeded", "message": "too long"}, ModelRefused),
        ({"type": "error", "code": "insufficient_quota", "message": "pay first"}, ModelRefused),
        ({"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}, ModelRefused),
        ({"error": {"code": "server_error", "message": "oops"}}, ModelBusy),
        ({"type": "response.completed", "sequence_number": 1}, ModelGarbled),
        ({"sequence_number": 1}, ModelGarbled),
    ],
)
async def test_an_error_in_the_middle_of_a_stream_is_a_fault_that_may_be_paid(
    server: ModelServer, provider: ResponsesProvider, event: JsonObject, fault: type[ModelFault]
) -> None:
    server.will(Events([_CREATED, {"sequence_number": 1, **event}]))
    raised = await fault_of(all_events(provider))
    assert isinstance(raised, fault)
    assert raised.may_be_paid


@pytest.mark.parametrize(
    ("code", "fault"),
    [("server_error", ModelBusy), ("rate_limit_exceeded", ModelBusy), ("invalid_prompt", ModelRefused)],
)
async def test_a_failed_response_is_a_fault(
    server: ModelServer, provider: ResponsesProvider, code: str, fault: type[ModelFault]
) -> None:
    failed = response({}, 1, status="failed", error={"code": code, "message": "oops"})
    event = checked_event({"type": "response.failed", "sequence_number": 1, "response": failed})
    server.will(Events([_CREATED, event]), Json(failed))
    for attempt in (all_events(provider), provider.generate(ASK)):
        raised = await fault_of(attempt)
        assert isinstance(raised, fault)
        assert raised.request_id == "resp_1"


async def test_a_refusal_of_the_model_is_filtered(server: ModelServer, provider: ResponsesProvider) -> None:
    refusal = {"type": "refusal", "refusal": "I will not."}
    message = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [refusal]}
    server.will(Json({**response({}, 1, status="completed"), "output": [{"type": "reasoning", "id": "r"}, message]}))
    answer = await provider.generate(ASK)
    assert (answer.text, answer.finish) == ("", Finish.FILTERED)


async def test_a_response_that_was_left_undone_is_no_answer(server: ModelServer, provider: ResponsesProvider) -> None:
    server.will(Json(response({}, 1, status="in_progress")))
    assert (await fault_of(provider.generate(ASK))).may_be_paid


async def test_a_single_question_is_not_kept_by_the_maker(server: ModelServer, provider: ResponsesProvider) -> None:
    server.will(Reply())
    await provider.generate(ASK)
    assert server.last.body["store"] is False


_UNSUPPORTED = {
    "temperature": {"message": "Unsupported parameter: 'temperature'", "code": "unsupported_parameter"},
    "text": {"message": "response_format is not supported by this model", "code": None},
    "max_output_tokens": {"message": "Unknown parameter", "param": "max_output_tokens"},
    "store": {"message": "extra fields not permitted: store"},
}


@pytest.mark.parametrize("parameter", _UNSUPPORTED)
@pytest.mark.parametrize("status", [400, 422])
async def test_a_parameter_that_the_server_does_not_take_is_left_out_from_then_on(
    server: ModelServer, provider: ResponsesProvider, parameter: str, status: int
) -> None:
    server.will(Status(status, body={"error": _UNSUPPORTED[parameter]}), Reply("First."), Reply("Second."))
    question = replace(ASK, temperature=0.1, schema=_SCHEMA)
    assert (await provider.generate(question)).text == "First."
    assert (await provider.generate(question)).text == "Second."
    sent = [parameter in received.body for received in server.requests]
    assert sent == [True, False, False]
    assert all("input" in received.body for received in server.requests)


async def test_two_parameters_are_left_out_one_after_the_other(
    server: ModelServer, provider: ResponsesProvider
) -> None:
    refusals = [Status(400, body={"error": _UNSUPPORTED[name]}) for name in ("temperature", "text")]
    server.will(*refusals, Reply("At last."))
    assert (await provider.generate(replace(ASK, temperature=0.1, schema=_SCHEMA))).text == "At last."


async def test_a_schema_that_the_server_cannot_read_is_left_out_this_once(
    server: ModelServer, provider: ResponsesProvider
) -> None:
    unreadable = {
        "message": "Invalid schema for response_format",
        "code": "invalid_json_schema",
        "param": "text.format",
    }
    server.will(Status(400, body={"error": unreadable}), Reply(), Reply())
    await provider.generate(replace(ASK, schema=_SCHEMA))
    await provider.generate(replace(ASK, schema=_SCHEMA))
    assert ["text" in received.body for received in server.requests] == [True, False, True]


async def test_a_refusal_of_something_else_is_not_tried_again(server: ModelServer, provider: ResponsesProvider) -> None:
    server.will(Status(400, body={"error": {"message": "Unsupported value: 'input'", "param": "input"}}))
    fault = await fault_of(provider.generate(replace(ASK, temperature=0.1)))
    assert isinstance(fault, ModelRefused)
    assert fault.details["parameter"] == "input"


async def test_a_schema_is_strict_where_it_can_be(server: ModelServer, provider: ResponsesProvider) -> None:
    closed = {**_SCHEMA.json_schema, "required": ["verdict"], "additionalProperties": False}
    nested = {**closed, "properties": {"verdict": {"anyOf": [{"type": "object"}, {"type": "null"}]}}}
    server.will(Reply(), Reply(), Reply())
    for schema in (closed, _SCHEMA.json_schema, nested):
        await provider.generate(replace(ASK, schema=OutputSchema("The verdict!", schema)))
    formats = [received.body["text"]["format"] for received in server.requests]  # type: ignore[index]
    assert [each["strict"] for each in formats] == [True, False, False]
    assert {each["name"] for each in formats} == {"The_verdict_"}
