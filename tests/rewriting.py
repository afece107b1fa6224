"""Has the assertions of every test file rewritten once: in a fresh clone each process would do it for all of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.assertion import AssertionState
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _read_pyc,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
    try_makedirs,
)

_TESTS = Path(__file__).parent


def rewrite_a_share(config: pytest.Config, worker: Mapping[str, Any]) -> None:
    """Each of the processes that test side by side rewrites its share before it collects, and finds those of the others
    done: pytest keeps what it rewrites in a file beside the test's own."""
    files = sorted([*_TESTS.rglob("test_*.py"), *_TESTS.rglob("conftest.py")])
    number, processes = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    state = config.stash[assertstate_key]
    for file in files[number::processes]:
        _rewrite(file, config, state)


def _rewrite(file: Path, config: pytest.Config, state: AssertionState) -> None:
    folder = get_cache_dir(file)
    kept = folder / f"{file.stem}{PYC_TAIL}"
    if _read_pyc(file, kept) is None and try_makedirs(folder):
        stat, code = _rewrite_test(file, config)
        _write_pyc(state, code, stat, kept)
