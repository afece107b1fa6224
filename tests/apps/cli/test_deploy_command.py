"""`parley deploy` as a person types it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from apps.cli.main import app
from packages.domain.backtest.financing import house_financing
from packages.domain.market_data.symbols import Market
from tests.packages.domain.backtest.asking import document

NOBODY = "00000000-0000-7000-8000-000000000000"
OVERRIDE = ("--override", "deploy without a passing stress test", "--reason", "only paper, to look at it")


def _deploy(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["deploy", *arguments])


def _told(*arguments: str) -> Any:
    answer = _deploy(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def _refused(code: int, *arguments: str) -> str:
    answer = _deploy(*arguments)
    assert (answer.exit_code, answer.stdout) == (code, ""), answer.output
    return answer.stderr


def _saved(path: Path, ticker: str) -> str:
    path.write_text(json.dumps(document(ticker)))
    saved = CliRunner().invoke(app, ["strategy", "save", str(path), "--json"])
    assert saved.exit_code == 0, saved.output
    told: str = json.loads(saved.stdout)["id"]
    return told


@pytest.fixture
def strategy_id(demo_at_home: Path, tmp_path: Path) -> str:
    return _saved(tmp_path / "cross.json", "DEMO5")


def test_a_strategy_is_deployed_started_paused_stopped_and_completed(strategy_id: str) -> None:
    shown = _deploy("create", strategy_id, *OVERRIDE, "--cash", "50000", "--lang", "en")
    assert shown.exit_code == 0, shown.output
    assert "Average cross · version 1 · paper" in shown.stdout
    assert "Max drawdown ≤ 25% · stress lab default" in shown.stdout
    [made] = set(re.findall(r"parley deploy start (\S+)", shown.stdout))
    started = _deploy("start", made)
    assert "状态：运行中" in started.stdout
    assert "现金 50,000.00" in started.stdout
    assert _told("pause", made, "--reason", "lunch")["state"] == "paused"
    assert _told("resume", made)["state"] == "running"
    assert "No orders yet." in _deploy("orders", made, "--lang", "en").stdout
    assert _told("orders", made) == []
    assert _told("stop", made, "--flatten")["state"] == "stopped"
    assert _told("complete", made)["status"] == "completed"
    told = _told("show", made)
    assert (told["money"]["start_cash"], told["positions"]) == ("50000.0", [])
    assert [each["id"] for each in _told("list")] == [made]
    assert "completed" in _deploy("list", "--lang", "en").stdout


def test_a_replay_runs_here_tells_its_trades_and_stops_after_the_sessions_that_were_asked_for(
    strategy_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.cli.trading.replaying._SECOND", 0.0)
    shown = _deploy("replay", strategy_id, "--sessions", "8", "--lang", "en")
    assert shown.exit_code == 0, shown.output
    [begins] = re.findall(r"^Replay from (\S+), a session a second", shown.stdout, re.MULTILINE)
    assert "bought" in shown.stdout
    assert f"A replay from {begins}: what it holds and earned is of the past" in shown.stdout
    assert "State: stopped" in shown.stdout
    told = _told("replay", strategy_id, "--from", "2024-03-04", "--sessions", "2")
    assert (told["mode"], told["replay_from"], told["money"]["bar"][:10]) == ("replay", "2024-03-04", "2024-03-05")
    assert "2015-01" in _refused(1, "replay", strategy_id, "--from", "2001-01-01")


def test_the_free_paper_account_is_taken_again_and_a_busy_one_is_not(strategy_id: str) -> None:
    assert "This version has no stress test" in _refused(1, "create", strategy_id)
    first = _told("create", strategy_id, *OVERRIDE)
    second = _told("create", strategy_id, *OVERRIDE)
    assert first["account_id"] != second["account_id"]
    assert "Another deployment uses this account" in _refused(
        1, "create", strategy_id, *OVERRIDE, "--account", first["account_id"]
    )
    _told("stop", first["id"])
    _told("complete", first["id"])
    assert _told("create", strategy_id, *OVERRIDE)["account_id"] == first["account_id"]


def test_limits_and_answers_bind_and_the_same_key_is_the_same_deployment(strategy_id: str) -> None:
    account = _told("create", strategy_id, *OVERRIDE)
    _told("stop", account["id"])
    _told("complete", account["id"])
    binding = ("--limit", "capital=5000", "--profile", "risk_tolerance=conservative")
    asked = (strategy_id, *OVERRIDE, *binding, "--account", account["account_id"], "--key", "k")
    one, again = _told("create", *asked), _told("create", *asked)
    assert one == again
    told = {each["name"]: (each["most"], each["clause"]) for each in one["limits"]}
    assert told["capital"] == ("5000", "deployment")
    assert told["drawdown"] == ("0.15", "kyc.risk_tolerance=conservative")


def test_a_deployment_keeps_the_rates_that_were_typed_and_takes_house_rates_where_none_were(strategy_id: str) -> None:
    typed = ("--leverage", "2", "--borrow-rate", "0.05", "--funding-rate", "0")
    terms = _told("create", strategy_id, *OVERRIDE, *typed)["terms"]
    house = house_financing(Market.US_STOCKS)
    kept = (terms["borrow_rate"], terms["interest_rate"], terms["funding_rate"])
    assert kept == (0.05, house.interest_rate, 0.0)


def test_what_was_typed_wrong_is_told_with_exit_code_two_and_opens_nothing(strategy_id: str, tmp_path: Path) -> None:
    for wrong, words in (
        (("--limit", "daily_loss"), "daily_loss=0.02"),
        (("--limit", "dayly_loss=0.1"), "is no limit"),
        (("--limit", "daily_loss=much"), "write a number"),
        (("--profile", "moderate"), "risk_tolerance=moderate"),
        (("--profile", "risk=low"), "risk_tolerance, return_expectation"),
        (("--profile", "risk_tolerance=low"), "conservative"),
        (("--cash", "much"), "100000"),
        (("--leverage", "50"), "leverage"),
        (("--borrow-rate", "5"), "borrow"),
        (("--override", "yes", "--reason", "because I say so"), "type exactly"),
        (("--key", "k"), "--key needs --account"),
    ):
        assert words in _refused(2, "create", strategy_id, *wrong)
    file = tmp_path / "cross.json"
    assert "is a file" in _refused(2, "create", str(file))
    assert "list of yours" in _refused(1, "create", NOBODY)
    assert _told("list") == []
    assert "还没有部署" in _deploy("list").stdout


def test_an_unknown_deployment_is_told_and_without_bars_nothing_is_started(strategy_id: str, tmp_path: Path) -> None:
    for command in ("start", "pause", "resume", "stop", "complete", "show", "orders", "kill"):
        assert "list of yours" in _refused(1, command, NOBODY), command
    made = _told("create", _saved(tmp_path / "other.json", "DEMO99"), *OVERRIDE)
    assert "parley data demo" in _refused(3, "start", made["id"])
    answer = _deploy("start", made["id"], "--json")
    assert (answer.exit_code, json.loads(answer.stdout)["error"]["code"]) == (3, "unknown_symbol")


def test_a_kill_switch_is_turned_on_and_off_again(strategy_id: str) -> None:
    made = _told("create", strategy_id, *OVERRIDE)["id"]
    for where, scope in (((made,), "deployment"), ((), "person"), (("--everybody",), "global")):
        turned = _told("kill", *where)
        assert (turned["scope"], turned["is_on"], turned["by"].endswith(":terminal")) == (scope, True, True)
        assert "kill switch is on" in _refused(1, "start", made)
        assert "紧急停止已开启" in _deploy("show", made).stdout
        [again] = re.findall(r"parley (deploy kill .*--off)", _deploy("kill", *where, "--lang", "en").stdout)
        assert CliRunner().invoke(app, again.split()).exit_code == 0
    assert _told("start", made)["switch"] is None
    assert "leave out the id" in _refused(2, "kill", made, "--everybody")


def test_help_is_quick() -> None:
    code = "import sys, apps.cli.trading.commands; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"fastapi", "numpy", "sqlalchemy", "pydantic"}.isdisjoint(loaded)
