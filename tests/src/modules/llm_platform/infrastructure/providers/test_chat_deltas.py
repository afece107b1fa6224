"""However a server cuts its deltas, the events rebuild the same text, the same calls and the same arguments."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from src.modules.llm_platform.domain.requests import Finish, McpServer, StreamRequest
from src.modules.llm_platform.infrastructure.providers.openai.chat_chunks import (
    CallPiece,
    FunctionPiece,
    ThinkingSplitter,
    without_thinking,
)
from src.modules.llm_platform.infrastructure.providers.openai.chat_provider import CallAssembler
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter
from src.modules.llm_platform.infrastructure.providers.round_output import RoundOutput
from src.modules.llm_platform.infrastructure.providers.rounds import (
    AnswerDelta,
    Delta,
    ReasoningDelta,
    RoundEnd,
    ToolCatalogue,
)
from tests.fakes.clock import StoppedClock
from tests.servers.responses_dialect import checked_event

_DESK = McpServer(server_label="desk", server_url="http://desk", headers={}, allowed_tools=())
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
_ARGUMENTS = st.dictionaries(st.text(max_size=5), _VALUES, max_size=3).map(json.dumps)
_NAMES = st.sampled_from(["desk__add", "desk__fail", "market_data__quote"])


@st.composite
def cuts(draw: st.DrawFn, text: str) -> list[str]:
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


@st.composite
def call_pieces(draw: st.DrawFn, index: int, name: str, arguments: str) -> list[CallPiece]:
    """Names and arguments cut anywhere; the id comes first, or never, or with every piece."""
    call_id = f"call_{index}"
    ids = draw(st.sampled_from(["first", "never", "always"]))
    functions = [FunctionPiece(name=piece) for piece in draw(cuts(name))]
    functions += [FunctionPiece(arguments=piece) for piece in draw(cuts(arguments))]
    shown = [ids == "always" or (ids == "first" and number == 0) for number in range(len(functions))]
    return [
        CallPiece(index=index, id=call_id if show else "", function=function)
        for show, function in zip(shown, functions, strict=True)
    ]


@st.composite
def interleaved(draw: st.DrawFn, lanes: Sequence[Sequence[CallPiece]]) -> list[CallPiece]:
    """The pieces of all calls, each call in its own order; a later call begins after the earlier ones did."""
    waiting = [list(lane) for lane in lanes]
    merged = [lane.pop(0) for lane in waiting]
    while any(waiting):
        lane = draw(st.sampled_from([lane for lane in waiting if lane]))
        merged.append(lane.pop(0))
    return merged


def rebuilt(deltas: Sequence[Delta]) -> tuple[str, list[tuple[str, str, str]]]:
    """The text and the calls, read from nothing but the events."""
    clock, ids = StoppedClock(), iter(range(10_000))
    request = StreamRequest(owner_id="ann", input="Hello", tools=(_DESK,))
    writer = EventWriter(request, response_id="resp_1", model="m", at=clock.now(), new_id=lambda: str(next(ids)))
    output = RoundOutput(writer, ToolCatalogue())
    events = [*writer.started(), *(event for delta in deltas for event in output.events_of(delta)), *output.close()]
    text = ""
    arguments: dict[str, str] = {}
    names: dict[str, tuple[str, str]] = {}
    for event in events:
        seen: Any = checked_event(event)
        match seen:
            case {"type": "response.output_text.delta", "delta": str(piece)}:
                text += piece
            case {"type": "response.output_item.added", "item": {"type": "mcp_call", "id": item_id} as item}:
                names[item_id] = (item["server_label"], item["name"])
                arguments[item_id] = ""
            case {"type": "response.mcp_call_arguments.delta", "item_id": item_id, "delta": str(piece)}:
                arguments[item_id] += piece
            case {"type": "response.mcp_call_arguments.done", "item_id": item_id, "arguments": str(whole)}:
                assert arguments[item_id] == whole
            case _:
                pass
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    return text, [(*names[item_id], arguments[item_id]) for item_id in names]


@settings(deadline=None)
@given(st.data(), st.lists(st.tuples(_NAMES, _ARGUMENTS), max_size=3), st.text())
def test_however_deltas_are_cut_the_events_rebuild_them(
    data: st.DataObject, calls: list[tuple[str, str]], text: str
) -> None:
    pieces = data.draw(
        interleaved([data.draw(call_pieces(index, *call)) for index, call in enumerate(calls)])
        if calls
        else st.just([])
    )
    assembler = CallAssembler()
    deltas: list[Delta] = [AnswerDelta(piece) for piece in data.draw(cuts(text))]
    for piece in pieces:
        deltas += assembler.take([piece])
    deltas += [*assembler.finish(), RoundEnd(Finish.STOP, None)]
    expected = [(*name.split("__"), arguments) for name, arguments in calls]
    assert rebuilt(deltas) == (text, expected)


@settings(deadline=None)
@given(st.lists(st.tuples(_NAMES, _ARGUMENTS), max_size=4))
def test_whole_calls_without_ids_and_indices_stay_apart(calls: list[tuple[str, str]]) -> None:
    pieces = [CallPiece(function=FunctionPiece(name=name, arguments=arguments)) for name, arguments in calls]
    expected = [(*name.split("__"), arguments) for name, arguments in calls]
    for batches in ([pieces], [[piece] for piece in pieces]):
        assembler = CallAssembler()
        deltas: list[Delta] = [told for batch in batches for told in assembler.take(batch)]
        deltas += [*assembler.finish(), RoundEnd(Finish.STOP, None)]
        assert rebuilt(deltas)[1] == expected


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.text(min_size=1)), max_size=8))
def test_thinking_and_speech_may_take_turns(pieces: list[tuple[bool, str]]) -> None:
    deltas: list[Delta] = [AnswerDelta(text) if output else ReasoningDelta(text) for output, text in pieces]
    text, calls = rebuilt([*deltas, RoundEnd(Finish.STOP, None)])
    assert text == "".join(text for output, text in pieces if output)
    assert calls == []


def split(pieces: Sequence[str]) -> tuple[str, str]:
    splitter = ThinkingSplitter()
    told = [delta for piece in pieces for delta in splitter.take(piece)] + splitter.flush()
    thought = "".join(delta.text for delta in told if isinstance(delta, ReasoningDelta))
    return thought, "".join(delta.text for delta in told if isinstance(delta, AnswerDelta))


_THOUGHTS = st.text().filter(lambda text: "</think>" not in text)


@settings(deadline=None)
@given(st.data(), _THOUGHTS, st.text())
def test_thinking_in_tags_is_split_off_however_it_is_cut(data: st.DataObject, thought: str, text: str) -> None:
    whole = f"<think>{thought}</think>\n\n{text}"
    assert split(data.draw(cuts(whole))) == (thought, text.lstrip())
    assert without_thinking(whole) == text.lstrip()


@settings(deadline=None)
@given(st.data(), st.text() | st.text("<think/> \n"))
def test_a_text_that_does_not_begin_with_thinking_is_left_as_it_is(data: st.DataObject, text: str) -> None:
    if not text.lstrip().startswith("<think>"):
        assert split(data.draw(cuts(text))) == ("", text)


@settings(deadline=None)
@given(st.data(), _THOUGHTS)
def test_thinking_that_never_ends_is_no_answer(data: st.DataObject, thought: str) -> None:
    assert split(data.draw(cuts(f"<think>{thought}"))) == (thought, "")
