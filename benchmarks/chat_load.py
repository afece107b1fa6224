"""Many chats at once: how late words reach the page behind the moment they are due, with everything stored first."""

import asyncio
import json
import os
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.chat_client import serving

CHATS, PACE, SECONDS = 200, 20, 30
ARRIVING_SECONDS = 15  # people come one after the other; what counts is when all of them are there
PROBES = 50  # one event in so many is looked up in the database file the moment it is seen


@dataclass(slots=True)
class Heard:
    """What one chat saw, with the time at which it did."""

    frames: list[tuple[float, bytes]] = field(default_factory=list)
    not_durable: int = 0
    probed: int = 0


async def chat(number: int, port: int, file: Path, every: int) -> Heard:
    """One message over a plain socket, and every event of its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    body = json.dumps({"message": f"question {number}", "language": "en"}).encode()
    head = "POST /api/v1/chat/stream?raw=false HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
    status = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0]
    if b" 200 " not in status:
        raise RuntimeError(status)
    heard, rest, stream_id = Heard(), b"", ""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as stored:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            chunk = (await reader.readexactly(size + 2))[:-2]
            now = time.time()
            *whole, rest = (rest + chunk).split(b"\n\n")
            heard.frames += [(now, each) for each in whole]
            if not stream_id:
                stream_id = "turn:" + json.loads(_data(whole[0]))["turn_id"]
            if len(heard.frames) % every < len(whole):
                heard.probed += 1
                heard.not_durable += not _is_stored(stored, stream_id, whole[-1])
    writer.close()
    return heard


def _is_stored(stored: sqlite3.Connection, stream_id: str, frame: bytes) -> bool:
    if frame.startswith(b":"):
        return True
    seq = int(frame.split(b"\n", 1)[0].removeprefix(b"id: "))
    row = stored.execute("SELECT json FROM events WHERE stream_id = ? AND seq = ?", (stream_id, seq)).fetchone()
    return row is not None and row[0].encode() == _data(frame)


def _data(frame: bytes) -> bytes:
    return frame.split(b"\ndata: ", 1)[1]


async def talk(chats: int, port: int, file: Path, every: int, arriving: float) -> list[Heard]:
    async def arrive(number: int) -> Heard:
        await asyncio.sleep(number * arriving / chats)
        return await chat(number, port, file, every)

    return await asyncio.gather(*map(arrive, range(chats)))


def words_of(heard: Heard) -> list[tuple[float, float]]:
    """When each word was due, and how many seconds later it was seen."""
    deltas = [(at, json.loads(_data(each))) for at, each in heard.frames if b"\nevent: text_delta\n" in each]
    return [(float(due), at - float(due)) for at, told in deltas for due in told["delta"].split()]


def report(chats: int, words: int, all_heard: list[Heard]) -> list[float]:
    told = [words_of(heard) for heard in all_heard]
    if lost := chats * words - sum(map(len, told)):
        raise RuntimeError(f"{lost} of {chats * words} words were lost")
    begin, end = max(each[0][0] for each in told), min(each[-1][0] for each in told)
    together = [late for each in told for due, late in each if begin <= due <= end]
    _print_marks(f"{chats} chats, {end - begin:.0f} s together", together)
    _print_marks("  with arrivals and ends", [late for each in told for _, late in each])
    if lost := sum(heard.not_durable for heard in all_heard):
        raise RuntimeError(f"{lost} events were seen before they were stored")
    print(f"  {sum(heard.probed for heard in all_heard)} events were looked up when they were seen: all were stored")
    return together


def _print_marks(name: str, late: list[float]) -> None:
    late = sorted(late)
    marks = {mark: late[min(len(late) - 1, int(len(late) * part))] for mark, part in _MARKS.items()}
    told = "  ".join(f"{mark} {seconds * 1000:.0f} ms" for mark, seconds in marks.items())
    print(f"{name}: {told}  ({len(late)} words)")


_MARKS = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}


def main(chats: int = CHATS, seconds: int = SECONDS) -> None:
    words = seconds * PACE
    with TemporaryDirectory() as home:
        os.environ |= {"PARLEY_HOME": home, "PARLEY_DEMO_DATA": "false"}
        with serving(1 / PACE, words) as server:
            report(
                chats,
                words,
                asyncio.run(talk(chats, server.port, Path(home) / "parley.sqlite", PROBES, ARRIVING_SECONDS)),
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
