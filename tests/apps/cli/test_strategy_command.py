"""`parley strategy` as a person types it."""

import asyncio
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from apps.cli.strategy.commands import app
from packages.core.clock import SystemClock
from packages.core.errors import ParleyError
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.yaml_text import write_yaml
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.strategy.strategies import strategy_book
from packages.settings.load import load_settings
from tests.corpus.freqtrade import FREQTRADE
from tests.corpus.sample_strategy import SAMPLE_TEXT, changed, sample, without
from tests.imported_bars import import_file

PARLEY = Path(sys.executable).with_name("parley")
PERIOD = "/factors/ema_5/params/period"


def _strategy(*arguments: str) -> Result:
    """The command within this process; one test below starts it as a person does."""
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, list(arguments))


def _told(*arguments: str) -> Any:
    answer = _strategy(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def _refused(*arguments: str) -> str:
    """The sentence of the error that the command ends with."""
    error = _strategy(*arguments).exception
    assert isinstance(error, ParleyError), error
    return error.message


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    """The sample, in YAML."""
    path = tmp_path / "cross.yaml"
    path.write_text(write_yaml(sample()))
    return path


def test_a_new_strategy_is_written_valid_and_explained_in_both_languages(home: Path, tmp_path: Path) -> None:
    asked = ["new", "--family", "trend_continuation", "--holding", "swing_days", "--ticker", "DEMO1.SZ"]
    path = tmp_path / "mine.yaml"
    assert _strategy(*asked, "--market", "cn_stocks", "-o", str(path)).exit_code == 0
    assert _strategy(*asked).stdout == path.read_text()
    assert _told("validate", str(path))["valid"] is True
    assert "DEMO1.SZ" in _strategy("explain", str(path)).stdout
    english = _told("explain", str(path), "--language", "en")
    assert english[0]["topic"] == "name"
    assert "is there already" in _refused(*asked, "-o", str(path))
    as_json = tmp_path / "mine.json"
    _strategy(*asked, "-o", str(as_json))
    assert json.loads(as_json.read_text()) == _told(*asked)
    assert not home.exists(), "nothing of this needs the desk"


def test_a_word_that_is_none_is_answered_with_the_nearest(home: Path) -> None:
    assert 'Did you mean "mean_reversion"?' in _refused("new", "--family", "mean_reversal", "--ticker", "AAPL")
    assert "is not a symbol" in _refused("new", "--family", "mean_reversion", "--ticker", "???")
    assert (
        "the strategy has"
        in _refused("new", "--family", "mean_reversion", "--ticker", "AAPL", "--market", "crypto").lower()
    )
    assert 'Did you mean "volume"?' in _refused("indicators", "--category", "volumes")


def test_every_problem_of_a_file_is_told_with_its_place_and_exit_code_one(file: Path) -> None:
    file.write_text(write_yaml(without("/factors/ema_20")))
    answer = _strategy("validate", str(file))
    assert answer.exit_code == 1
    assert "2 problems" in answer.stdout
    assert "/trade/long/entry/condition/all/0/cross/b/ref" in answer.stdout
    assert "/trade/long/exits/0/condition/cross/b/ref" in answer.stdout
    told = _strategy("validate", str(file), "--json")
    assert told.exit_code == 1
    assert [problem["stage"] for problem in json.loads(told.stdout)["problems"]] == ["semantic", "semantic"]
    assert "shows everything" in _refused("save", str(file))


def test_a_file_is_read_by_its_ending_or_its_first_letter(home: Path, tmp_path: Path) -> None:
    for name, text in (
        ("a.json", SAMPLE_TEXT),
        ("b", SAMPLE_TEXT),
        ("c", write_yaml(sample())),
        ("d.yml", SAMPLE_TEXT),
    ):
        (tmp_path / name).write_text("\ufeff" + text)
        assert _told("validate", str(tmp_path / name))["valid"], name
    (tmp_path / "e.json").write_text(write_yaml(sample()))
    assert (
        json.loads(_strategy("validate", str(tmp_path / "e.json"), "--json").stdout)["problems"][0]["code"]
        == "not_json"
    )


def test_a_file_that_is_none_is_answered_with_what_to_do(file: Path, tmp_path: Path) -> None:
    assert str(file) in _refused("validate", str(tmp_path / "crosss.yaml"))
    assert "parley strategy new" in _refused("validate", str(tmp_path / "nowhere" / "x.json"))
    assert "cannot be read" in _refused("validate", str(tmp_path))
    (tmp_path / "picture.yaml").write_bytes(b"\xff\xfe\x00\x89PNG")
    assert "UTF-8" in _refused("validate", str(tmp_path / "picture.yaml"))
    assert "cannot be read" in _refused("explain", "x" * 5000)


def test_versions_are_saved_listed_compared_and_rolled_back(file: Path) -> None:
    made = _told("save", str(file))
    assert (made["name"], made["version"]) == ("Average cross", 1)
    unchanged = _strategy("save", str(file), "--id", made["id"])
    assert "Nothing changed, it stays version 1" in unchanged.stdout
    file.write_text(write_yaml(changed(PERIOD, 8)))
    assert _told("save", str(file), "--id", made["id"])["version"] == 2
    difference = _told("diff", made["id"], "1", "2")
    assert difference["patch"] == [{"op": "replace", "path": PERIOD, "value": 8}]
    assert "EMA(8)" in _strategy("diff", made["id"], "1", "2", "--language", "en").stdout
    assert _told("rollback", made["id"][-12:], "1")["version"] == 3
    assert [each["version"] for each in _told("list")] == [3]
    assert _strategy("show", made["id"], "--yaml").stdout == write_yaml(sample())
    second = _told("show", made["id"], "--version", "2")
    assert (second["version"], second["newest_version"], second["trials"]) == (2, 3, 0)
    assert second["document"] == changed(PERIOD, 8)
    shown = _strategy("show", made["id"]).stdout
    assert "version 3 of 3" in shown
    assert "same as version 1" in shown
    assert "has 1 to 3" in _refused("rollback", made["id"], "9")
    assert _told("explain", made["id"], "--language", "en")[0]["topic"] == "name"


def test_an_id_with_a_typo_is_answered_with_the_nearest_of_ones_own(file: Path) -> None:
    assert "parley strategy save FILE" in _refused("show", "01a1df54")
    assert "No strategies saved yet." in _strategy("list").stdout
    made = _told("save", str(file), "--name", "[bold]双均线[/bold]")
    other = _told("save", str(file))
    asyncio.run(_create_theirs())
    typo = made["id"][:-1] + ("0" if made["id"][-1] != "0" else "1")
    assert f"Did you mean {made['id']}" in _refused("show", typo)
    assert f"Did you mean {other['id']}" in _refused("diff", "Average crosss", "1", "2")
    assert "2 strategies fit" in _refused("show", made["id"][:4])
    listed = _strategy("list").stdout
    assert "[bold]双均线[/bold]" in listed
    assert "Theirs" not in listed
    assert [each["id"] for each in _told("list", "--search", "双")] == [made["id"]]
    assert "No strategy has 'zzz' in its name." in _strategy("list", "--search", "zzz").stdout


async def _create_theirs() -> None:
    database = Database(load_settings().database_url)
    book = strategy_book(database, SystemClock())
    assert (await book.create("somebody-else", sample(), name="Theirs")).owner_id != LOCAL_OWNER_ID
    await database.aclose()


def test_indicators_are_found_by_word_and_category(home: Path) -> None:
    assert "rsi" in _strategy("indicators", "--search", "RSI", "--language", "en").stdout
    told = _told("indicators", "--category", "volume", "--language", "en")
    assert {each["category"] for each in told} == {"volume"}
    assert "No indicator matches" in _strategy("indicators", "--search", "no such thing", "--language", "en").stdout


def test_the_command_ends_with_honest_codes_and_loads_only_what_it_needs(file: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(PARLEY), "strategy", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    assert run("validate", str(file)).returncode == 0
    missing = run("validate", "nothing.yaml")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr.startswith("There is no file nothing.yaml.")
    assert run("validate").returncode == 2
    code = "import sys, apps.cli.strategy.stored; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"fastapi", "langgraph", "dbos", "openai", "uvicorn"}.isdisjoint(loaded)


def _stored_bars(home: Path, folder: Path, name: str, start: str, step: timedelta, rows: int) -> None:
    """Bars of BTC-USD on disk, `step` apart."""
    first = datetime.fromisoformat(start)
    times = (first + step * n for n in range(rows))
    lines = [f"{time:%Y-%m-%d %H:%M:%S}Z,10,11,9,10,100" for time in times]
    (folder / name).write_text("date,open,high,low,close,volume\n" + "\n".join(lines))
    now = datetime(2025, 1, 1, tzinfo=UTC)
    import_file(folder / name, ParquetBars(home / "bars"), symbol="BTC-USD", recorded_at=now)


def test_a_template_says_which_bars_it_lacks_and_runs_on_those_that_are_stored(home: Path, tmp_path: Path) -> None:
    asked = ["new", "--family", "trend_continuation", "--holding", "intraday", "--ticker", "BTC-USD"]
    nothing = _strategy(*asked)
    assert "timeframe: 15m" in nothing.stdout
    assert "No bars of BTC-USD are stored" in " ".join(nothing.stderr.split())
    _stored_bars(home, tmp_path, "days.csv", "2024-01-01", timedelta(days=1), 300)
    days = _strategy(*asked)
    said = " ".join(days.stderr.split())
    assert (days.exit_code, "only daily bars are stored" in said) == (0, True), said
    assert "parley data sync BTC-USD --timeframe 15m" in said
    assert "parley data import FILE --symbol BTC-USD" in said
    _stored_bars(home, tmp_path, "hours.csv", "2024-01-01", timedelta(hours=1), 900)
    hours = _strategy(*asked)
    assert "timeframe: 1h" in hours.stdout
    assert "no 15-minute bars of BTC-USD are stored" in " ".join(hours.stderr.split())
    assert _strategy(*asked[:3], "--ticker", "BTC-USD").stderr == ""


def test_a_strategy_leaves_as_code_and_comes_in_from_freqtrade(home: Path, tmp_path: Path) -> None:
    foreign, ours, code = tmp_path / "reversal.py", tmp_path / "reversal.yaml", tmp_path / "exported.py"
    foreign.write_text(FREQTRADE, "utf-8")
    assert _strategy("import", str(foreign), "--ticker", "BTC-USD", "-o", str(ours)).exit_code == 0
    assert _strategy("export", str(ours), "--to", "python", "-o", str(code)).exit_code == 0
    compile(code.read_text("utf-8"), str(code), "exec")
    assert "cannot be exported to Pine Script" in _refused("export", str(ours), "--to", "pine")
    assert "--share" in _refused("import", str(foreign), "--ticker", "BTC-USD", "--share", "2")
    assert "python" in _refused("export", str(ours), "--to", "pithon")
    foreign.write_text("x = 1", "utf-8")
    assert "one strategy class" in _refused("import", str(foreign), "--ticker", "BTC-USD")
