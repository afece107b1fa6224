"""`parley data import` on a file that can be read in two ways."""

import json
from pathlib import Path

import pytest

from tests.apps.cli.terminal import typed

UNCLEAR = "date;open;high;low;close;volume\n" + "".join(
    f"2024-03-0{n};37,780;37,790;37,770;37,780;{n}00\n" for n in (4, 5, 6, 7)
)


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    path = tmp_path / "AAPL.csv"
    path.write_text(UNCLEAR)
    return path


def test_without_an_answer_nothing_is_stored_and_the_command_is_said(file: Path) -> None:
    answer = typed("data", "import", str(file))
    assert answer.returncode == 1
    assert f"parley data import {file} --answer decimal=comma" in answer.stderr
    assert json.loads(typed("data", "coverage", "--json").stdout or "[]") == []
    told = json.loads(typed("data", "import", str(file), "--json").stdout)["error"]
    assert told["code"] == "unanswered_import"
    (guess,) = told["details"]["guesses"]
    assert (guess["what"], guess["value"], guess["alternatives"]) == ("decimal", "comma", ["point"])


def test_an_answer_stores_it(file: Path) -> None:
    report = json.loads(typed("data", "import", str(file), "--answer", "decimal=comma", "--json").stdout)
    assert report["rows_written"] == 4
    assert any("as you said" in sentence for sentence in report["guesses"])


def test_a_preview_shows_the_question(file: Path) -> None:
    seen = typed("data", "import", str(file), "--preview")
    assert "37780 or 37.780" in " ".join(seen.stdout.split())
    assert "nothing was stored" in " ".join(seen.stdout.split())


@pytest.mark.parametrize(("answer", "says"), [("decimal", "what=value"), ("decimal=both", "point, comma")])
def test_an_answer_that_is_none_is_refused(file: Path, answer: str, says: str) -> None:
    told = typed("data", "import", str(file), "--answer", answer)
    assert told.returncode != 0
    assert says in told.stderr + told.stdout


def test_the_question_is_asked_in_chinese(file: Path) -> None:
    told = typed("data", "import", str(file), LANG="zh_CN.UTF-8")
    assert "没有保存" in told.stderr
    assert "可能是 37780，也可能是 37.780" in told.stderr
