"""A model server that floods: what it sends is named by the last message of the person. Its own process.

python -m benchmarks.hostile_model [share of the full size]
"""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Mapping

FULL = 100_000_000  # characters
_CARD = {"type": "choice_prompt", "choice_id": "x", "question": "?", "options": [{"id": "a", "label": "A"}]}
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def _event(delta: Mapping[str, object], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return b"data: " + json.dumps({"id": "c", "choices": [choice]}).encode() + b"\n\n"


def _said(text: str, size: int = 4_000) -> Iterator[bytes]:
    for start in range(0, len(text), size):
        yield _event({"content": text[start : start + size]})


def _cards(share: float) -> Iterator[bytes]:
    for _ in range(int(10_000 * share)):
        yield _event({"content": f"<AGENT_UI_JSON>{json.dumps(_CARD)}</AGENT_UI_JSON>"})


def _one_event(share: float) -> Iterator[bytes]:
    yield _event({"content": "Words. " * int(FULL * share / 7)})


def _small_deltas(share: float) -> Iterator[bytes]:
    piece = _event({"content": "word "})
    for _ in range(int(FULL * share / 5)):
        yield piece


def _letters(share: float) -> Iterator[bytes]:
    piece = _event({"content": "a"})
    for _ in range(int(FULL * share)):
        yield piece


def _reasoning(share: float) -> Iterator[bytes]:
    piece = _event({"reasoning_content": "hm, "})
    for _ in range(int(FULL * share / 4)):
        yield piece


def _arguments(share: float) -> Iterator[bytes]:
    yield _event({"tool_calls": [{"index": 0, "id": "call_1", "function": {"name": "x__y", "arguments": "{"}}]})
    piece = _event({"tool_calls": [{"index": 0, "function": {"arguments": " " * 20}}]})
    for _ in range(int(FULL * share / 20)):
        yield piece


def _deep_card(share: float) -> Iterator[bytes]:
    depth = 100_000
    yield from _said('<AGENT_UI_JSON>{"type": ' + "[" * depth + "]" * depth + "}</AGENT_UI_JSON>")


def _deep_patch(share: float) -> Iterator[bytes]:
    yield from _said("<AGENT_STATE_PATCH>" + '{"a":' * 30_000 + "1" + "}" * 30_000 + "</AGENT_STATE_PATCH>")


def _deep_event(share: float) -> Iterator[bytes]:
    yield b'data: {"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n\n"


def _unclosed(share: float) -> Iterator[bytes]:
    yield from _said("<AGENT_UI_JSON>{" * 5_000)
    yield from _said("</AGENT_UI_JSON>" + "<mcp_" * 5_000 + "[session state" * 2_000 + "< " * 10_000)


def _half_closed(share: float) -> Iterator[bytes]:
    yield from _said("<AGENT_UI_JSON>{}</AGENT_STATE_PATCH></AGENT_UI_JSON>" * 4_000, size=190_000)


def _no_end(share: float) -> Iterator[bytes]:
    """A line that never ends."""
    yield b'data: {"choices": [{"delta": {"content": "'
    for _ in range(int(FULL * share / 10_000)):
        yield b"x" * 10_000


ATTACKS: Mapping[str, Callable[[float], Iterator[bytes]]] = {
    "cards": _cards,
    "one_event": _one_event,
    "small_deltas": _small_deltas,
    "letters": _letters,
    "reasoning": _reasoning,
    "arguments": _arguments,
    "deep_card": _deep_card,
    "deep_patch": _deep_patch,
    "deep_event": _deep_event,
    "unclosed": _unclosed,
    "half_closed": _half_closed,
    "no_end": _no_end,
}


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, share: float) -> None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        asked = json.loads(await reader.readexactly(length))
        name = str(asked["messages"][-1]["content"]).split()[-1]
        writer.write(_HEAD)
        flood = ATTACKS.get(name)
        for piece in flood(share) if flood is not None else _said("All is well."):
            writer.write(piece)
            await writer.drain()
        writer.write(_event({}, "stop") + b"data: [DONE]\n\n")
        await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def serve(share: float) -> None:
    server = await asyncio.start_server(lambda reader, writer: answer(reader, writer, share), "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    print(f"http://{host}:{port}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
