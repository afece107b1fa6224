"""Storing an import: a job that died is run again under the same instant, and uploads that nobody confirms go."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import UnknownImport
from packages.domain.work.jobs import JobCall
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.files.archives import TABLE_SUFFIXES
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord, ImportStatus
from src.modules.data_engineering.infrastructure.imports.service import TAKEN, DataImports
from src.modules.data_engineering.infrastructure.imports.staging import safe_name
from src.modules.data_engineering.infrastructure.row_files import FileOptions, ImportWatch
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs

NOW = datetime(2026, 11, 17, tzinfo=UTC)
BARS = b"date,open,high,low,close,volume\n" + b"".join(b"2024-03-0%d,10,11,9,10,%d00\n" % (n, n) for n in (4, 5, 6, 7))


class Silent:
    async def report(self, fraction: float, message: str = "") -> None:
        """Nobody watches."""


class Dying(ImportWatch):
    def progress(self, done: int, total: int, name: str) -> None:
        if done:
            raise KeyboardInterrupt


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(NOW)


@pytest.fixture
def data(database: Database, home: Path, clock: StoppedClock) -> DataEngineeringContainer:
    return DataEngineeringContainer(database, load_settings(), clock)


@pytest.fixture
def imports(data: DataEngineeringContainer) -> DataImports:
    return data.imports(InMemoryJobs(SystemClock(), InMemoryEventLog(), {}))


async def begun(imports: DataImports, data: DataEngineeringContainer) -> ImportRecord:
    """Confirmed, and not stored yet."""
    record = await imports.stage("owner", [(f"{name}.csv", io.BytesIO(BARS)) for name in ("AA", "BB")])
    changes = {"status": ImportStatus.STORING, "confirmed_at": NOW}
    return data.staging().save(record.model_copy(update=changes))


def call(record: ImportRecord) -> JobCall:
    return JobCall("job", record.owner_id, {"import_id": record.id}, Silent())


async def test_a_job_that_is_run_again_stores_nothing_twice_and_is_undone_whole(
    imports: DataImports, data: DataEngineeringContainer, clock: StoppedClock
) -> None:
    record = await begun(imports, data)
    paths = data.staging().files(record)
    await data.import_storing().files(record).load(paths[:1], FileOptions(ImportOptions()))  # then it died
    clock.move(hours=1)
    done = await data.store_import(call(record))
    assert (done["status"], done["instruments"]) == ("stored", 2)
    assert [entry.stored.rows for entry in await data.library().coverage()] == [4, 4]
    assert await data.store_import(call(record)) == done
    undone = await data.undo_import(data.staging().find("owner", record.id))
    assert undone.status is ImportStatus.UNDONE
    assert await data.library().coverage() == []


async def test_an_import_of_the_terminal_that_died_goes_on_and_is_undone_as_one(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    for name in ("AA", "BB"):
        (tmp_path / f"{name}.csv").write_bytes(BARS)
    paths, options = [tmp_path / "AA.csv", tmp_path / "BB.csv"], FileOptions(ImportOptions())
    with pytest.raises(KeyboardInterrupt):
        await data.import_storing().here(paths, options, Dying())
    (died,) = data.staging().all(LOCAL_OWNER_ID)
    assert (died.status, data.staging().can_undo(died)) == (ImportStatus.STORING, True)
    await data.import_storing().here(paths, options)
    (record,) = data.staging().all(LOCAL_OWNER_ID)
    assert (record.id, record.status) == (died.id, ImportStatus.STORED)
    await data.undo_import(record)
    assert await data.library().coverage() == []


async def test_an_import_that_changed_nothing_leaves_nothing_to_undo(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    (tmp_path / "AA.csv").write_bytes(b"nothing,here\n1,2\n")
    watch = type("Quiet", (ImportWatch,), {"failed": lambda *_: None})()
    await data.import_storing().here([tmp_path / "AA.csv"], FileOptions(ImportOptions()), watch)
    assert data.staging().all(LOCAL_OWNER_ID) == []


async def test_an_upload_that_nobody_confirms_is_forgotten_after_a_day(
    imports: DataImports, clock: StoppedClock, home: Path
) -> None:
    record = await imports.stage("owner", [("AA.csv", io.BytesIO(BARS))])
    clock.move(hours=23)
    assert len(await imports.page("owner")) == 1
    clock.move(hours=2)
    assert await imports.page("owner") == []
    with pytest.raises(UnknownImport):
        await imports.find("owner", record.id)
    assert not [path for path in (home / "uploads").rglob("*") if path.is_file()]


@pytest.mark.parametrize("wrong", ["..", "../../etc", "x", "0" * 36, "00000000-0000-0000-0000-000000000000/.."])
async def test_an_id_that_is_none_leads_nowhere(imports: DataImports, wrong: str) -> None:
    with pytest.raises(UnknownImport):
        await imports.find("owner", wrong)


def test_a_name_is_made_safe_and_kept_apart() -> None:
    taken: set[str] = set()
    sent = ("../a.csv", "A.csv", "c:\\x\\a.csv", "\x1b[31m.csv", "...", "深发展.csv", f"{'long' * 99}.csv")
    names = [safe_name(name, taken) for name in sent]
    assert names[:4] == ["a.csv", "A (2).csv", "a (3).csv", "_[31m.csv".replace("[", "_")]
    assert (names[4], names[5], len(names[6])) == ("file", "深发展.csv", 104)


def test_an_upload_takes_what_the_terminal_takes() -> None:
    assert set(TAKEN) == {*TABLE_SUFFIXES, ".zip"}
