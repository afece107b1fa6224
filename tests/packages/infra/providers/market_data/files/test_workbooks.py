"""Excel workbooks become tables like any other."""

from pathlib import Path

import pytest

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.files.archives import unpacked
from packages.infra.providers.market_data.files.workbooks import sheets_of
from tests.workbooks import workbook


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_one_sheet_is_a_table_under_the_name_of_the_workbook(tmp_path: Path) -> None:
    book = written(tmp_path / "AAPL.xlsx", workbook({"Sheet1": [["date", "close"], ["2024-01-02", 12.0]], "Empty": []}))
    (table,) = sheets_of(book, tmp_path / "out")
    assert (table.name, table.read_text()) == ("AAPL.csv", "date,close\n2024-01-02,12\n")


def test_several_sheets_are_tables_under_their_own_names(tmp_path: Path) -> None:
    rows: list[list[str | float]] = [["date", "close"], ["2024-01-02", 0.1]]
    book = written(tmp_path / "all.xlsx", workbook({"AAPL": rows, "../MSFT": rows}))
    assert [table.name for table in unpacked(book, tmp_path / "out")] == ["AAPL.csv", "_MSFT.csv"]


@pytest.mark.parametrize("last", ["XFD1048576", "A1048577", "ZZZ9999999"])
def test_a_cell_far_away_is_refused_before_it_is_laid_out(tmp_path: Path, last: str) -> None:
    book = written(tmp_path / "far.xlsx", workbook({"Sheet": [["date"] + ["x"] * 25]}, last=last))
    with pytest.raises(BadRows, match="20 million cells"):
        list(sheets_of(book, tmp_path / "out"))


def test_a_workbook_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRows, match="no rows"):
        list(sheets_of(written(tmp_path / "none.xlsx", workbook({"Sheet": []})), tmp_path / "out"))
