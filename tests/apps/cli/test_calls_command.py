"""`parley calls` as a person types it."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from apps.cli.call_commands import app
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.judge.domain.verdict import VerdictAction
from src.modules.judge.infrastructure.call_rows import LIVE, WALK_BACK, BookTables
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook
from tests.apps.cli.terminal import typed
from tests.src.modules.judge.making import call, settlement

PARLEY = Path(sys.executable).with_name("parley")


def _calls(*arguments: str) -> Result:
    """The command within this process; one test below starts it as a person does."""
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, list(arguments))


async def _fill(settled: int, waiting: int = 0, tables: BookTables = LIVE) -> None:
    database = Database(load_settings().database_url)
    book = SqlCallBook(database.engine, tables)
    made = [
        call(number, LOCAL_OWNER_ID, probability=0.5 + (number % 10) / 25) for number in range(1, settled + waiting + 1)
    ]
    await book.append(made)
    await book.settle([settlement(one, outcome=number % 2) for number, one in enumerate(made[:settled])])
    await database.aclose()


@pytest.fixture
def thirty_settled(migrated_home: Path) -> Path:
    asyncio.run(_fill(settled=34, waiting=2))
    return migrated_home


def test_an_empty_book_says_so_in_every_command(home: Path) -> None:
    assert "The book is empty" in _calls("list").stdout
    scores = _calls("scores")
    assert scores.exit_code == 0, scores.output
    assert "Not enough calls: 0 of 30 are settled." in scores.stdout
    settled = _calls("settle")
    assert settled.stdout.startswith("0 calls were due")


def test_research_on_past_days_is_listed_apart(thirty_settled: Path) -> None:
    assert "The book is empty" in _calls("list", "--walk-back").stdout


def test_research_on_past_days_is_scored_apart_and_said_to_look_back(migrated_home: Path) -> None:
    asyncio.run(_fill(settled=34, waiting=1, tables=WALK_BACK))
    shown, live = _calls("scores", "--walk-back").stdout, _calls("scores").stdout
    assert shown.startswith("Walk-back book. Looking back:")
    assert "35 entries: 34 settled, 1 open" in shown
    assert "Brier" in shown
    assert "Looking back" not in live
    assert "Not enough calls: 0 of 30 are settled." in live
    told = json.loads(_calls("scores", "--walk-back", "--json").stdout)
    assert (told["book"], told["overall"]["settled"]) == ("walk_back", 34)
    assert json.loads(_calls("scores", "--json").stdout)["book"] == "live"


def test_calls_are_listed_newest_first_and_scored_with_a_plot(thirty_settled: Path) -> None:
    told = json.loads(_calls("list", "--limit", "3", "--json").stdout)
    assert [one["number"] for one in told] == [36, 35, 34]
    assert [one["state"] for one in told] == ["waiting", "waiting", "settled"]
    assert "000001.SZ" in _calls("list").stdout
    shown = _calls("scores").stdout
    assert "36 entries: 34 settled, 2 open" in shown
    assert all(
        word in shown for word in ("Brier", "log loss", "skill over momentum", "calibration:", "●", "Spiegelhalter")
    )
    as_json = json.loads(_calls("scores", "--json").stdout)
    assert (as_json["overall"]["settled"], as_json["debate"]["calls"]) == (34, 34)


def test_a_whole_book_passes_and_a_changed_one_fails_with_exit_code_one(thirty_settled: Path) -> None:
    whole = _calls("verify")
    assert (whole.exit_code, whole.stdout.count("intact")) == (0, 4), whole.output
    with closing(sqlite3.connect(load_settings().home.database_file)) as connection:
        connection.execute("DROP TRIGGER calls_no_update")
        connection.execute(
            "UPDATE calls SET body = replace(body, '\"probability\":0.54', '\"probability\":0.94') WHERE seq = 1"
        )
        connection.commit()
    command = [str(PARLEY), "calls", "verify"]
    changed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert changed.returncode == 1, changed.stderr
    assert "broken at entry 1" in changed.stdout
    assert json.loads(_calls("verify", "--json").stdout)["ok"] is False


def test_the_doctor_finds_a_changed_book_and_says_what_to_do(thirty_settled: Path) -> None:
    def found() -> list[dict[str, str]]:
        told = json.loads(typed("doctor", "--json").stdout)
        return [finding for finding in told if finding["topic"] == "call_book"]

    assert [(one["state"], one["says"]) for one in found()] == [("ok", "70 entries, intact")]
    with closing(sqlite3.connect(load_settings().home.database_file)) as connection:
        connection.execute("DROP TRIGGER calls_no_update")
        connection.execute("UPDATE calls SET body = replace(body, '0.54', '0.94') WHERE seq = 1")
        connection.commit()
    (broken,) = found()
    assert broken["state"] == "broken"
    assert broken["says"].startswith("Call book: broken at entry 1 of ")
    assert "`parley calls verify`" in broken["says"]
    assert "restore the database from a backup" in broken["says"]
    assert typed("doctor").returncode == 1


@pytest.mark.parametrize(
    ("why", "language", "says"),
    [
        ("stale_data", "en", "no call: prices too old or missing"),
        ("stale_data", "zh", "不作研判：价格过旧或缺失"),
        ("insufficient_evidence", "en", "no call: not enough evidence"),
        ("experts_failed", "zh", "不作研判：给出结果的分析师太少"),
        ("debate_failed", "en", "no call: the debate failed"),
        (None, "en", "no call: reason not recorded"),
    ],
)
def test_a_missing_call_is_listed_with_its_own_reason(
    migrated_home: Path, why: str | None, language: str, says: str
) -> None:
    async def fill() -> None:
        database = Database(load_settings().database_url)
        said = {**call().verdict, "action": "NO_CALL", "no_call_reason": why}
        none = call(1, LOCAL_OWNER_ID, verdict=said, action=VerdictAction.NO_CALL, probability=None, ends_on=None)
        await SqlCallBook(database.engine, LIVE).append([none])
        await database.aclose()

    asyncio.run(fill())
    assert says in typed("calls", "list", COLUMNS="200", LC_ALL=f"{language}.UTF-8").stdout


def test_what_waits_for_data_is_told_by_reason(migrated_home: Path) -> None:
    asyncio.run(_fill(settled=0, waiting=2))
    told = json.loads(_calls("settle", "--json").stdout)
    assert told["looked_at"] == 2
    assert told["settled"] == 0
    assert sum(told["waiting"].values()) + sum(told["unsettleable"].values()) == 2
