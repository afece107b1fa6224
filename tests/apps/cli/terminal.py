"""`parley` as a person types it: within the test's own process, or in one of its own, which takes seconds to start."""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from apps.cli.main import run
from tests.forked import PARLEY, ended

_PARLEY = Path(sys.executable).with_name("parley")
_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command printed and what it ended with."""

    returncode: int
    stdout: str
    stderr: str


class _Keyboard(StringIO):
    """What a person at a terminal types when asked."""

    def isatty(self) -> bool:
        return True


def typed(*arguments: str, answers: str | None = None, **environment: str) -> Answer:
    """Through the command's own door; beside tests that use this, one must have the process `started`. `answers`: a
    person sits there, and types these lines when asked."""
    stdout, stderr = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(stdout), redirect_stderr(stderr):
        patch.setattr(sys, "argv", ["parley", *arguments])
        if answers is not None:
            patch.setattr(sys, "stdin", _Keyboard(answers))
        for name, value in ({"COLUMNS": "120"} | environment).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as left:
            run()
    assert isinstance(left.value.code, int | None), "a text would be printed, and the code be 1"
    return Answer(left.value.code or 0, stdout.getvalue(), stderr.getvalue())


def started(*arguments: str, **environment: str) -> Answer:
    """In a process of its own, from its very beginning."""
    variables = os.environ | {"COLUMNS": "120"} | environment
    command = [str(_PARLEY), *arguments]
    told = subprocess.run(command, capture_output=True, text=True, env=variables, check=False, timeout=_SECONDS)
    return Answer(told.returncode, told.stdout, told.stderr)


def forked_off(*arguments: str, **environment: str) -> Answer:
    """In a process of its own that has imported the desk already: `started` without the seconds that this takes."""
    told = ended(PARLEY, *arguments, environment=os.environ | {"COLUMNS": "120"} | environment, seconds=_SECONDS)
    return Answer(told.returncode, told.stdout, told.stderr)
