"""`parley data` as a person types it, on real files where they stand beside the checkout."""

import csv
import json
from pathlib import Path

import pytest

from tests.apps.cli.terminal import started, typed

REAL = Path(__file__).parents[3].parent / "shared" / "data"
FILES = {
    "cn_000001.SZ_daily.csv": "000001.SZ",
    "cn_000002.SZ_daily.csv": "000002.SZ",
    "crypto_ETH.csv": "ETH-USD",
    "us_AAPL_daily.csv": "AAPL",
    "us_NVDA_1999-2014_daily.csv": "NVDA",
    "us_YHOO_1996-2015_daily.csv": "YHOO",
    "index_2006_5min.csv": "ES=F",
}


@pytest.mark.skipif(not REAL.is_dir(), reason="the real files are not beside this checkout")
def test_each_real_file_imports_with_one_command_and_coverage_agrees_to_the_row(home: Path) -> None:
    for name, symbol in FILES.items():
        named = ["--symbol", symbol] if name.startswith("index") else []
        answer = typed("data", "import", str(REAL / name), *named, "--json")
        assert answer.returncode == 0, answer.stderr
        report = json.loads(answer.stdout)
        assert (report["rows_refused"], report["rows_repeated"]) == (0, 0)
    told = [entry["stored"] for entry in json.loads(typed("data", "coverage", "--json").stdout)]
    covered = {stored["symbol"]["text"]: stored for stored in told}
    for name, symbol in FILES.items():
        rows = list(csv.DictReader((REAL / name).read_text().splitlines()))
        assert covered[symbol]["rows"] == len(rows)
        if not name.startswith("index"):
            first, last = (next(iter(row.values()))[:10] for row in (rows[0], rows[-1]))
            assert (covered[symbol]["first"][:10], covered[symbol]["last"][:10]) == (first, last)


def test_bad_rows_are_listed_and_the_good_ones_taken(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "ZQA.csv"
    file.write_text("date,open,high,low,close,volume\n2024-01-02,1,2,1,2,5\n2024-01-03,1,0.5,1,2,5\nrubbish\n")
    report = json.loads(started("data", "import", str(file), "--json").stdout)
    assert (report["rows_read"], report["rows_taken"], report["rows_refused"]) == (3, 1, 2)
    assert [refusal["line"] for refusal in report["refusals"]] == [3, 4]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("import", "missing.csv"), "There is no file"),
        (("import", __file__), ""),
        (("coverage", "!!!"), "is not a symbol"),
        (("samples", "nothing"), "choose one of"),
        (("sync", "AAPL", "--since", "soon"), "write a day as"),
        (("sync", "AAPL", "--timeframe", "7m"), "is not a timeframe"),
    ],
)
def test_a_wrong_command_is_one_sentence_that_helps(home: Path, arguments: tuple[str, ...], says: str) -> None:
    answer = typed("data", *arguments)
    assert answer.returncode == 1
    assert says in " ".join((answer.stdout + answer.stderr).split())
    assert "Traceback" not in answer.stderr


def test_an_empty_store_teaches(home: Path) -> None:
    assert "parley data import FILE" in typed("data", "coverage").stdout
    assert "parley data sync SYMBOL" in typed("data", "search", "平安").stdout
    assert "zvt" in typed("data", "samples").stdout
