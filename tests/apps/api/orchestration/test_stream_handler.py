"""Upstream events on their way to the person."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence

import pytest

import apps.api.orchestration as package
from apps.api.orchestration.constants import LONGEST_ANSWER
from apps.api.orchestration.stream_handler import Batch, StreamHandler, _resolve_stream_timeout_seconds
from apps.api.orchestration.types import Ended, Inbox, _TurnStreamState
from apps.api.orchestration.upstream import Upstream
from packages.contracts.chat_events import McpEvent, OpenAiEvent, TextDelta
from packages.core.errors import Unavailable
from packages.core.events import JsonObject
from tests.apps.api.orchestration.rig import COMPLETED, ScriptedVoice, Step, answer, delta, prepared_for


async def _streamed(
    script: Iterable[Step], hard: float = 30, idle: float = 30, inbox: Inbox | None = None
) -> tuple[list[Batch], _TurnStreamState, ScriptedVoice]:
    state, voice = _TurnStreamState(), ScriptedVoice([script])
    handler = StreamHandler(lambda: hard, lambda: idle)
    inbox = inbox or asyncio.Queue()
    batches = [batch async for batch in handler.stream(Upstream(prepared_for(voice), inbox), state, inbox)]
    return batches, state, voice


def _texts(batches: Sequence[Batch]) -> str:
    return "".join(event.delta for batch in batches for event in batch if isinstance(event, TextDelta))


async def test_every_upstream_event_is_told_and_text_is_told_without_tags() -> None:
    script = answer("Hi <AGENT_STATE", '_PATCH>{"a": 1}</AGENT_STATE_PATCH>there')
    batches, state, voice = await _streamed(script)
    raw = [event for batch in batches for event in batch if isinstance(event, OpenAiEvent)]
    assert [event.openai_type for event in raw] == ["response.output_text.delta"] * 2 + ["response.completed"]
    assert _texts(batches) == state.shown_text == "Hi there"
    assert state.extracted.patches == ({"a": 1},)
    assert state.response_id == "resp_1"
    assert state.completed_usage is not None
    assert (state.completed_usage.model, state.completed_usage.total_tokens) == ("gpt-x", 9)
    assert state.stream_error_detail is None
    assert voice.closed == 1


async def test_events_about_tools_are_told_twice_and_the_order_is_kept() -> None:
    call = {"type": "response.mcp_call.in_progress", "item_id": "c1", "output_index": 0, "sequence_number": 5}
    batches, _, _ = await _streamed([delta("a"), call, delta("b"), COMPLETED])
    events = [event for batch in batches for event in batch if not isinstance(event, OpenAiEvent)]
    assert [type(event) for event in events] == [TextDelta, McpEvent, TextDelta]


async def test_events_that_arrive_together_are_told_together() -> None:
    inbox: Inbox = asyncio.Queue()
    handler, state = StreamHandler(lambda: 30, lambda: 30), _TurnStreamState()
    for event in [delta("a"), delta("b"), COMPLETED]:
        inbox.put_nowait(event)
    inbox.put_nowait(Ended())
    stream = handler.stream(Upstream(prepared_for(ScriptedVoice([[asyncio.Event()]])), inbox), state, inbox)
    batches = [batch async for batch in stream]
    assert len(batches) == 1
    assert _texts(batches) == "ab"


async def test_a_stream_without_its_end_is_an_error_that_keeps_what_was_shown() -> None:
    _, state, _ = await _streamed([delta("half")])
    assert state.shown_text == "half"
    assert state.stream_error_detail is not None
    assert state.stream_error_detail.category == "protocol"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "error", "message": "out of luck", "code": "server_error"}, "out of luck"),
        ({"type": "response.failed", "response": {"error": {"code": "x", "message": "overloaded"}}}, "overloaded"),
        ({"type": "response.incomplete", "response": {"incomplete_details": {"reason": "max_output_tokens"}}}, "max_"),
    ],
)
async def test_a_model_that_gives_up_is_an_error_and_nothing_behind_it_is_told(event: Step, said: str) -> None:
    batches, state, _ = await _streamed([delta("a"), event, delta("late"), COMPLETED])
    assert _texts(batches) == "a"
    assert said in str(state.stream_error_message)
    assert state.stream_error_detail is not None
    assert state.stream_error_detail.category == "upstream"


async def _of_a_full_inbox(*events: Step, hard: float = 30) -> tuple[list[Batch], _TurnStreamState, Inbox]:
    inbox: Inbox = asyncio.Queue()
    for event in events:
        inbox.put_nowait(event)  # type: ignore[arg-type]
    handler, state = StreamHandler(lambda: hard, lambda: 30), _TurnStreamState()
    stream = handler.stream(Upstream(prepared_for(ScriptedVoice([[asyncio.Event()]])), inbox), state, inbox)
    return [batch async for batch in stream], state, inbox


async def test_what_arrived_together_with_the_end_is_neither_told_nor_left_behind() -> None:
    broken = {"type": "error", "message": "out of luck"}
    batches, _, inbox = await _of_a_full_inbox(delta("a"), broken, delta("late"), *[delta("later")] * 500)
    assert _texts(batches) == "a"
    assert inbox.empty()


async def test_an_upstream_that_never_pauses_is_not_read_beyond_the_limit() -> None:
    batches, state, _ = await _of_a_full_inbox(*[delta("a")] * 10, hard=0)
    assert _texts(batches) == ""
    assert "too long" in str(state.stream_error_message)


async def test_a_named_error_is_told_with_its_details() -> None:
    fault = Unavailable("Busy.", details={"category": "rate_limit", "status_code": 429, "request_id": "r"})
    _, state, _ = await _streamed([fault])
    detail = state.stream_error_detail
    assert detail is not None
    assert detail.model_dump(by_alias=True) == {
        "class": "Unavailable",
        "message": "Busy.",
        "category": "rate_limit",
        "status_code": 429,
        "request_id": "r",
    }


async def test_a_chain_that_the_server_forgot_is_seen() -> None:
    fault = Unavailable("Gone.", details={"parameter": "previous_response_id"})
    assert (await _streamed([fault]))[1].chain_unknown
    told = {"type": "error", "code": "previous_response_not_found", "message": "gone"}
    assert (await _streamed([told]))[1].chain_unknown
    assert not (await _streamed([Unavailable("Busy.")]))[1].chain_unknown


async def test_silence_and_length_end_a_stream() -> None:
    _, state, voice = await _streamed([delta("a"), asyncio.Event()], idle=0.01)
    assert state.stream_error_detail is not None
    assert state.stream_error_detail.category == "timeout"
    assert "said nothing" in str(state.stream_error_message)
    assert voice.closed == 1
    _, state, _ = await _streamed([delta("a"), asyncio.Event()], hard=0.01)
    assert "too long" in str(state.stream_error_message)
    _, state, _ = await _streamed([delta("a")] * 100_000, hard=0.01)
    assert "too long" in str(state.stream_error_message)


async def test_a_person_can_stop_it_and_what_was_shown_stays() -> None:
    inbox: Inbox = asyncio.Queue()
    handler, state, voice = (
        StreamHandler(lambda: 30, lambda: 30),
        _TurnStreamState(),
        ScriptedVoice([[delta("a"), asyncio.Event()]]),
    )
    async for _ in handler.stream(Upstream(prepared_for(voice), inbox), state, inbox):
        inbox.put_nowait(Ended(stopped=True))
    assert state.stopped
    assert state.shown_text == "a"
    assert state.stream_error_detail is None
    assert voice.closed == 1


async def test_a_wish_to_stop_outlives_a_stream_that_ended_before_it_was_heard() -> None:
    inbox: Inbox = asyncio.Queue()
    handler = StreamHandler(lambda: 30, lambda: 30)
    async for _ in handler.stream(
        Upstream(prepared_for(ScriptedVoice([answer("a")])), inbox), _TurnStreamState(), inbox
    ):
        pass
    assert inbox.empty()
    inbox.put_nowait(Ended(stopped=True))
    state = _TurnStreamState()
    async for _ in handler.stream(Upstream(prepared_for(ScriptedVoice([answer("a")])), inbox), state, inbox):
        pass
    assert state.stopped


@pytest.mark.parametrize("garbage", [{}, {"type": ["x"]}, {"type": "response.output_text.delta", "delta": None}])
async def test_an_event_of_the_wrong_shape_is_told_and_does_no_harm(garbage: Step) -> None:
    batches, state, _ = await _streamed([garbage, *answer("ok")])
    assert _texts(batches) == "ok"
    assert state.stream_error_detail is None


async def test_what_is_no_event_at_all_breaks_the_stream() -> None:
    _, state, _ = await _streamed(["nonsense"])  # type: ignore[list-item]
    assert "no event" in str(state.stream_error_message)


async def test_an_upstream_that_was_cancelled_from_inside_is_an_error() -> None:
    _, state, _ = await _streamed([asyncio.CancelledError()])
    assert state.stream_error_detail is not None


async def test_a_fault_that_nobody_named_is_an_error_without_its_words() -> None:
    _, state, _ = await _streamed([delta("a"), ZeroDivisionError("secret")])
    assert isinstance(state.fault, ZeroDivisionError)
    assert state.stream_error_detail is not None
    assert (state.stream_error_detail.error_class, state.stream_error_detail.category) == (
        "ZeroDivisionError",
        "internal",
    )
    assert "secret" not in str(state.stream_error_message)


async def test_half_characters_and_nuls_are_not_shown() -> None:
    batches, _, _ = await _streamed(answer("a\ud83db\0c"))
    assert _texts(batches) == "a\N{REPLACEMENT CHARACTER}bc"


def test_the_hard_limit_is_the_packages_where_it_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _resolve_stream_timeout_seconds(12) == 12
    monkeypatch.setattr(package, "_OPENAI_STREAM_HARD_TIMEOUT_SECONDS", 0.5)
    assert _resolve_stream_timeout_seconds(12) == 0.5


async def test_text_that_is_told_only_when_it_is_done_is_heard() -> None:
    done = {"type": "response.output_text.done", "item_id": "m1", "content_index": 0, "text": "All of it."}
    batches, state, _ = await _streamed([done, COMPLETED])
    assert _texts(batches) == state.shown_text == "All of it."


async def test_text_that_was_told_bit_by_bit_is_not_heard_again_when_it_is_done() -> None:
    bit = {"type": "response.output_text.delta", "item_id": "m1", "content_index": 0, "delta": "Once."}
    done = {"type": "response.output_text.done", "item_id": "m1", "content_index": 0, "text": "Once."}
    batches, _, _ = await _streamed([bit, done, COMPLETED])
    assert _texts(batches) == "Once."


async def test_an_answer_that_is_too_long_is_read_no_further() -> None:
    taken: list[int] = []

    def flood() -> Iterator[Step]:
        for place in range(1_000):
            taken.append(place)
            yield delta("word " * 2_000)

    _, state, voice = await _streamed(flood())
    assert voice.closed == 1
    assert len(taken) <= LONGEST_ANSWER // 10_000 + 2
    assert state.stream_error_detail is not None
    assert state.stream_error_detail.category == "too_much"


async def test_words_that_arrive_together_leave_as_one_and_those_of_a_tool_keep_their_place() -> None:
    call = {"type": "response.mcp_call.in_progress", "item_id": "c1", "output_index": 0, "sequence_number": 5}
    script = [*(delta(f"word {place} ends. ") for place in range(9)), call, delta("b"), COMPLETED]
    inbox: Inbox = asyncio.Queue()
    for event in script:
        inbox.put_nowait(event)
    inbox.put_nowait(Ended())
    handler, state = StreamHandler(lambda: 30, lambda: 30), _TurnStreamState()
    stream = handler.stream(Upstream(prepared_for(ScriptedVoice([[asyncio.Event()]])), inbox), state, inbox)
    events = [event for batch in [batch async for batch in stream] for event in batch]
    told = [type(event) for event in events if not isinstance(event, OpenAiEvent)]
    assert told == [TextDelta, McpEvent, TextDelta]
    assert sum(isinstance(event, OpenAiEvent) for event in events) == len(script)


def _message(text: str) -> Step:
    content: list[JsonObject] = [{"type": "output_text", "text": text}]
    return {"type": "response.output_item.done", "item": {"type": "message", "id": "m1", "content": content}}


@pytest.mark.parametrize("text", ["All of it.", "全部在这里。"])
async def test_text_that_comes_only_with_its_whole_item_is_heard_once(text: str) -> None:
    batches, state, _ = await _streamed([_message(text), COMPLETED])
    assert _texts(batches) == state.shown_text == text
    bit = {"type": "response.output_text.delta", "item_id": "m1", "content_index": 0, "delta": text}
    for first in (bit, delta(text)):
        batches, _, _ = await _streamed([first, _message(text), COMPLETED])
        assert _texts(batches) == text


@pytest.mark.parametrize("lines", ["\n" * 300, "\n \n" * 50, "\n\n"])
async def test_of_many_blank_lines_one_is_shown(lines: str) -> None:
    batches, _, _ = await _streamed([delta(f"One.{lines}"), delta(f"{lines}Two."), COMPLETED])
    assert _texts(batches).replace(" ", "") == "One.\n\nTwo."


@pytest.mark.parametrize("size", [50, 300_000, 100_000_000])
async def test_an_answer_without_end_is_cut_and_said_to_be(size: int) -> None:
    script = [delta("word " * (size // 5))] * max(1, 2 * LONGEST_ANSWER // size)
    batches, state, voice = await _streamed([*script, COMPLETED])
    assert state.written == LONGEST_ANSWER
    assert len(_texts(batches)) <= LONGEST_ANSWER
    assert state.stream_error_detail is not None
    assert state.stream_error_detail.category == "too_much"
    assert voice.closed == 1
    told = [event.payload for batch in batches for event in batch if isinstance(event, OpenAiEvent)]
    assert all(len(str(payload)) < 2 * LONGEST_ANSWER for payload in told)
