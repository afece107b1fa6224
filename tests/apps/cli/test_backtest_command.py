"""`parley backtest` as a person types it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from apps.cli.main import app
from packages.domain.strategy.errors import InvalidStrategy
from parley import backtest
from tests.packages.domain.backtest.asking import document

ROOT = Path(__file__).parents[3]
_HEAVY = (
    "alembic",
    "anyio",
    "asyncpg",
    "dbos",
    "dotenv",
    "exchange_calendars",
    "fastapi",
    "httpx",
    "jsonschema",
    "langgraph",
    "numba",
    "openai",
    "packages.reports.backtest.html",
    "packages.reports.backtest.markdown",
    "packages.infra.providers.market_data.bars.part_frames",
    "packages.infra.providers.market_data.bars.stored",
    "pandas",
    "polars",
    "pydantic_settings",
    "yaml",
)


def _backtest(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, ["backtest", *arguments])


@pytest.fixture
def strategy(tmp_path: Path) -> str:
    file = tmp_path / "cross.json"
    file.write_text(json.dumps(document("DEMO5")))
    return str(file)


@pytest.fixture
def demo(demo_at_home: Path) -> Path:
    return demo_at_home


def test_a_file_is_run_printed_and_kept(demo: Path, strategy: str) -> None:
    shown = _backtest(strategy, "--language", "en", "--start", "2016-01-01")
    assert shown.exit_code == 0, shown.output
    assert "Average cross" in shown.stdout
    assert "Sharpe" in shown.stdout
    again = json.loads(_backtest(strategy, "--start", "2016-01-01", "--json", "--trades", "2").stdout)
    assert again["trials"] == 1
    assert again["id"]
    assert [trade["number"] for trade in again["trades"]] == [1, 2]
    assert again["result"]["data"]["first"].startswith("2016-01-04")


def test_chinese_is_the_language_unless_another_is_named(demo: Path, strategy: str) -> None:
    assert "回测" in _backtest(strategy).stdout


def test_what_is_seen_is_counted_although_it_is_not_kept(demo: Path, strategy: str) -> None:
    trials = []
    for cash in ("5000", "6000", "7000"):
        told = json.loads(_backtest(strategy, "--no-store", "--json", "--cash", cash).stdout)
        assert told["id"] is None
        trials.append(told["trials"])
    assert trials == [1, 2, 3]
    assert "Counted as a trial all the same" in _backtest(strategy, "--no-store", "--language", "en").stdout
    assert json.loads(_backtest(strategy, "--json", "--cash", "8000").stdout)["trials"] == 5


def test_costs_and_money_are_those_that_were_typed(demo: Path, strategy: str) -> None:
    typed = ["--commission", "0.002", "--slippage", "0.003", "--cash", "7000", "--leverage", "2", "--json"]
    terms = json.loads(_backtest(strategy, *typed).stdout)["plan"]["terms"]
    assert (terms["cash"], terms["leverage"]) == ("7000", 2.0)
    assert terms["costs"]["commission_rate"] == 0.002
    assert terms["costs"]["commission_minimum"] == 0
    assert terms["costs"]["slippage"] == 0.003


def test_what_leverage_costs_is_shown_with_its_rates_and_what_was_paid(demo: Path, strategy: str) -> None:
    shown = _backtest(strategy, "--leverage", "2", "--language", "en").stdout
    assert "Borrowing, interest and funding" in shown
    assert "interest on leverage 7%" in shown
    assert "house assumptions" in shown
    unlevered = _backtest(strategy, "--language", "en").stdout
    assert "house assumptions" not in unlevered
    assert json.loads(_backtest(strategy, "--json").stdout)["result"]["figures"]["financing"] == 0


def test_files_are_written_beside_the_report(demo: Path, strategy: str, tmp_path: Path) -> None:
    html, text = tmp_path / "out.html", tmp_path / "out.md"
    shown = _backtest(strategy, "--language", "en", "--html", str(html), "--md", str(text))
    assert shown.exit_code == 0, shown.output
    assert html.read_text().startswith("<!doctype html>")
    assert "Average cross" in text.read_text()


def test_a_wrong_strategy_is_exit_code_one_with_every_problem(home: Path, tmp_path: Path) -> None:
    wrong: Any = document("DEMO5")
    wrong["timeframe"] = "fortnightly"
    wrong["universe"]["market"] = "moon"
    file = tmp_path / "wrong.yaml"
    file.write_text(json.dumps(wrong))
    shown = _backtest(str(file))
    assert shown.exit_code == 1
    assert "/timeframe" in shown.stderr
    assert "/universe/market" in shown.stderr
    told = json.loads(_backtest(str(file), "--json").stdout)
    assert len(told["error"]["details"]["problems"]) == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["nowhere.yaml"], "neither a file nor the id"),
        (["FILE", "--start", "soon"], "--start"),
        (["FILE", "--cash", "much"], "--cash"),
        (["FILE", "--cash", "-5"], "above 0"),
        (["FILE", "--cash", "nan"], "--cash"),
        (["FILE", "--html", "/nowhere/at/all.html"], "cannot be written"),
        (["FILE", "--leverage", "99"], "leverage"),
        (["FILE", "--slippage", "7"], "slippage"),
        (["FILE", "--start", "2021-01-01", "--end", "2020-01-01"], "swap the days"),
        (["FILE", "--language", "fr"], "language"),
    ],
)
def test_a_wrong_option_is_exit_code_two(demo: Path, strategy: str, typed: list[str], sentence: str) -> None:
    shown = _backtest(*(strategy if word == "FILE" else word for word in typed))
    assert shown.exit_code == 2, shown.output
    assert sentence in shown.stderr


def test_missing_data_are_exit_code_three_with_what_to_load(demo: Path, strategy: str, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps(document("DEMO99")))
    shown = _backtest(str(file))
    assert shown.exit_code == 3
    assert "parley data demo" in shown.stderr
    assert _backtest(strategy, "--start", "2030-01-01").exit_code == 3


def test_a_stored_strategy_is_run_by_its_id(demo: Path, strategy: str) -> None:
    unknown = "00000000-0000-7000-8000-000000000000"
    assert _backtest(unknown).exit_code == 1
    saved = CliRunner().invoke(app, ["strategy", "save", strategy, "--json"])
    assert saved.exit_code == 0, saved.output
    told = json.loads(_backtest(json.loads(saved.stdout)["id"], "--json").stdout)
    assert (told["plan"]["version"], told["trials"]) == (1, 1)


def test_the_command_imports_nothing_that_it_does_not_need(demo: Path, strategy: str) -> None:
    code = (
        "import sys; sys.argv = ['parley', 'backtest', sys.argv[1], '--language', 'en']\n"
        "from apps.cli.main import run\n"
        "try: run()\n"
        "except SystemExit as end: code = end.code\n"
        f"print('CODE', code, 'HEAVY', *sorted(set(sys.modules) & set({_HEAVY})))"
    )
    command = [sys.executable, "-c", code, strategy]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert ended.stdout.splitlines()[-1] == "CODE 0 HEAVY", ended.stderr


def test_a_notebook_runs_a_backtest_in_three_lines(demo: Path) -> None:
    done = backtest(document("DEMO5"), start="2019-01-01", language="en")
    assert done.figures["trades"] == len(done.trades)
    assert done.report.figures.final_equity == done.figures["final_equity"]
    assert done._repr_html_().startswith("<iframe")
    assert 20 < len(repr(done)) < 2_000, "a cell that cannot draw shows a few sentences"
    with pytest.raises(InvalidStrategy):
        backtest({"dsl_version": "1.0.0"})


async def test_a_notebook_with_a_loop_of_its_own_does_so_too(demo: Path, strategy: str) -> None:
    assert backtest(strategy, store=False).finished.id is None
