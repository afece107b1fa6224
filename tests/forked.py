"""Processes of their own that start at once: forked from one that has imported the desk already, which takes seconds.
They are killed and die as any other; what they read at their start, settings and files, they read themselves."""

import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path

PARLEY = "parley"
_IMPORTED = ["apps.api.main", "apps.api.composition", "apps.cli.main", "apps.cli.server"]
_PROCESSES = get_context("forkserver")
_PROCESSES.set_forkserver_preload(_IMPORTED)


class Forked:
    """As much of `subprocess.Popen` as tests ask of it."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if (code := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code

    def send_signal(self, signal: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def forked(module: str, *arguments: str, environment: Mapping[str, str], folder: Path | None = None) -> Forked:
    """`python -m module arguments`, or the command `parley`, with exactly this environment."""
    started = _PROCESSES.Process(
        target=_run, args=(module, arguments, dict(environment), folder or Path.cwd()), name=module
    )
    started.start()
    return Forked(started)


def _run(module: str, arguments: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [module, *arguments]
    if module == PARLEY:
        from apps.cli.main import run

        run()
    else:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
