"""`parley stress` as a person types it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from apps.cli.main import app
from apps.cli.notebook import stress
from apps.cli.stress.local import open_stress
from apps.cli.stress.options import SearchOptions, StressOptions
from packages.domain.stress.jobs.stored import StressNotDone
from packages.domain.work.jobs import JobCancelled
from tests.packages.domain.backtest.asking import document

ROOT = Path(__file__).parents[3]
NOBODY = "00000000-0000-7000-8000-000000000000"
# As little as there can be: the lab's own tests look at what comes out.
SMALL = ("--paths", "100", "--worlds", "block_bootstrap", "--crises", "us_2020", "--start", "2019-01-01")


def _stress(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, ["stress", *arguments])


@pytest.fixture
def strategy_id(demo_at_home: Path, tmp_path: Path) -> str:
    file = tmp_path / "cross.json"
    file.write_text(json.dumps(document("DEMO5")))
    saved = CliRunner().invoke(app, ["strategy", "save", str(file), "--json"])
    assert saved.exit_code == 0, saved.output
    told: str = json.loads(saved.stdout)["id"]
    return told


def test_a_strategy_is_stressed_told_kept_and_shown_again(strategy_id: str, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"out.{kind}" for kind in ("html", "md", "pdf")}
    written = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    shown = _stress("run", strategy_id, *SMALL, "--lang", "en", *written)
    assert shown.exit_code == 0, shown.output
    assert re.search(r"Verdict: (Reject|Revise|Pass)", shown.stdout)
    assert "Covid crash" in shown.stdout
    assert files["html"].read_text().startswith("<!doctype html>")
    assert "Average cross" in files["md"].read_text()
    assert files["pdf"].read_bytes().startswith(b"%PDF-")
    [stress_id] = set(re.findall(r"parley stress show (\S+)", shown.stdout))
    again = _stress("show", stress_id, "--lang", "en")
    assert again.stdout == shown.stdout.partition("→")[0]
    told = json.loads(_stress("show", stress_id, "--json").stdout)
    assert told["id"] == told["stress_report_id"] == stress_id
    assert [each["world"] for each in told["monte_carlo"]] == ["block_bootstrap", "trade_shuffle"]
    listed = _stress("list", "--lang", "en")
    assert stress_id in listed.stdout
    assert "结论：" in _stress("resume", stress_id).stdout


def test_a_test_that_was_stopped_is_gone_on_with_where_it_was(strategy_id: str) -> None:
    stress_id = asyncio.run(_stopped_at("Varying parameters", strategy_id))
    shown = _stress("show", stress_id)
    assert (shown.exit_code, f"parley stress resume {stress_id}" in shown.stderr) == (1, True)
    assert "not finished" in _stress("list", "--lang", "en").stdout
    resumed = _stress("resume", stress_id, "--json")
    assert resumed.exit_code == 0, resumed.output
    assert json.loads(resumed.stdout)["verdict"]["ruling"] in ("pass", "revise", "reject")


async def _stopped_at(message: str, strategy_id: str) -> str:
    async def tell(_done: float, told: str) -> None:
        if told == message:
            raise JobCancelled

    options = StressOptions(
        strategy=strategy_id, paths=100, worlds="block_bootstrap", crises="us_2020", start="2019-01-01"
    )
    async with open_stress() as desk:
        asked = await desk.ask(options)
        with pytest.raises(JobCancelled):
            await desk.run(asked, tell)
        with pytest.raises(StressNotDone):
            await desk.report(await desk.found(asked.id))
        assert [part.name for part in await desk.stress.parts(asked.id)][:1] == ["crises"]
        return asked.id


def test_ctrl_c_says_how_to_go_on(strategy_id: str) -> None:
    command = [sys.executable, "-c", "from apps.cli.main import run; run()", "stress", "run", strategy_id]
    options = ["--paths", "100000", "--lang", "en"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        asyncio.run(_begun())
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, told
    assert re.fullmatch(r"Stopped\. Finished parts are saved; to continue: parley stress resume \S+\n", told)


async def _begun() -> None:
    """Until the first part is put down: then there is something to lose."""
    async with asyncio.timeout(60), open_stress() as desk:
        while True:
            for stored in await desk.page(1, None):
                if await desk.stress.parts(stored.planned.id):
                    return
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--paths", "0"], "100 to"),
        (["--seed", "-1"], "seed"),
        (["--horizon", "1"], "2 or more"),
        (["--worlds", "garhc"], 'Did you mean "garch"?'),
        (["--worlds", "trade_shuffle"], "block_bootstrap"),
        (["--crises", "us_2021"], "parley stress windows us_stocks"),
        (["--crises", "us_2020,us_2020"], "twice"),
        (["--window", "crash:2015"], "2015-06-12:2015-08-31"),
        (["--window", "x:2020-02-01:2020-01-01"], "exchange them"),
        (["--profile", "risk=low"], "risk_tolerance=moderate"),
        (["--profile", "risk_tolerance=low"], "conservative, moderate"),
        (["--commission", "-0.1"], "from 0 up"),
        (["--cash", "much"], "--cash"),
        (["--start", "soon"], "--start"),
        (["--start", "2021-01-01", "--end", "2020-01-01"], "swap the days"),
        (["--pdf", "/nowhere/at/all.pdf"], "make its folder first"),
        (["--lang", "fr"], "lang"),
    ],
)
def test_a_wrong_option_is_exit_code_two(strategy_id: str, typed: list[str], sentence: str) -> None:
    shown = _stress("run", strategy_id, *typed)
    assert shown.exit_code == 2, shown.output
    assert sentence in shown.stderr
    assert "还没有压力测试" in _stress("list").stdout


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--trials", "1"], "10 to"),
        (["--goals", "sharp"], 'Did you mean "sharpe"?'),
        (["--pointer", "/nowhere"], "tunables"),
        (["--holdout", "0.9"], "0.1 to 0.5"),
        (["--grid", "1"], "2 to 1,000"),
        (["--deepest-drawdown", "0.2"], "-0.2"),
        (["--borrow-rate", "5"], "borrow"),
    ],
)
def test_a_wrong_option_of_a_search_is_exit_code_two(strategy_id: str, typed: list[str], sentence: str) -> None:
    shown = _stress("optimise", strategy_id, *typed)
    assert shown.exit_code == 2, shown.output
    assert sentence in shown.stderr


def test_what_is_not_there_is_said_with_what_to_do(strategy_id: str, tmp_path: Path) -> None:
    assert "list of yours" in _stress("run", NOBODY).stderr
    assert "parley stress list" in _stress("show", NOBODY).stderr
    assert "parley stress list" in _stress("resume", NOBODY).stderr
    file = tmp_path / "cross.json"
    named = _stress("run", str(file))
    assert (named.exit_code, "parley strategy save" in named.stderr) == (2, True)
    told = json.loads(_stress("run", NOBODY, "--json").stdout)
    assert told["error"]["code"] == "unknown_strategy"


def test_missing_data_are_exit_code_three_with_what_to_load(strategy_id: str) -> None:
    shown = _stress("run", strategy_id, "--start", "2030-01-01")
    assert shown.exit_code == 3
    assert "parley data sync DEMO5" in shown.stderr


def test_better_numbers_are_looked_for_and_told_with_their_luck(strategy_id: str) -> None:
    shown = _stress("optimise", strategy_id, "--trials", "20", "--fewest-trades", "1", "--lang", "en")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("Optimisation")
    [some_id] = set(re.findall(r"parley stress show (\S+)", shown.stdout))
    told = json.loads(_stress("show", some_id, "--json").stdout)
    assert all(operation["op"] for found in told["found"] for operation in found["patch"])


def test_a_grid_is_told_as_a_search_is(strategy_id: str) -> None:
    shown = _stress("optimise", strategy_id, "--grid", "2", "--fewest-trades", "1", "--json")
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout)
    assert told["sampler"] == "grid"
    assert told["counts"]["completed"] + told["counts"]["refused"] == told["counts"]["proposed"]


def test_a_search_that_was_stopped_is_gone_on_with(strategy_id: str) -> None:
    async def stopped() -> str:
        async def tell(done: float, _message: str) -> None:
            if done > 0.3:
                raise JobCancelled

        async with open_stress() as desk:
            asked = await desk.ask_search(SearchOptions(strategy=strategy_id, trials=64, fewest_trades=1))
            with pytest.raises(JobCancelled):
                await desk.run_search(asked, tell)
            assert await desk.searches.written_down(asked.id)
            return asked.id

    resumed = _stress("resume", asyncio.run(stopped()), "--json")
    assert resumed.exit_code == 0, resumed.output
    assert json.loads(resumed.stdout)["counts"]["distinct"] > 32


def test_the_crises_of_a_market_are_listed_in_both_languages() -> None:
    assert "股灾与熔断" in _stress("windows", "cn_stocks").stdout
    assert "Crash and circuit breakers" in _stress("windows", "cn_stocks", "--lang", "en").stdout
    told: Any = json.loads(_stress("windows", "crypto", "--json").stdout)
    assert told[0] == {
        "key": "crypto_2018",
        "name": {"zh": "加密寒冬", "en": "Crypto winter"},
        "start": "2017-12-17",
        "end": "2018-12-15",
    }
    wrong = _stress("windows", "cn_stock")
    assert (wrong.exit_code, 'Did you mean "cn_stocks"?' in wrong.stderr) == (2, True)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, apps.cli.main; print('HEAVY', *sorted({'numpy', 'optuna', 'fastapi', 'rich'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert ended.stdout.strip() == "HEAVY"


def test_a_notebook_stresses_a_strategy_in_two_lines(strategy_id: str) -> None:
    done = stress(strategy_id, language="en", paths=100, worlds="block_bootstrap", crises="us_2020", start="2019-01-01")
    assert done.verdict in ("pass", "revise", "reject")
    assert done.reasons[0]["ruling"] == done.verdict
    assert "Average cross" in done.html()
    assert done._repr_html_().startswith("<iframe")
