"""What the whole chat adds to a model's first word: message in, turn stored, model asked, word stored, word out.

Beside it the bare SDK asks the same local model server. Each pair is measured turn by turn in one run, so that a busy
machine weighs on both alike.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from openai import AsyncOpenAI

from benchmarks.llm_platform import compared, model_server

TARGET_MILLISECONDS = 15
PATIENCE_SECONDS = 60
_PACED = 'SlowDrip(0.01, Reply("BULLISH, on balance."))'  # as a model speaks: one event after the other


async def measure(model: str, desk: str) -> None:
    client = AsyncOpenAI(base_url=model, api_key="bench", max_retries=0)
    async with httpx.AsyncClient(base_url=desk, timeout=PATIENCE_SECONDS) as http:

        async def bare() -> float:
            begun = time.perf_counter()
            took = 0.0
            stream = await client.responses.create(model="bench", input="hello", stream=True, max_output_tokens=4096)
            async for event in stream:
                if event.type == "response.output_text.delta" and not took:
                    took = time.perf_counter() - begun
            return took

        async def first() -> float:
            return (await _said(http, None)).seconds

        async def later() -> float:
            begun = await _said(http, None)
            return (await _said(http, begun.session_id)).seconds

        print("| what | bare SDK, median | through the chat | added | at most |\n|---|---|---|---|---|")
        for what, ours in (("the first message of a conversation", first), ("a later one", later)):
            alone, whole = await compared(bare, ours)
            added = f"{whole - alone:.2f} ms | {TARGET_MILLISECONDS} ms"
            print(f"| first delta, {what} | {alone:.2f} ms | {whole:.2f} ms | {added} |")
    await client.close()


@dataclass(frozen=True, slots=True)
class Said:
    """A message that was answered: its conversation, and how long its first word took."""

    session_id: str
    seconds: float


async def _said(http: httpx.AsyncClient, session_id: str | None) -> Said:
    begun = time.perf_counter()
    took = 0.0
    asked = {"message": "hello", "language": "en", "session_id": session_id}
    async with http.stream("POST", "/api/v1/chat/stream", params={"raw": "false"}, json=asked) as told:
        async for line in told.aiter_lines():
            if line == "event: text_delta" and not took:
                took = time.perf_counter() - begun
            if line.startswith('data: {"type":"stream_start"'):
                session_id = json.loads(line.removeprefix("data: "))["session_id"]
    if not took or session_id is None:
        raise RuntimeError("the model's words did not come through")
    return Said(session_id, took)


@contextmanager
def desk_server(model: str, home: str, api: str = "responses") -> Iterator[str]:
    """`parley serve` with the local server as its model."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings = {"PARLEY_HOME": home, "PARLEY_DEMO_DATA": "false", "PARLEY_LOG_LEVEL": "error"}
    settings |= {"OPENAI_BASE_URL": model, "OPENAI_API_KEY": "bench", "PARLEY_LLM_MODEL": "bench"}
    command = [str(Path(sys.executable).with_name("parley")), "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=os.environ | settings | {"PARLEY_LLM_API": api})
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_up(address)
        yield address
    finally:
        process.terminate()
        process.wait()


def _wait_until_up(address: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("the desk did not start")


def main() -> None:
    with tempfile.TemporaryDirectory() as home, model_server(_PACED) as model, desk_server(model, home) as desk:
        asyncio.run(measure(model, desk))


if __name__ == "__main__":
    main()
