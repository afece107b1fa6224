"""Processes of their own that start at once: forked from one that has imported the desk already, which takes seconds.
They are killed and die as any other; what they read at their start, settings and files, they read themselves."""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TextIO

PARLEY = "parley"
_IMPORTED = [
    "apps.api.main",
    "apps.api.composition",
    "apps.cli.main",
    "apps.cli.server",
    # What these import themselves when it is first needed.
    "asyncpg",
    "dbos",
    "openai",
    "packages.domain.backtest.jobs.work",
    "packages.domain.stress.jobs.work",
    "psycopg",
]
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


class Spoken(Forked):
    """One that is spoken to, line by line."""

    def __init__(self, process: ForkServerProcess, stdin: TextIO, stdout: TextIO) -> None:
        super().__init__(process)
        self.stdin, self.stdout = stdin, stdout


def forked(
    module: str,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    streams: Mapping[int, int] | None = None,
) -> Forked:
    """`python -m module arguments`, or the command `parley`, with exactly this environment. `streams`: for its
    standard streams, by their numbers, files that are open here."""
    return Forked(_begun(module, arguments, environment, folder, streams or {}))


@contextmanager
def spoken_to(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Spoken]:
    """With pipes to what it reads and from what it says; killed at the end."""
    its_stdin, stdin = os.pipe()
    stdout, its_stdout = os.pipe()
    process = _begun(module, arguments, environment, None, {0: its_stdin, 1: its_stdout})
    os.close(its_stdin)
    os.close(its_stdout)
    with os.fdopen(stdout, encoding="utf-8") as hears, os.fdopen(stdin, "w", encoding="utf-8") as says:
        spoken = Spoken(process, says, hears)
        try:
            yield spoken
        finally:
            spoken.kill()
            spoken.wait(30)


def ended(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None, seconds: float = 120
) -> "subprocess.CompletedProcess[str]":
    """As `subprocess.run`: what it ended with, and what it printed."""
    with TemporaryFile() as stdout, TemporaryFile() as stderr:
        streams = {1: stdout.fileno(), 2: stderr.fileno()}
        process = forked(module, *arguments, environment=environment, streams=streams)
        try:
            code = process.wait(seconds)
        finally:
            process.kill()
        return subprocess.CompletedProcess([module, *arguments], code, _text(stdout), _text(stderr))


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _begun(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None,
    folder: Path | None,
    streams: Mapping[int, int],
) -> ForkServerProcess:
    # A connection is what the fork server knows how to hand on.
    handed_on = {number: Connection(os.dup(file)) for number, file in streams.items()}
    own = dict(os.environ if environment is None else environment)
    told = (module, arguments, own, folder or Path.cwd(), handed_on)
    process = _PROCESSES.Process(target=_run, args=told, name=module)
    process.start()
    for each in handed_on.values():
        each.close()
    return process


def _run(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    streams: "Mapping[int, Connection[object, object]]",
) -> None:
    for number, stream in streams.items():
        os.dup2(stream.fileno(), number)
        stream.close()
    if 0 in streams:  # the fork server has closed its own
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole process
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [module, *arguments]
    if module == PARLEY:
        from apps.cli.main import run

        run()
    else:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
