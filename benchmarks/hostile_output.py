"""A model that floods: its turn ends within its limits, and everybody else is answered as fast as before.

The desk and the model are processes of their own. Somebody else asks the desk all the time; what they wait while a
flood comes is compared with what they waited just before it and just after it, beside answers as they should be.

    python -m benchmarks.hostile_output [share of the full size] [--only cards ...]
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from benchmarks.chat_first_delta import desk_server
from benchmarks.hostile_model import ATTACKS

EVERY = 0.005  # seconds between two requests of somebody else
LONGEST_TURN = 300.0  # seconds: the limit of an answer, which a flood has to stay within too
MOST_SLOWER = 2.0
LEAST_PROBES = 200
_FAILED = frozenset({"circuit", "protocol"})  # after which the model is not asked for a while


@dataclass(frozen=True, slots=True)
class Flooded:
    """What one flood came to."""

    name: str
    seconds: float
    error: str | None
    events: int
    calm: float
    during: float
    probes: int

    @property
    def slower(self) -> float:
        return self.during / self.calm

    @property
    def holds(self) -> bool:
        return self.seconds < LONGEST_TURN and self.slower < MOST_SLOWER

    def __str__(self) -> str:
        mark = "" if self.holds else "  ✗"
        return (
            f"| {self.name} | {self.seconds:.2f} s | {self.events} | {self.error or '-'} | {self.calm * 1000:.1f} ms | "
            f"{self.during * 1000:.1f} ms | {self.slower:.2f} | {self.probes} |{mark}"
        )


@contextmanager
def hostile_model(share: float) -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.hostile_model", str(share)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip() if server.stdout else ""
        finally:
            server.terminate()


class Bystander:
    """Somebody else, who asks for their list of conversations again and again."""

    def __init__(self, desk: str, least: int) -> None:
        self._desk, self._least = desk, least

    async def beside(self, work: Callable[[], Awaitable[None]]) -> list[float]:
        """What they waited while something else was going on, in seconds; it goes on until they have asked enough."""
        waits: list[float] = []
        over = asyncio.Event()
        asking = asyncio.create_task(self._ask(waits, over))
        while len(waits) < self._least:
            await work()
        over.set()
        await asking
        return waits

    async def _ask(self, waits: list[float], over: asyncio.Event) -> None:
        async with httpx.AsyncClient(base_url=self._desk, timeout=120) as http:
            while not over.is_set():
                begun = time.perf_counter()
                answer = await http.get("/api/v1/sessions", params={"limit": 5})
                answer.raise_for_status()
                waits.append(time.perf_counter() - begun)
                await asyncio.sleep(EVERY)


@dataclass(slots=True)
class Turns:
    """Turns of one kind, one after the other."""

    http: httpx.AsyncClient
    name: str
    longest: float = 0.0
    events: int = 0
    error: str | None = None

    async def one(self) -> None:
        begun = time.perf_counter()
        body = {"message": f"tell me {self.name}", "language": "en"}
        self.events, done = 0, None
        async with self.http.stream("POST", "/api/v1/chat/stream", params={"raw": "false"}, json=body) as told:
            async for line in told.aiter_lines():
                self.events += line.startswith("event: ")
                if line.startswith('data: {"type":"done"'):
                    done = json.loads(line.removeprefix("data: "))
        if done is None:
            raise RuntimeError(f"{self.name}: the turn has no end")
        detail = done["stream_error_detail"]
        self.error = None if detail is None else str(detail["category"])
        self.longest = max(self.longest, time.perf_counter() - begun)


async def flooded(desk: str, name: str, probes: int) -> Flooded:
    """Between two times of calm, in which the model answers as it should."""
    async with httpx.AsyncClient(base_url=desk, timeout=120) as http:
        bystander, calm, flood = Bystander(desk, probes), Turns(http, "something"), Turns(http, name)
        await calm.one()  # everything is loaded and open
        before = await bystander.beside(calm.one)
        during = await bystander.beside(flood.one)
        after = [] if flood.error in _FAILED else await bystander.beside(calm.one)
    return Flooded(name, flood.longest, flood.error, flood.events, _p99([*before, *after]), _p99(during), len(during))


def _p99(waits: Sequence[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)]


def measure(share: float, name: str, probes: int = LEAST_PROBES) -> Flooded:
    """On a desk of its own: one that has heard too much nonsense asks its model no more."""
    api = "chat_completions"
    with tempfile.TemporaryDirectory() as home, hostile_model(share) as model, desk_server(model, home, api) as desk:
        return asyncio.run(flooded(desk, name, probes))


def main(argv: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("share", type=float, nargs="?", default=1.0)
    asked.add_argument("--only", choices=["something", *ATTACKS], nargs="*")
    options = asked.parse_args(argv)
    print("| flood | turn | events | ended by | p99 calm | p99 beside it | times | requests |")
    print("|---|---|---|---|---|---|---|---|")
    held = True
    for name in options.only or ATTACKS:
        found = measure(options.share, name)
        print(found, flush=True)
        held &= found.holds
    raise SystemExit(0 if held else 1)


if __name__ == "__main__":
    main()
