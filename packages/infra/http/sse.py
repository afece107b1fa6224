"""Server-sent events from a stream of the event log: numbered, resumable, kept alive while it is silent."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

from fastapi import Request
from fastapi.responses import StreamingResponse

from packages.contracts.sentences import json_for_reader
from packages.core.errors import Invalid
from packages.core.events import Event, EventLog

KEEP_ALIVE_SECONDS = 12.0
_MOST_WAITING = 500  # events for a slow client; the rest waits where it is stored


class BadCursor(Invalid):
    """`Last-Event-ID` or `after` is not the number of an event."""


def cursor(request: Request) -> int:
    """The number behind which a client wants to go on; `?after=` wins over `Last-Event-ID`."""
    text = request.query_params.get("after") or request.headers.get("last-event-id") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise BadCursor("desk.bad_cursor", text=text[:40])
    return int(text)


def frame(event: Event) -> bytes:
    """One event on the wire, its sentences in the reader's language."""
    return f"id: {event.seq}\nevent: {event.type}\ndata: {json_for_reader(event.json)}\n\n".encode()


async def event_stream(
    log: EventLog, stream_id: str, owner_id: str, after: int, keep_alive_seconds: float = KEEP_ALIVE_SECONDS
) -> StreamingResponse:
    """Answers with the events behind `after`, then those to come; a stream that is not the owner's is a 404."""
    await log.read(stream_id, owner_id, after, limit=1)
    return stream_response(log.tail(stream_id, owner_id, after), keep_alive_seconds)


def stream_response(
    events: AsyncGenerator[Event, None], keep_alive_seconds: float = KEEP_ALIVE_SECONDS
) -> StreamingResponse:
    """Answers with the events as they come."""
    return StreamingResponse(
        _frames(events, keep_alive_seconds),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _frames(events: AsyncGenerator[Event, None], keep_alive_seconds: float) -> AsyncIterator[bytes]:
    """What has come by the time a client takes it goes out together."""
    waiting: asyncio.Queue[Event | None] = asyncio.Queue(_MOST_WAITING)
    pump = asyncio.create_task(_pump(events, waiting))
    try:
        while not (pump.done() and waiting.empty()):
            try:
                async with asyncio.timeout(keep_alive_seconds):
                    arrived = [await waiting.get()]
            except TimeoutError:
                yield b": keep-alive\n\n"
                continue
            arrived += [waiting.get_nowait() for _ in range(waiting.qsize())]
            if told := b"".join(frame(event) for event in arrived if event is not None):
                yield told
        pump.result()
    finally:
        pump.cancel()
        await asyncio.wait({pump})


async def _pump(events: AsyncGenerator[Event, None], waiting: "asyncio.Queue[Event | None]") -> None:
    """Ends with None, whatever ends it."""
    try:
        async with aclosing(events):
            async for event in events:
                await waiting.put(event)
    finally:
        with suppress(asyncio.QueueFull):
            waiting.put_nowait(None)
