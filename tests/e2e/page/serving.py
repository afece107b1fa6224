"""Real servers for the page's tests, each a process of its own, and what is asked of them beside the page."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

from tests.environment import without_own_settings
from tests.forked import PARLEY, Forked, forked
from tests.local_http import local

ROOT = Path(__file__).parents[3]
PATIENCE = 120  # seconds for a server to start, or to say anything

_Told = TypeVar("_Told")


@contextmanager
def parley_serve(home: Path, **settings: str) -> Iterator[str]:
    """`parley serve` in this home; the address it answers at."""
    with process_at(home, PARLEY, "serve", "--port", **settings) as address:
        yield address


@contextmanager
def process_at(home: Path, module: str, *arguments: str, **settings: str) -> Iterator[str]:
    """A server that takes its port as its last word."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    own = {"PARLEY_HOME": str(home), "PARLEY_DEMO_DATA": "false", "PARLEY_LOG_LEVEL": "warning", **settings}
    environment = without_own_settings(os.environ) | own
    server = forked(module, *arguments, str(port), environment=environment, folder=home.parent)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_up(server, address)
        yield address
    finally:
        server.terminate()
        assert server.wait(timeout=30) == -signal.SIGTERM


def _wait_until_up(server: Forked, address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended by itself"
        try:
            if local().get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def told(address: str, path: str, **query: Any) -> Any:
    """What a GET is answered with."""
    return local().get(f"{address}/api/v1{path}", params=query, timeout=PATIENCE).raise_for_status().json()


def said(address: str, path: str, body: Any = None, **query: Any) -> Any:
    """What a POST is answered with."""
    answer = local().post(f"{address}/api/v1{path}", json=body, params=query, timeout=PATIENCE)
    assert answer.is_success, answer.text
    return answer.json()


def apart(work: Coroutine[Any, Any, _Told]) -> _Told:
    """Done in a thread of its own: where a browser is driven, this thread has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
