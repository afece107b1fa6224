"""Who is at work on something, and whether they still are: `host:pid:start`, so that a reused process id is noticed."""

import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

SILENT_AFTER = timedelta(seconds=15)  # of one that cannot be looked up
FORGOTTEN_AFTER = timedelta(seconds=60)  # of one that lives, and has left its work without a word
_PROC = Path("/proc")
_STATE, _START = 0, 19  # places in /proc/<pid>/stat behind the name of the program
_DEAD_STATES = ("Z", "X")


@dataclass(frozen=True, slots=True)
class _Place:
    host: str
    pid: int
    start: str


def this_holder() -> str:
    pid = os.getpid()
    return f"{_host()}:{pid}:{_start_of(pid) or 0}"


def is_alive(holder: str, alive_at: datetime, now: datetime) -> bool:
    """A process that has vanished from this host is dead at once; one elsewhere, or one that names itself as we do,
    when it has been silent for a while."""
    silence, place = now - alive_at, _parsed(holder)
    if place is None or place.host != _host() or holder == this_holder():
        return silence <= SILENT_AFTER
    return silence <= FORGOTTEN_AFTER and _lives(place)


def _lives(place: _Place) -> bool:
    if _PROC.is_dir():
        return _start_of(place.pid) == place.start
    try:
        os.kill(place.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _start_of(pid: int) -> str | None:
    """In clock ticks since the host was started; None for one that has ended, and where it cannot be known."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[_STATE] in _DEAD_STATES else fields[_START]


def _host() -> str:
    """With the start of the host: machines may share a name."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = ""
    return f"{socket.gethostname().replace(':', '-')}/{boot[:8]}"


def _parsed(holder: str) -> _Place | None:
    parts = holder.rsplit(":", 2)
    if len(parts) != 3 or not parts[1].isdecimal():
        return None
    return _Place(parts[0], int(parts[1]), parts[2])
