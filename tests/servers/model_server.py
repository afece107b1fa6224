"""A model server on this machine that does with each request what the next step of its script says."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from tests.servers.answering import ClientLeft, Exchange
from tests.servers.chat_dialect import ChatDialect
from tests.servers.dialects import Dialect
from tests.servers.responses_dialect import ResponsesDialect
from tests.servers.steps import JsonObject, Status, Step

_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it arrived; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: JsonObject


class ModelServer:
    """Use it as an async context manager inside the test's own loop. A path without a dialect is 404 and takes no step;
    a request beyond the script is answered by `otherwise`, and without one fails `assert_spent`."""

    def __init__(self, *steps: Step, dialects: Sequence[Dialect] | None = None, otherwise: Step | None = None) -> None:
        self.requests: list[Received] = []
        self.open_connections = 0
        self.connections_taken = 0
        self.requests_in_hand = 0
        self.abandoned = 0  # answers that the client did not wait for
        self._steps = deque(steps)
        self._otherwise = otherwise
        self._unscripted = 0
        self._dialects = {each.path: each for each in dialects or (ResponsesDialect(), ChatDialect())}
        self._changed = asyncio.Condition()
        self._handlers: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._server.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def root(self) -> str:
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}"

    @property
    def base_url(self) -> str:
        return f"{self.root}/v1"

    @property
    def last(self) -> Received:
        return self.requests[-1]

    def will(self, *steps: Step) -> Self:
        self._steps.extend(steps)
        return self

    def assert_spent(self) -> None:
        assert not self._steps, f"steps that nobody asked for: {list(self._steps)}"
        assert not self._unscripted, f"{self._unscripted} requests came after the end of the script"

    async def wait_until_idle(self) -> None:
        """Until no connection is open, kept-alive ones included."""
        await self._wait(lambda: self.open_connections == 0, "connections are still open")

    async def wait_until_asked(self, times: int = 1) -> None:
        await self._wait(lambda: len(self.requests) >= times, "requests did not come")

    async def wait_until_abandoned(self, times: int = 1) -> None:
        await self._wait(lambda: self.abandoned >= times, "the client did not leave")

    async def _wait(self, condition: Callable[[], bool], otherwise: str) -> None:
        try:
            async with asyncio.timeout(_PATIENCE), self._changed:
                await self._changed.wait_for(condition)
        except TimeoutError:
            raise AssertionError(
                f"{otherwise}: {self.open_connections} open, {len(self.requests)} asked, {self.abandoned} abandoned"
            ) from None

    async def _count(self, **changes: int) -> None:
        async with self._changed:
            for name, change in changes.items():
                setattr(self, name, getattr(self, name) + change)
            self._changed.notify_all()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._handlers.add(task)
            task.add_done_callback(self._handlers.discard)
        await self._count(open_connections=1, connections_taken=1)
        try:
            while (received := await _read_request(reader)) is not None:
                if not await self._handle(received, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            await self._count(open_connections=-1)

    async def _handle(self, received: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether the connection may be used for another request."""
        self.requests.append(received)
        await self._count(requests_in_hand=1)
        exchange = Exchange(reader, writer)
        try:
            return await self._answer(received, exchange)
        except (ClientLeft, ConnectionError):
            await self._count(abandoned=1)
            return False
        finally:
            await self._count(requests_in_hand=-1)

    async def _answer(self, received: Received, exchange: Exchange) -> bool:
        dialect = self._dialects.get(received.path)
        if dialect is None:
            return await exchange.status(Status(404, body={"detail": "Not Found"}))
        step = self._next_step()
        return await exchange.perform(step, dialect, received.body, len(self.requests))

    def _next_step(self) -> Step:
        if self._steps:
            return self._steps.popleft()
        if self._otherwise is not None:
            return self._otherwise
        self._unscripted += 1
        return Status(501, body={"error": {"message": "the script has no step left"}})


async def _read_request(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    line, *fields = head.decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(path=line.split()[1], headers=headers, body=json.loads(body) if body else {})
