"""How far a message goes through the house, measured on the running app."""

import subprocess
import sys

from tests.house.source import ROOT


def test_a_message_crosses_no_more_modules_and_wrappers_than_are_allowed() -> None:
    walked = subprocess.run(
        [sys.executable, "-m", "benchmarks.module_walks", "--only", "chat"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert walked.returncode == 0, walked.stdout + walked.stderr
    assert walked.stdout.count("chat message") == 2
