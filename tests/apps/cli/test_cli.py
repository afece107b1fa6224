"""The `parley` command as a person types it."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.apps.cli.terminal import forked_off, started, typed

HEAVY = {"fastapi", "sqlalchemy", "pydantic", "dbos", "alembic", "rich", "uvicorn", "structlog", "numpy"}


def test_help_names_the_commands_and_imports_nothing_heavy(home: Path) -> None:
    answer = started("--help")
    assert answer.returncode == 0
    for command in ("serve", "doctor", "version"):
        assert command in answer.stdout
    code = "import sys, apps.cli.main; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert HEAVY.isdisjoint(loaded)


def test_a_typo_is_answered_with_what_was_meant(home: Path) -> None:
    answer = started("docter")
    assert answer.returncode == 2
    assert "Did you mean 'doctor'?" in answer.stderr


@pytest.mark.parametrize("word", ["version", "--version"])
def test_version_prints_the_version(home: Path, word: str) -> None:
    assert started(word).stdout.startswith("parley 0.")


def test_doctor_says_what_is_there_and_what_each_missing_key_would_add(home: Path) -> None:
    answer = typed("doctor", "--json")
    findings = {finding["topic"]: finding for finding in json.loads(answer.stdout)}
    assert answer.returncode == 0
    assert findings["home"]["state"] == "ok"
    assert findings["OPENAI_API_KEY"] == {
        "topic": "OPENAI_API_KEY",
        "state": "optional",
        "says": "would add experts, debate and chat by a language model (now: rules)",
    }
    assert not home.exists(), "looking must not change anything"


def test_doctor_finds_a_database_that_does_not_answer_and_hides_its_password(home: Path) -> None:
    answer = typed("doctor", "--json", PARLEY_DATABASE_URL="postgresql://ann:hunter2@127.0.0.1:1/desk")
    findings = {finding["topic"]: finding for finding in json.loads(answer.stdout)}
    assert answer.returncode == 1
    assert findings["database"]["state"] == "broken"
    assert "PARLEY_DATABASE_URL" in findings["database"]["says"]
    assert "hunter2" not in answer.stdout + answer.stderr


def test_doctor_finds_a_database_of_a_newer_version(home: Path) -> None:
    home.mkdir()
    with closing(sqlite3.connect(home / "parley.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    answer = typed("doctor", "--json")
    database = next(finding for finding in json.loads(answer.stdout) if finding["topic"] == "database")
    assert (answer.returncode, database["state"]) == (1, "broken")
    assert "update Parley" in database["says"]


def test_serve_says_in_a_sentence_why_a_damaged_database_keeps_it_from_starting(home: Path) -> None:
    home.mkdir()
    (home / "parley.sqlite").write_bytes(b"no database" * 500)
    answer = forked_off("serve", "--port", "0")
    assert answer.returncode == 1
    assert answer.stderr.strip().splitlines()[-1].startswith("The database cannot be read: file is not a database.")
    assert "Traceback" not in answer.stderr + answer.stdout


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_public_url_without_passwords_is_refused_with_what_to_do(home: Path, command: str) -> None:
    answer = forked_off(command, PARLEY_PUBLIC_URL="https://desk.example.org")
    assert answer.returncode == 1
    assert "Set PARLEY_AUTH_MODE=password" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_wrong_setting_is_one_sentence_and_no_traceback(home: Path, command: str) -> None:
    answer = started(command, PARLEY_PORT="eighty")
    assert answer.returncode == 1
    assert answer.stderr == "PARLEY_PORT must be a whole number from 0 to 65535.\n"


def test_serving_a_public_address_without_passwords_is_refused(home: Path) -> None:
    answer = forked_off("serve", "--host", "0.0.0.0", PARLEY_AUTH_MODE="local")
    assert answer.returncode == 1
    assert "PARLEY_AUTH_MODE=password" in answer.stderr


def test_a_port_that_is_taken_is_named_with_a_way_out(home: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = forked_off("serve", "--port", str(port))
    assert answer.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in answer.stderr
    assert "--port" in answer.stderr
