"""Who is at work: the living, the dead, their namesakes, and those that nobody can look up."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from packages.infra.db.holders import FORGOTTEN_AFTER, SILENT_AFTER, is_alive, this_holder

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
TELLING = "from packages.infra.db.holders import this_holder; print(this_holder(), flush=True); input()"
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def worker() -> Iterator["subprocess.Popen[str]"]:
    """Another process of this host, which lives until it is written to."""
    with subprocess.Popen(
        [sys.executable, "-c", TELLING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def _told(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_this_process_has_one_name_and_lives_by_it_until_it_falls_silent() -> None:
    assert this_holder() == this_holder()
    assert is_alive(this_holder(), NOW, NOW + SILENT_AFTER)
    assert not is_alive(this_holder(), NOW, NOW + SILENT_AFTER + MOMENT)


def test_another_process_of_this_host_is_seen_to_live_and_seen_to_die_at_once(
    worker: "subprocess.Popen[str]",
) -> None:
    holder = _told(worker)
    assert is_alive(holder, NOW, NOW + FORGOTTEN_AFTER)
    assert not is_alive(holder, NOW, NOW + FORGOTTEN_AFTER + MOMENT)
    worker.kill()
    worker.wait()
    assert not is_alive(holder, NOW, NOW)


def test_a_dead_process_whose_parent_has_not_looked_yet_is_dead(worker: "subprocess.Popen[str]") -> None:
    holder = _told(worker)
    worker.kill()
    os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
    assert not is_alive(holder, NOW, NOW)


def test_a_later_process_of_the_same_number_is_another(worker: "subprocess.Popen[str]") -> None:
    host, pid, start = _told(worker).rsplit(":", 2)
    assert not is_alive(f"{host}:{pid}:{int(start) - 1}", NOW, NOW)


@pytest.mark.parametrize("holder", ["elsewhere/12345678:1:2", "no holder at all", "", "a:b:c"])
def test_who_cannot_be_looked_up_is_believed_for_a_while(holder: str) -> None:
    assert is_alive(holder, NOW, NOW + SILENT_AFTER)
    assert not is_alive(holder, NOW, NOW + SILENT_AFTER + MOMENT)
