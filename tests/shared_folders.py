"""Folders that the processes which test side by side share: the first that needs one fills it."""

import os
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest


def shared_folder(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], None]) -> Path:
    """The folder of this name, filled once; to be read or copied, never written to."""
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    base = factory.getbasetemp() if alone else factory.getbasetemp().parent
    folder, unfinished = base / name, base / f"{name}.new"
    with (base / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            unfinished.mkdir()
            fill(unfinished)
            unfinished.rename(folder)
    return folder
