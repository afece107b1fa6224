"""Functions that the children of a numeric pool find by name."""

import os
import signal
import time
from pathlib import Path

from packages.core.errors import Invalid, Throttled
from packages.core.events import JsonObject
from packages.infra.queue.numeric_child import Report


def square(payload: JsonObject, report: Report) -> JsonObject:
    report(0.5, "squaring")
    report(1.0, "多 squared")
    return {"square": int(str(payload["n"])) ** 2, "pid": os.getpid()}


def refuse(payload: JsonObject, report: Report) -> JsonObject:
    raise Invalid("Nothing to compute.")


def throttle(payload: JsonObject, report: Report) -> JsonObject:
    """This error cannot be made again from its message alone, so it does not travel by itself."""
    raise Throttled("Too often.", retry_after_seconds=3)


def die(payload: JsonObject, report: Report) -> JsonObject:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def until_stopped(payload: JsonObject, report: Report) -> JsonObject:
    """Reports for ever, and says so in a file when it is stopped."""
    try:
        while True:
            report(0.1, f"pid {os.getpid()}")
            time.sleep(0.01)
    finally:
        Path(str(payload["file"])).write_text("stopped")


def until_the_file_is_there(payload: JsonObject, report: Report) -> JsonObject:
    report(0.1, f"pid {os.getpid()}")
    while not Path(str(payload["file"])).exists():
        time.sleep(0.01)
    return {"pid": os.getpid()}
