"""A server that is killed while it appends loses nothing that a client saw, and counts on without gap or repeat."""

import json
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from packages.settings.database import DatabaseUrl
from tests.forked import Forked, forked
from tests.local_http import local

STREAMS = ("one", "two", "three")


@pytest.mark.heavy
def test_every_event_a_client_saw_survives_a_kill(home: Path, database_url: DatabaseUrl) -> None:
    _kill_and_check(database_url, rounds=1)


@pytest.mark.trust
def test_every_event_a_client_saw_survives_fifty_kills(home: Path, database_url: DatabaseUrl) -> None:
    _kill_and_check(database_url, rounds=50)


def _kill_and_check(database_url: DatabaseUrl, rounds: int) -> None:
    dice = random.Random(7)
    seen: dict[str, dict[int, str]] = {stream: {} for stream in STREAMS}
    for _ in range(rounds):
        with _server(database_url) as (process, address):
            _check_history(address, seen)
            listeners = [threading.Thread(target=_listen, args=(address, stream, seen[stream])) for stream in STREAMS]
            before = sum(map(len, seen.values()))
            local().post(f"{address}/planted/start").raise_for_status()
            for listener in listeners:
                listener.start()
            _wait_for(lambda before=before: sum(map(len, seen.values())) > before + 20)
            time.sleep(dice.random() * 0.2)
            process.send_signal(signal.SIGKILL)
            for listener in listeners:
                listener.join(timeout=120)
                assert not listener.is_alive()
    with _server(database_url) as (_, address):
        _check_history(address, seen)
    told = {stream: len(events) for stream, events in seen.items()}
    print(f"{rounds} kills on {database_url}: events seen {told}, all found, none twice, no gap")


def _check_history(address: str, seen: dict[str, dict[int, str]]) -> None:
    """Reads each stream to its present end: every event seen is there, as it was, and nothing is missing between."""
    for stream in STREAMS:
        if not seen[stream]:
            continue
        stored: dict[int, str] = {}
        with local().stream("GET", f"{address}/planted/{stream}/events", timeout=120) as response:
            for number, data in _frames(response):
                assert number == len(stored) + 1, "a gap or a repeat"
                assert json.loads(data)["n"] == number
                stored[number] = data
                if number >= max(seen[stream]):
                    break
        for number, data in seen[stream].items():
            assert stored[number] == data


def _listen(address: str, stream: str, seen: dict[int, str]) -> None:
    """Follows from the last event seen until the server is gone."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            headers = {"last-event-id": str(max(seen, default=0))}
            with local().stream("GET", f"{address}/planted/{stream}/events", headers=headers, timeout=120) as response:
                if response.status_code == 404:
                    continue  # the stream is not open yet
                for number, data in _frames(response):
                    assert number == max(seen, default=0) + 1
                    seen[number] = data
        except httpx.TransportError:
            return


def _frames(response: httpx.Response) -> Iterator[tuple[int, str]]:
    number = 0
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if name == "id":
            number = int(value)
        elif name == "data":
            yield number, value


@contextmanager
def _server(database_url: DatabaseUrl) -> Iterator[tuple[Forked, str]]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    url = database_url.for_async
    process = forked("tests.e2e.event_server", str(port), environment=os.environ | {"PARLEY_DATABASE_URL": url})
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(lambda: _answers(address))
        yield process, address
    finally:
        process.kill()
        process.wait()


def _answers(address: str) -> bool:
    try:
        return local().get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def _wait_for(condition, seconds: float = 120) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)
