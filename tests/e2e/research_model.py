"""A model server that knows how to play every agent of a research run, and writes down each request it was paid for."""

import asyncio
import json
from collections import Counter
from types import TracebackType
from typing import Any, Self

from src.modules.llm_platform.domain.requests import fingerprint
from tests.fakes.citing_model import honest_answer


def answer_to(body: dict[str, Any]) -> str:
    """The same question always has the same answer; it cites the rows of the question."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("name")
    system, question = (str(message["content"]) for message in body["messages"][:2])
    return json.dumps(honest_answer(schema, system, question), ensure_ascii=False)


class ResearchModel:
    """Chat completions on this machine; `paid` counts requests by the hash that the ledger knows them under."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._handlers: set[asyncio.Task[None]] = set()
        self.paid: Counter[str] = Counter()

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
    def base_url(self) -> str:
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        task.add_done_callback(self._handlers.discard)
        try:
            while True:
                await self._answer(await _read(reader), writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        system, user = (message["content"] for message in body["messages"])
        self.paid[fingerprint([system, user])] += 1
        await asyncio.sleep(self._seconds)
        told = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer_to(body)}}
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
        content = json.dumps(told).encode()
        head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        await writer.drain()


async def _read(reader: asyncio.StreamReader) -> dict[str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.partition("content-length:")[2].partition("\r\n")[0])
    body: dict[str, Any] = json.loads(await reader.readexactly(length))
    return body
