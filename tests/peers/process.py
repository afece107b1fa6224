"""Starts a peer: a model server by other people, in the environment that `make test` keeps for them."""

import os
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_ENVIRONMENT = Path(__file__).parents[2] / ".venv" / "peers"
_READY = "listening on "
_SECONDS_TO_START = 60.0

# The peer prints where it listens, and ends when its standard input does: also when the tests are killed.
_AROUND = """
import os
import sys

def told(address):
    print({ready!r} + address, flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads on, and a full pipe would stop the peer
    sys.stdin.read()
"""


@contextmanager
def running_peer(name: str, package: str, launcher: str, environment: Path = _ENVIRONMENT) -> Iterator[str]:
    """The address of a peer whose `launcher` calls `told(address)` once it listens."""
    if not any(environment.glob(f"lib/python3*/site-packages/{package}")):
        _missing(f"{name} is not installed: `make test` installs it from lock/peers.txt")
    process = subprocess.Popen(
        [environment / "bin" / "python", "-I", "-c", _AROUND.format(ready=_READY) + launcher],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd=environment,
    )
    with process:
        try:
            yield _address(process, name)
        finally:
            process.kill()


def _address(process: subprocess.Popen[bytes], name: str) -> str:
    deadline = time.monotonic() + _SECONDS_TO_START
    assert process.stdout is not None
    while select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
        line = process.stdout.readline().decode()
        if line.startswith(_READY):
            return line.removeprefix(_READY).strip()
        if not line:
            raise AssertionError(f"{name} ended with {process.wait()} before it listened")
    raise AssertionError(f"{name} did not listen within {_SECONDS_TO_START:g} s")


def _missing(reason: str) -> None:
    """On a developer's machine a missing peer is a gap; where releases are judged it is a failure."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
