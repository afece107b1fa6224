"""Server-sent events: framed as the page expects, resumable, kept alive, and gone when the client is."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from fastapi import Request

from packages.core.events import NewEvent, UnknownStream
from packages.infra.http import BadCursor, cursor, event_stream
from tests.fakes.event_log import InMemoryEventLog


def _request(query: str = "", last_event_id: str | None = None) -> Request:
    headers = [(b"last-event-id", last_event_id.encode())] if last_event_id is not None else []
    return Request({"type": "http", "headers": headers, "query_string": query.encode()})


async def _log_with(*types: str, last: bool) -> InMemoryEventLog:
    log = InMemoryEventLog()
    await log.open("s", "ann")
    await log.append("s", *(NewEvent(type_, {"text": "多空"}) for type_ in types), last=last)
    return log


async def _body(log: InMemoryEventLog, after: int = 0, keep_alive: float = 5) -> AsyncIterator[bytes]:
    response = await event_stream(log, "s", "ann", after, keep_alive)
    assert response.media_type == "text/event-stream"
    async for chunk in response.body_iterator:
        assert isinstance(chunk, bytes)
        yield chunk


async def test_an_event_is_framed_with_its_number_type_and_data() -> None:
    log = await _log_with("text_delta", last=True)
    assert [chunk async for chunk in _body(log)] == [
        'id: 1\nevent: text_delta\ndata: {"type": "text_delta", "text": "多空"}\n\n'.encode()
    ]


async def test_a_client_goes_on_behind_the_last_event_it_saw() -> None:
    log = await _log_with("a", "b", "c", last=True)
    told = b"".join([chunk async for chunk in _body(log, after=1)])
    assert [line for line in told.split(b"\n") if line.startswith(b"id")] == [b"id: 2", b"id: 3"]


async def test_silence_is_filled_with_comments_until_something_happens() -> None:
    log = await _log_with("a", last=False)
    body = _body(log, keep_alive=0.01)
    assert (await anext(body)).startswith(b"id: 1")
    assert await anext(body) == b": keep-alive\n\n"
    await log.append("s", NewEvent("b", {}), last=True)
    rest = [chunk async for chunk in body]
    assert rest[-1].startswith(b"id: 2")


async def test_a_client_that_leaves_leaves_no_task_behind() -> None:
    log = await _log_with("a", last=False)
    before = asyncio.all_tasks()
    response = await event_stream(log, "s", "ann", 0, 5)
    body = response.body_iterator
    await anext(aiter(body))
    await body.aclose()  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_another_owners_stream_is_refused_before_the_answer_begins() -> None:
    log = await _log_with("a", last=True)
    with pytest.raises(UnknownStream):
        await event_stream(log, "s", "bob", 0)


def test_the_query_wins_over_the_header() -> None:
    assert cursor(_request()) == 0
    assert cursor(_request(last_event_id="7")) == 7
    assert cursor(_request("after=3", last_event_id="7")) == 3


@pytest.mark.parametrize("bad", ["-1", "x", "1.5", "٣", "9" * 30, "1;drop"])
def test_a_cursor_that_is_no_number_is_refused(bad: str) -> None:
    with pytest.raises(BadCursor):
        cursor(Request({"type": "http", "headers": [(b"last-event-id", bad.encode())], "query_string": b""}))
