"""What every `ModelProvider` must do: subclass it, and say how it is opened and what it sends."""

import asyncio
import logging
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelRefused, ModelTimeout, ModelUnreachable
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts
from src.modules.llm_platform.domain.requests import Finish, OutputSchema
from tests.conformance.model_provider_asking import (
    ASK,
    TURN,
    all_events,
    assert_is,
    fault_of,
    open_stream,
)
from tests.conformance.model_provider_faults import GENERATE, KEY, PROMPT, STREAM, Failure
from tests.conformance.model_provider_setting import ModelProviderSetting, OpenOne
from tests.servers.deaf_server import closed_port, deaf_server
from tests.servers.model_server import ModelServer
from tests.servers.steps import USAGE, EmptyOutput, Hang, Reply, SlowDrip, Status

# Long enough for the question to arrive on a busy machine, shorter than the answers that must be given up.
_HASTY = ModelTimeouts(connect=60.0, read=2.0, idle=2.0)
_SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}},
    "required": ["verdict"],
    "additionalProperties": False,
}


class ModelProviderConformance(ModelProviderSetting):
    async def test_an_answer_has_its_text_its_usage_and_an_id(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(Reply("Buy 世界, sell the rest."))
        answer = await provider.generate(ASK)
        assert answer.text == "Buy 世界, sell the rest."
        assert answer.usage == USAGE
        assert answer.finish is Finish.STOP
        assert answer.response_id

    @pytest.mark.parametrize("finish", [Finish.LENGTH, Finish.FILTERED])
    async def test_an_answer_that_was_broken_off_says_why(
        self, server: ModelServer, provider: ModelProvider, finish: Finish
    ) -> None:
        server.will(Reply("Buy and", finish=finish))
        answer = await provider.generate(ASK)
        assert (answer.text, answer.finish) == ("Buy and", finish)

    async def test_an_empty_answer_is_an_answer(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(EmptyOutput())
        assert (await provider.generate(ASK)).text == ""

    async def test_the_request_carries_what_was_asked(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Reply())
        await provider.generate(
            replace(ASK, system_message="You are a judge.", temperature=0.25, max_output_tokens=321)
        )
        body = server.last.body
        assert body["model"] == "scripted-1"
        assert PROMPT in str(body)
        assert self.sent_system_message(body) == "You are a judge."
        assert body["temperature"] == 0.25
        assert self.sent_limit(body) == 321
        assert KEY in str(server.last.headers)

    async def test_what_was_not_asked_is_not_sent(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Reply())
        await provider.generate(ASK)
        assert "temperature" not in server.last.body
        assert self.sent_system_message(server.last.body) is None
        assert self.sent_schema(server.last.body) is None

    async def test_a_schema_is_asked_for_in_the_servers_own_way(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(Reply('{"verdict": "hold"}'))
        answer = await provider.generate(replace(ASK, schema=OutputSchema("verdict", _SCHEMA)))
        assert self.sent_schema(server.last.body) == _SCHEMA
        assert answer.text == '{"verdict": "hold"}'

    async def test_fifty_calls_at_once_are_all_answered(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(*[Reply(f"answer {number}") for number in range(50)])
        async with asyncio.TaskGroup() as group:
            calls = [group.create_task(provider.generate(ASK)) for _ in range(50)]
        assert {call.result().text for call in calls} == {f"answer {number}" for number in range(50)}

    async def test_a_stream_tells_its_events_in_order(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Reply("Buy 世界, sell the rest.", piece=1))
        events = await all_events(provider)
        types = [event["type"] for event in events]
        assert types[0] == "response.created"
        assert types[-1] == "response.completed"
        assert types.count("response.completed") == 1
        text = "".join(str(event["delta"]) for event in events if event["type"] == "response.output_text.delta")
        assert text == "Buy 世界, sell the rest."
        numbers = [event["sequence_number"] for event in events]
        assert all(isinstance(this, int) and isinstance(that, int) and this < that for this, that in pairwise(numbers))

    async def test_the_last_event_of_a_stream_holds_the_answer_and_its_usage(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(Reply("Hold."))
        response = (await all_events(provider))[-1]["response"]
        assert isinstance(response, dict)
        assert response["status"] == "completed"
        assert response["output"][-1]["content"][0]["text"] == "Hold."
        assert response["usage"]["input_tokens"] == USAGE.input_tokens
        assert response["usage"]["output_tokens"] == USAGE.output_tokens
        assert response["id"]

    async def test_a_stream_that_was_broken_off_ends_incomplete(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        server.will(Reply("Buy and", finish=Finish.LENGTH))
        assert (await all_events(provider))[-1]["type"] == "response.incomplete"

    async def test_a_stream_carries_what_was_asked(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Reply())
        await all_events(
            provider, replace(TURN, instructions="You are a judge.", temperature=0.25, max_output_tokens=321)
        )
        body = server.last.body
        assert body["stream"] is True
        assert PROMPT in str(body)
        assert self.sent_system_message(body) == "You are a judge."
        assert body["temperature"] == 0.25
        assert self.sent_limit(body) == 321

    async def test_a_long_stream_may_take_longer_than_an_answer(
        self, server: ModelServer, config: ModelConfig, open_one: OpenOne
    ) -> None:
        provider = open_one(replace(config, timeouts=_HASTY))
        server.will(SlowDrip(0.1, Reply("A long and slow answer.", piece=1)))
        assert (await all_events(provider))[-1]["type"] == "response.completed"

    @pytest.mark.parametrize("failure", GENERATE.values(), ids=GENERATE.keys())
    async def test_a_failing_answer_is_the_right_fault(
        self,
        server: ModelServer,
        config: ModelConfig,
        open_one: OpenOne,
        failure: Failure,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        provider = open_one(_as_hasty_as_needed(config, failure))
        server.will(failure.step)
        with caplog.at_level(logging.DEBUG):
            fault = await fault_of(provider.generate(ASK))
        assert_is(fault, failure)
        assert KEY not in caplog.text

    @pytest.mark.parametrize("failure", STREAM.values(), ids=STREAM.keys())
    async def test_a_failing_stream_is_the_right_fault(
        self,
        server: ModelServer,
        config: ModelConfig,
        open_one: OpenOne,
        failure: Failure,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        provider = open_one(_as_hasty_as_needed(config, failure))
        server.will(failure.step)
        with caplog.at_level(logging.DEBUG):
            fault = await fault_of(all_events(provider))
        assert_is(fault, failure)
        assert KEY not in caplog.text

    async def test_after_every_fault_the_provider_answers_again(
        self, server: ModelServer, provider: ModelProvider
    ) -> None:
        for failure in (GENERATE["half an answer"], GENERATE["a reset"], GENERATE["status 500"]):
            server.will(failure.step, Reply("Here again."))
            await fault_of(provider.generate(ASK))
            assert (await provider.generate(ASK)).text == "Here again."

    @pytest.mark.parametrize(
        ("headers", "seconds"),
        [
            ({"retry-after": "7"}, 7.0),
            ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
            ({"date": "Fri, 06 Nov 2026 10:00:00 GMT", "retry-after": "Fri, 06 Nov 2026 10:00:30 GMT"}, 30.0),
            ({"retry-after": "soon"}, None),
            ({}, None),
        ],
    )
    async def test_the_server_says_when_to_come_again(
        self, server: ModelServer, provider: ModelProvider, headers: dict[str, str], seconds: float | None
    ) -> None:
        server.will(Status(429, headers=headers))
        fault = await fault_of(provider.generate(ASK))
        assert fault.retry_after == seconds
        assert fault.status_code == 429
        assert fault.request_id == "req_scripted"

    async def test_a_refused_key_is_final_and_named(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Status(401, body={"error": {"message": f"Incorrect API key provided: {KEY}"}}))
        fault = await fault_of(provider.generate(ASK))
        assert isinstance(fault, ModelRefused)
        assert not fault.retryable
        assert "'main'" in fault.message

    async def test_a_server_that_is_not_there_is_unreachable_and_costs_nothing(
        self, config: ModelConfig, open_one: OpenOne
    ) -> None:
        provider = open_one(replace(config, base_url=closed_port().removesuffix("/v1")))
        for attempt in (provider.generate(ASK), all_events(provider)):
            fault = await fault_of(attempt)
            assert isinstance(fault, ModelUnreachable)
            assert not fault.may_be_paid

    async def test_a_server_that_takes_no_connection_is_a_timeout_and_costs_nothing(
        self, config: ModelConfig, open_one: OpenOne
    ) -> None:
        with deaf_server() as base_url:
            provider = open_one(
                replace(config, base_url=base_url, timeouts=ModelTimeouts(connect=0.1, read=5.0, idle=5.0))
            )
            for attempt in (provider.generate(ASK), all_events(provider)):
                fault = await fault_of(attempt)
                assert isinstance(fault, ModelTimeout)
                assert not fault.may_be_paid

    async def test_a_stream_that_is_left_early_hangs_up(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Hang(after_events=4))
        async with aclosing(open_stream(provider)) as events:
            assert (await anext(events))["type"] == "response.created"
        await server.wait_until_abandoned()

    @pytest.mark.parametrize("after_events", [None, 4])
    async def test_a_cancelled_stream_hangs_up(
        self, server: ModelServer, provider: ModelProvider, after_events: int | None
    ) -> None:
        server.will(Hang(after_events=after_events))
        task = asyncio.create_task(all_events(provider))
        await server.wait_until_asked()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.wait_until_abandoned()

    async def test_a_cancelled_answer_hangs_up(self, server: ModelServer, provider: ModelProvider) -> None:
        server.will(Hang())
        task = asyncio.create_task(provider.generate(ASK))
        await server.wait_until_asked()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.wait_until_abandoned()

    async def test_a_provider_shows_no_key(self, provider: ModelProvider, config: ModelConfig) -> None:
        assert KEY not in repr(provider)
        assert KEY not in repr(config)


def _as_hasty_as_needed(config: ModelConfig, failure: Failure) -> ModelConfig:
    return replace(config, timeouts=_HASTY) if failure.fault is ModelTimeout else config
