"""What routes of every floor share: the caller, routes with failure statuses of their own, and server-sent events.

Events come from a stream of the event log: numbered, resumable, kept alive while it is silent."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping
from contextlib import aclosing, suppress
from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.routing import APIRoute

from packages.contracts.market_data.next_calls import with_next_requests
from packages.contracts.sentences import json_for_reader
from packages.contracts.token_scopes import needed_scope
from packages.core.errors import Invalid, ParleyError, family_of
from packages.core.events import Event, EventLog
from packages.core.messages import for_reader
from packages.domain.accounts.model import User
from packages.domain.accounts.service import IdentifiedCaller, Identity

T = TypeVar("T")
KEEP_ALIVE_SECONDS = 12.0
_MOST_WAITING = 500  # events for a slow client; the rest waits where it is stored


class BadCursor(Invalid):
    """`Last-Event-ID` or `after` is not the number of an event."""


def cursor(request: Request) -> int:
    """The number behind which a client wants to continue; `?after=` wins over `Last-Event-ID`."""
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
            if frames := b"".join(frame(event) for event in arrived if event is not None):
                yield frames
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


LARGEST_NUMBER = 2**53 - 1  # a browser counts exactly up to here, a database further


async def _identified(request: Request) -> IdentifiedCaller:
    """A personal token does only what its scopes say of the method and the address."""
    identity: Identity = request.app.state.identity
    known = await identity.identify(request.headers.get("authorization"))
    if known.token is not None:
        known.token.require(needed_scope(request.method, request.url.path))
    return known


Identified = Annotated[IdentifiedCaller, Depends(_identified)]


async def _caller(known: Identified) -> User:
    return known.user


Caller = Annotated[User, Depends(_caller)]
_CLIENT_LEFT = 499  # nobody reads it; logs do


async def while_connected(request: Request, work: Coroutine[None, None, T]) -> T:
    """The result of the work, which is cancelled when the client leaves. For requests without a body."""
    task, left = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise HTTPException(_CLIENT_LEFT)
    finally:
        for one in (task, left):
            one.cancel()
        await asyncio.gather(task, left, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue


def failing_by(statuses: Mapping[type[ParleyError], int]) -> type[APIRoute]:
    """The route class of a router; a family that the table does not name answers as everywhere else."""

    class FailingRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[None, None, Response]]:
            handle = super().get_route_handler()

            async def answer(request: Request) -> Response:
                try:
                    return await handle(request)
                except ParleyError as error:
                    status = statuses.get(family_of(error))
                    if status is None:
                        raise
                    body = {
                        "code": error.code,
                        "message": for_reader(error.message),
                        "details": with_next_requests(error.details),
                    }
                    return JSONResponse({"error": body}, status)

            return answer

    return FailingRoute
