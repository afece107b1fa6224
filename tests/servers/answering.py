"""One exchange of a scripted model server: the bytes of a good answer, and of every way to spoil it."""

import asyncio
import json
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import assert_never

from tests.servers.dialects import Dialect, frame
from tests.servers.steps import (
    ConnectionReset,
    CutMidChunk,
    Events,
    Hang,
    Json,
    JsonObject,
    MalformedChunk,
    MissingCompleted,
    Reply,
    SlowDrip,
    Status,
    Step,
    WrongContentType,
)


class ClientLeft(Exception):
    """The client closed the connection before the answer was complete."""


class Exchange:
    """Its methods answer one request, and say whether the connection may be used again."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def perform(self, step: Step, dialect: Dialect, request: JsonObject, number: int) -> bool:
        match step:
            case Status():
                return await self.status(step)
            case Json():
                return await self._whole(json.dumps(step.body, ensure_ascii=False).encode())
            case WrongContentType():
                return await self._whole(step.body.encode(), step.content_type)
            case ConnectionReset():
                return self._reset()
            case Events():
                return await self._events(step)
            case Reply() | CutMidChunk() | MissingCompleted() | Hang() | SlowDrip() | MalformedChunk():
                if request.get("stream"):
                    return await self._streamed(step, dialect, request, number)
                return await self._unstreamed(step, dialect, request, number)
            case _:
                assert_never(step)

    async def status(self, step: Status) -> bool:
        text = step.body if isinstance(step.body, str) else json.dumps(step.body)
        kind = "text/plain" if isinstance(step.body, str) else "application/json"
        return await self._whole(text.encode(), kind, step.code, step.headers)

    async def _unstreamed(
        self,
        step: Reply | CutMidChunk | MissingCompleted | Hang | SlowDrip | MalformedChunk,
        dialect: Dialect,
        request: JsonObject,
        number: int,
    ) -> bool:
        reply = step if isinstance(step, Reply) else step.reply
        body = json.dumps(dialect.whole(reply, request, number), ensure_ascii=False).encode()
        match step:
            case Hang():
                await self._hang()
            case CutMidChunk():
                self._head(200, "application/json", {"content-length": str(len(body))})
                await self._write(body[: len(body) // 2])
                return False
            case SlowDrip():
                self._head(200, "application/json", {"content-length": str(len(body))})
                for index in range(len(body)):
                    await self._write(body[index : index + 1])
                    await self._pause(step.interval)
                return True
            case MalformedChunk():
                body = step.data
            case Reply() | MissingCompleted():
                pass
        return await self._whole(body)

    async def _streamed(
        self,
        step: Reply | CutMidChunk | MissingCompleted | Hang | SlowDrip | MalformedChunk,
        dialect: Dialect,
        request: JsonObject,
        number: int,
    ) -> bool:
        if isinstance(step, Hang) and step.after_events is None:
            await self._hang()
        frames = dialect.frames(step if isinstance(step, Reply) else step.reply, request, number)
        self._stream_head(framed=not isinstance(step, CutMidChunk) or step.framed)
        match step:
            case CutMidChunk():
                await self._cut(frames.all, step)
                return False
            case Hang():
                await self._chunks(frames.all[: step.after_events])
                await self._hang()
            case MalformedChunk():
                await self._chunks([*frames.all[: step.after_events], b"data: " + step.data + b"\n\n"])
            case MissingCompleted():
                await self._chunks(frames.opening)
            case SlowDrip():
                await self._chunks(frames.all, step.interval)
            case Reply():
                await self._chunks(frames.all)
        return await self._end()

    async def _events(self, step: Events) -> bool:
        self._stream_head(framed=True)
        await self._chunks([frame(event, event=str(event.get("type", "message"))) for event in step.events])
        if step.ending == "hang":
            await self._hang()
        return await self._end()

    async def _cut(self, frames: Sequence[bytes], step: CutMidChunk) -> None:
        whole, half = frames[: step.after_events], frames[step.after_events]
        half = half[: len(half) // 2]
        if step.framed:
            await self._chunks(whole)
            await self._write(f"{len(frames[step.after_events]):x}\r\n".encode() + half)
        else:
            await self._write(b"".join(whole) + half)

    async def _whole(
        self, body: bytes, kind: str = "application/json", code: int = 200, headers: Mapping[str, str] | None = None
    ) -> bool:
        self._head(code, kind, {"content-length": str(len(body)), **(headers or {})})
        await self._write(body)
        return True

    def _stream_head(self, *, framed: bool) -> None:
        how = {"transfer-encoding": "chunked"} if framed else {"connection": "close"}
        self._head(200, "text/event-stream; charset=utf-8", how)

    def _head(self, code: int, kind: str, headers: Mapping[str, str]) -> None:
        fields = {"content-type": kind, "x-request-id": "req_scripted", **headers}
        lines = [f"HTTP/1.1 {code} Scripted", *(f"{name}: {value}" for name, value in fields.items())]
        self._writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    async def _chunks(self, frames: Sequence[bytes], interval: float | None = None) -> None:
        for data in frames:
            await self._write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            if interval is not None:
                await self._pause(interval)

    async def _end(self) -> bool:
        await self._write(b"0\r\n\r\n")
        return True

    async def _write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def _pause(self, seconds: float) -> None:
        """Waits, and notices when the client leaves meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                await self._hang()
        except TimeoutError:
            return

    async def _hang(self) -> None:
        while await self._reader.read(1024):
            pass
        raise ClientLeft

    def _reset(self) -> bool:
        """SO_LINGER of zero makes the close a reset."""
        connection: socket.socket = self._writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()
        return False
