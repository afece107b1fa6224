"""A server with a dripping voice in a process of its own, and a client that can leave in the middle of an answer."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.chat import Told, frames
from tests.e2e import chat_server
from tests.e2e.chat_server import WORDS
from tests.forked import Forked, forked
from tests.local_http import local

PATIENCE = 120  # seconds for a server to start, or to say anything


@dataclass(frozen=True, slots=True)
class Server:
    """A process and its address."""

    process: Forked
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v1"

    def send(self, message: str, client_turn_id: str, session_id: str | None = None) -> Iterator[Told]:
        body = {"message": message, "client_turn_id": client_turn_id, "session_id": session_id, "language": "en"}
        with local().stream("POST", f"{self.url}/chat/stream", json=body, timeout=PATIENCE) as response:
            assert response.status_code == 200, response.read()
            yield from _told(response)

    def follow(self, turn_id: str, after: int = 0) -> Iterator[Told]:
        headers = {"last-event-id": str(after)}
        url = f"{self.url}/chat/turns/{turn_id}/events"
        with local().stream("GET", url, headers=headers, timeout=PATIENCE) as response:
            assert response.status_code == 200, response.read()
            yield from _told(response)

    def session(self, session_id: str) -> Any:
        return local().get(f"{self.url}/sessions/{session_id}", timeout=PATIENCE).raise_for_status().json()


def _told(response: httpx.Response) -> Iterator[Told]:
    """Each frame as soon as it is whole."""
    heard = ""
    for chunk in response.iter_text():
        *whole, heard = (heard + chunk).split("\n\n")
        for block in whole:
            yield from frames(block)


@contextmanager
def serving(pause: float, words: int = WORDS) -> Iterator[Server]:
    """In the home and with the settings of this environment."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    process = forked(chat_server.__name__, str(port), str(pause), str(words), environment=os.environ)
    try:
        _wait_until_up(process, f"http://127.0.0.1:{port}")
        yield Server(process, port)
    finally:
        process.kill()
        process.wait()


def _wait_until_up(process: Forked, address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server ended by itself"
        try:
            if local().get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.02)
    raise AssertionError("the server did not start")
