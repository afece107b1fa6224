"""The far side of the numeric pool: what runs inside a child process, and the memory it shares with the desk.

Progress and cancel go through shared memory: nothing waits for a lock that a killed child never gave back.
"""

import ctypes
import os
import pickle
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from packages.core.events import JsonObject
from packages.domain.work.jobs import JobCancelled

Report = Callable[[float, str], None]
NumericFunction = Callable[[JsonObject, Report], JsonObject]

_MESSAGE_BYTES = 400


class Seat(ctypes.Structure):
    """Where one running function is heard and stopped; `version` is odd while a report is being written."""

    _fields_ = (
        ("stop", ctypes.c_bool),
        ("version", ctypes.c_uint64),
        ("fraction", ctypes.c_double),
        ("message", ctypes.c_char * _MESSAGE_BYTES),
    )
    stop: bool
    version: int
    fraction: float
    message: bytes

    def clear(self) -> None:
        self.stop, self.version, self.fraction, self.message = False, 0, 0.0, b""

    def write(self, fraction: float, message: str) -> None:
        self.version += 1
        self.fraction = fraction
        self.message = message.encode("utf-8", "replace")[: _MESSAGE_BYTES - 1]
        self.version += 1

    def read(self) -> tuple[float, str] | None:
        """The latest report, or None before the first one and in the middle of one."""
        version = self.version
        fraction, message = self.fraction, self.message.decode("utf-8", "ignore")
        return (fraction, message) if version and version % 2 == 0 and version == self.version else None


_seat = Seat()  # the shared one takes its place when the child begins


def begin(leash: Connection, seat: Seat) -> None:
    """Runs first in a child."""
    global _seat
    _seat = seat
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the desk decides
    threading.Thread(target=_follow, args=(leash,), name="leash", daemon=True).start()


def work(function: NumericFunction, payload: JsonObject) -> JsonObject:
    try:
        return function(payload, _report)
    except JobCancelled:
        raise
    except Exception as error:
        raise _portable(error) from error


def _report(fraction: float, message: str = "") -> None:
    if _seat.stop:
        raise JobCancelled
    _seat.write(fraction, message)


def _follow(leash: Connection) -> None:
    """The desk holds the other end and never writes: the end of it is the end of the desk, or of the pool."""
    with suppress(EOFError, OSError):
        leash.recv_bytes()
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """An error that cannot be unpickled on the other side would break the pool there."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except (TypeError, ValueError, AttributeError, pickle.PickleError):
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
