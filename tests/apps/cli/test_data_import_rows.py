"""`parley data import` on files that hold no bars, as a person types it."""

import json
from pathlib import Path

from tests.apps.cli.terminal import typed

STATEMENTS = "代码,报告期,公告日期,营业收入(亿元),净利润(亿元),备注\nDEMO1.SZ,2023/12/31,20240330,120,11,x\n"


def test_a_file_of_statements_is_recognised_previewed_and_imported(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "报表.csv"
    file.write_bytes(STATEMENTS.encode("gb18030"))
    seen = typed("data", "import", str(file), "--preview")
    assert "nothing was stored" in " ".join(seen.stdout.split())
    assert "financial statements" in seen.stdout
    report = json.loads(typed("data", "import", str(file), "--json").stdout)
    assert (report["kind"], report["rows_read"], report["rows_written"]) == ("statements", 2, 2)
    assert report["rows"] == {"FinancialFact": 2}
    assert any("备注" in sentence for sentence in report["left_out"])


def test_a_file_of_unknown_columns_is_one_sentence_that_helps(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a,b\n1,2\n")
    answer = typed("data", "import", str(file))
    assert answer.returncode == 1
    assert "--kind" in answer.stdout + answer.stderr


def test_the_unit_of_a_statement_is_said_with_the_option_that_changes_it(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "报表.csv"
    file.write_text(STATEMENTS)
    assert "--answer unit:100_millions=" in "".join(typed("data", "import", str(file), "--preview").stdout.split("\n"))
    for option in (("--unit", "10_thousands"), ("--answer", "unit:100_millions=10_thousands")):
        report = json.loads(typed("data", "import", str(file), *option, "--preview", "--json").stdout)
        choices = {choice["what"]: choice["value"] for choice in report["choices"]}
        assert choices["unit:100_millions"] == "10_thousands"
    refused = typed("data", "import", str(file), "--unit", "dozens")
    assert refused.returncode == 1
    assert "100_millions" in refused.stdout + refused.stderr


def test_a_question_about_a_statement_stops_the_import_and_gives_the_command(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "statements.csv"
    file.write_text(
        "(In thousands)\nsymbol,period_end,filed,revenue,shares outstanding\nDEMO5,2024-03-31,2024-05-01,1,2\n"
    )
    refused = typed("data", "import", str(file))
    assert refused.returncode == 1
    assert "--answer share_unit:thousands=thousands" in " ".join((refused.stdout + refused.stderr).split())
    report = json.loads(typed("data", "import", str(file), "--answer", "share_unit=ones", "--json").stdout)
    assert report["rows_written"] == 2
