"""Commands on an instrument without data: a person is asked whether to fetch it, a program is told what to call."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.apps.cli.terminal import forked_off, typed
from tests.packages.domain.backtest.asking import document
from tests.servers.vendor_server import TICKER, vendor_server

TECHNICAL = ("--experts", "technical", "--lang", "en")
DAYS = ("--from", "2024-01-05", "--to", "2024-03-01", "--lang", "en")
WITHOUT_KEY = {"PARLEY_SOURCES": "tiingo", "TIINGO_API_KEY": ""}


@pytest.fixture
def vendor(migrated_home: Path) -> Iterator[dict[str, str]]:
    with vendor_server() as server:
        yield {"PARLEY_SOURCES": "tiingo", "TIINGO_API_KEY": "the-key", "PARLEY_TIINGO_URL": server.url}


def test_a_person_is_asked_and_research_goes_on_with_what_was_fetched(vendor: dict[str, str]) -> None:
    shown = typed("research", TICKER, *TECHNICAL, answers="y\n", **vendor)
    assert shown.returncode == 0, shown.stderr
    assert f"No data for {TICKER} yet." in shown.stderr
    assert "Sources, in this order: tiingo." in shown.stderr
    assert "Technical analyst" in shown.stdout
    again = typed("research", TICKER, *TECHNICAL, **vendor)
    assert (again.returncode, "No data" in again.stderr) == (0, False)


def test_who_declines_is_told_how_to_load_it(vendor: dict[str, str]) -> None:
    shown = typed("research", TICKER, *TECHNICAL, answers="n\n", **vendor)
    assert (shown.returncode, shown.stdout.strip()) == (2, "")
    assert f"parley data sync {TICKER}" in shown.stderr


def test_what_may_be_several_is_asked_before_it_is_fetched(vendor: dict[str, str]) -> None:
    shown = typed("research", "VOD", *TECHNICAL, answers="2\nn\n", **vendor)
    assert "1. VOD.L · Vodafone (London)" in shown.stderr
    assert "2. VOD · Vodafone (ADR)" in shown.stderr
    assert "No data for VOD yet." in shown.stderr
    refused = typed("research", "VOD", *TECHNICAL, **vendor)
    assert refused.returncode == 2
    assert "Say which one you mean" in refused.stderr


@pytest.mark.parametrize("command", [("research",), ("debate",), ("judge",), ("walkback", *DAYS)])
def test_a_program_is_told_the_command(command: tuple[str, ...], vendor: dict[str, str]) -> None:
    name, *options = command
    shown = typed(name, TICKER, *options, "--json", **vendor)
    error = json.loads(shown.stdout)["error"]
    assert (shown.returncode, error["code"]) == (2, "unknown_symbol")
    assert error["details"]["next"] == [{"command": f"parley data sync {TICKER}"}]
    assert f"`parley data sync {TICKER}`" in error["message"]


def test_a_backtest_is_run_when_its_bars_were_fetched(vendor: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    file.write_text(json.dumps(document(TICKER)), "utf-8")
    refused = typed("backtest", str(file), "--json", **vendor)
    assert refused.returncode == 3
    assert json.loads(refused.stdout)["error"]["details"]["next"] == [{"command": f"parley data sync {TICKER}"}]
    shown = typed("backtest", str(file), "--lang", "en", answers="y\n", **vendor)
    assert shown.returncode == 0, shown.stderr
    assert f"{TICKER}: " in shown.stderr


def test_without_a_key_the_source_is_named_and_a_file_can_be_imported(migrated_home: Path) -> None:
    shown = forked_off("research", "贵州茅台", "--json", **WITHOUT_KEY)
    error = json.loads(shown.stdout)["error"]
    assert (shown.returncode, error["code"]) == (2, "no_source_ready")
    assert error["details"]["next"] == [{"command": "parley data import FILE --symbol 600519.SH"}]
    american = typed("research", TICKER, *TECHNICAL, answers="y\n", **WITHOUT_KEY)
    assert american.returncode == 2
    assert "tiingo needs TIINGO_API_KEY" in american.stderr
    assert f"parley data import FILE --symbol {TICKER}" in american.stderr


def test_a_source_of_adjusted_prices_alone_cannot_feed_research(migrated_home: Path) -> None:
    stooq = {"PARLEY_SOURCES": "stooq", "PARLEY_STOOQ_URL": "http://127.0.0.1:9"}
    shown = typed("research", TICKER, *TECHNICAL, answers="y\n", **stooq)
    assert shown.returncode == 2
    assert "stooq has adjusted prices only; they serve charts and backtests, not research" in shown.stderr


def test_a_fetch_in_vain_names_the_source_and_the_import(vendor: dict[str, str]) -> None:
    shown = typed("research", "ZQXB", *TECHNICAL, answers="y\n", **vendor)
    assert shown.returncode == 2
    assert "Tiingo has nothing of ZQXB." in shown.stderr
    assert "parley data import FILE --symbol ZQXB" in shown.stderr


def test_a_demo_company_is_researched_in_a_new_home(migrated_home: Path) -> None:
    shown = typed("research", "DEMO1.SZ", *TECHNICAL, PARLEY_DEMO_DATA="true")
    assert shown.returncode == 0, shown.stderr
    assert "of fictional companies (source: demo)." in shown.stderr
    assert "Technical analyst" in shown.stdout
    again = typed("research", "DEMO1.SZ", *TECHNICAL, "--json", PARLEY_DEMO_DATA="true")
    assert (again.returncode, again.stderr) == (0, "")


@pytest.mark.parametrize("setting", ["PARLEY_DEMO", "PARLEY_DEMO_DATA"])
def test_who_wants_no_demo_market_gets_none(setting: str, migrated_home: Path) -> None:
    wanted = {"PARLEY_DEMO_DATA": "true"} | {setting: "false"}
    shown = typed("research", "DEMO1.SZ", *TECHNICAL, **wanted)
    assert shown.returncode == 2
    assert "fictional companies (source: demo)" not in shown.stderr


@pytest.mark.usefixtures("migrated_home")
def test_bars_that_end_long_ago_are_told_with_the_command_that_looks_back_from_there(tmp_path: Path) -> None:
    days = [date(2024, 3, 1) + timedelta(days=step) for step in range(90)]
    rows = [f"{day},10,11,9,10,1000" for day in days if day.weekday() < 5]
    (tmp_path / "ZQXA.csv").write_text("\n".join(["date,open,high,low,close,volume", *rows]), "utf-8")
    last = rows[-1][:10]
    assert typed("data", "import", str(tmp_path / "ZQXA.csv")).returncode == 0
    shown = typed("research", "ZQXA", *TECHNICAL)
    assert shown.returncode == 2
    assert f"Research as of the last day with data: parley research ZQXA --date {last}" in shown.stdout
    assert typed("research", "ZQXA", *TECHNICAL, "--date", last).returncode == 0
