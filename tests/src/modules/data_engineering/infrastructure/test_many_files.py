"""Many files at once: what asks or fails does not hold up the others, and what died goes on where it was."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import UnansweredImport
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.inspect import BarInspection
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure import row_files
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileOptions, ImportWatch
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 11, 17, tzinfo=UTC)
PLAIN = FileOptions(ImportOptions())
GOOD = "date,open,high,low,close,volume\n" + "".join(f"2024-03-0{n},10,11,9,10,{n}00\n" for n in (4, 5, 6, 7))
UNCLEAR = GOOD.replace(",", ";").replace("10;11;9;10", "37,780;37,790;37,770;37,780")


class Desk(ImportWatch):
    """Gathers what fails, and answers with what it was given."""

    def __init__(self, given: Mapping[str, str] | None = None, dies_after: int | None = None) -> None:
        self.given = given or {}
        self.failures: list[tuple[str, ParleyError]] = []
        self.seen: list[str] = []
        self.before = 0
        self._dies_after = dies_after

    def progress(self, done: int, total: int, name: str) -> None:
        if self._dies_after is not None and done >= self._dies_after:
            raise KeyboardInterrupt
        self.seen.append(name)

    def failed(self, path: Path, error: ParleyError) -> None:
        self.failures.append((path.name, error))

    def answers(self, inspection: BarInspection) -> Mapping[str, str]:
        return self.given

    def resumed(self, files: int) -> None:
        self.before = files


@pytest.fixture
def data(database: Database, home: Path) -> DataEngineeringContainer:
    return DataEngineeringContainer(database, load_settings(), StoppedClock(NOW))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "files"
    inside.mkdir()
    for name in ("AA", "BB", "CC", "DD"):
        (inside / f"{name}.csv").write_text(GOOD)
    return inside


async def test_a_file_that_asks_and_one_that_is_no_table_do_not_hold_up_the_others(
    data: DataEngineeringContainer, folder: Path
) -> None:
    (folder / "BB.csv").write_text(UNCLEAR)
    (folder / "CC.csv").write_text("nothing,here\n1,2\n")
    desk = Desk()
    done = await data.row_files().load([folder], PLAIN, desk)
    assert [one.report.path.name for one in done] == ["AA.csv", "DD.csv"]
    assert [name for name, _ in desk.failures] == ["CC.csv", "BB.csv"]
    error = desk.failures[1][1]
    assert isinstance(error, UnansweredImport)
    assert "--answer decimal=comma" in error.message
    answered = await data.row_files().load([folder / "BB.csv"], PLAIN, Desk({"decimal": "comma"}))
    assert answered[0].rows_written == 4
    bars = await data.library().view(NOW).bars(parse_symbol("BB"))
    assert bars.columns.close.tolist() == [37.78] * 4


async def test_an_answer_that_leads_to_a_further_question_is_followed(
    data: DataEngineeringContainer, folder: Path
) -> None:
    file = folder.parent / "600000.SH.csv"
    file.write_text("date,open,high,low,close,volume\n01/02/14,10,11,9,10,1234567\n01/03/14,10,11,9,10,1234667\n")
    desk = Desk({"dates": "month/day/year", "volume": "lots"})
    (done,) = await data.row_files().load([file], PLAIN, desk)
    assert (desk.failures, done.rows_written) == ([], 2)
    bars = await data.library().view(NOW).bars(parse_symbol("600000.SH"))
    assert str(bars.columns.time[0])[:10] == "2014-01-02"
    assert bars.columns.volume[0] == 123_456_700


async def test_an_import_that_died_goes_on_where_it_was(
    data: DataEngineeringContainer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_files, "_BATCH", 1)
    with pytest.raises(KeyboardInterrupt):
        await data.row_files().load([folder], PLAIN, Desk(dies_after=3))
    again = Desk()
    done = await data.row_files().load([folder], PLAIN, again)
    assert again.before >= 2
    assert again.before + len(done) == 4
    for name in ("AA", "BB", "CC", "DD"):
        assert len(await data.library().view(NOW).bars(parse_symbol(name))) == 4
    once_more = Desk()
    assert len(await data.row_files().load([folder], PLAIN, once_more)) == 4  # what is done leaves no journal
    assert once_more.before == 0


async def test_an_archive_goes_in_like_a_folder_and_leaves_nothing_behind(
    data: DataEngineeringContainer, folder: Path, home: Path
) -> None:
    archive = folder.parent / "bars.zip"
    with ZipFile(archive, "w") as opened:
        for file in folder.iterdir():
            opened.write(file, file.name)
    done = await data.row_files().load([archive], PLAIN)
    assert sum(one.rows_written or 0 for one in done) == 16
    assert [path for path in (load_settings().home.home / "imports").rglob("*") if path.is_file()] == []


def _times(factor: float, extra: str = "") -> str:
    lines = [f"2024-03-0{n},{10 * factor},{11 * factor},{9 * factor},{10 * factor},{n}00" for n in (4, 5, 6, 7)]
    return "date,open,high,low,close,volume\n" + "\n".join(lines) + f"\n{extra}"


@pytest.mark.parametrize("preview", [True, False])
async def test_files_that_contradict_each_other_on_one_series_are_refused_behind_the_first(
    data: DataEngineeringContainer, tmp_path: Path, preview: bool
) -> None:
    names = {"AAPL.csv": 1.0, "AAPL_2.csv": 1.05, "AAPL.US.csv": 1.1, "MSFT.csv": 2.0}
    for name, factor in names.items():
        (tmp_path / name).write_text(_times(factor))
    desk = Desk()
    options = FileOptions(ImportOptions(), preview=preview)
    done = await data.row_files().load([tmp_path / name for name in names], options, desk)
    assert [one.report.path.name for one in done] == ["AAPL.csv", "MSFT.csv"]
    assert [name for name, _ in desk.failures] == ["AAPL_2.csv", "AAPL.US.csv"]
    assert "AAPL_2.csv and AAPL.csv hold different bars of AAPL: on 4 of 4" in desk.failures[0][1].message


async def test_a_second_file_that_repeats_the_first_and_goes_on_behind_it_is_taken(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    (tmp_path / "AAPL.csv").write_text(_times(1.0))
    (tmp_path / "AAPL_2.csv").write_text(_times(1.0, "2024-03-08,10,11,9,10,800\n"))
    done = await data.row_files().load([tmp_path / "AAPL.csv", tmp_path / "AAPL_2.csv"], PLAIN, Desk())
    assert len(done) == 2
    assert sum(one.rows_written or 0 for one in done) == 5


async def test_one_instrument_under_two_names_in_a_long_file_is_one_and_its_contradictions_are_refused_by_line(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    path = tmp_path / "all.csv"
    rows = [(name, n) for name in ("AAPL", "AAPL.US", "MSFT") for n in (4, 5)]
    lines = [f"{name},2024-03-0{n},10,11,9,{10.5 if name == 'AAPL.US' and n == 5 else 10},100" for name, n in rows]
    path.write_text("ticker,date,open,high,low,close,volume\n" + "\n".join(lines) + "\n")
    done = await data.row_files().load([path], PLAIN, Desk())
    reports = {str(one.report.symbol): one.report for one in done if isinstance(one.report, ImportReport)}
    assert set(reports) == {"AAPL", "MSFT"}
    assert [refusal.line for refusal in reports["AAPL"].refusals] == [5]
    assert reports["AAPL"].rows_repeated == 1
