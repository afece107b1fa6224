"""The files of an import read as its answers say; a look at them stores nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from anyio.to_thread import run_sync

from packages.core.errors import ParleyError
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.imports.looking import Looking
from src.modules.data_engineering.infrastructure.imports.parquet_size import refuse_long_parquet
from src.modules.data_engineering.infrastructure.imports.record import ImportLook, ImportRecord
from src.modules.data_engineering.infrastructure.imports.staging import Staging
from src.modules.data_engineering.infrastructure.row_files import FileOptions, ImportWatch, RowFiles

_ROW_ANSWERS = ("kind", "currency", "span")


@dataclass(frozen=True, slots=True)
class ImportReading:
    """`files` gives the reader of an import."""

    staging: Staging
    files: Callable[[ImportRecord], RowFiles]

    async def look(self, record: ImportRecord) -> ImportLook:
        paths, watch = self.staging.files(record), GatheringWatch()
        for path in paths:
            await run_sync(refuse_long_parquet, path)
        done = await self.files(record).load(paths, options_of(record.answers, preview=True), watch)
        return await run_sync(Looking(record.answers, record.look).finish, done, watch.failures)


@dataclass(slots=True)
class GatheringWatch(ImportWatch):
    """Gathers what fails, and continues; `at` is the file that is being read."""

    failures: list[tuple[Path, ParleyError]] = field(default_factory=list)
    at: tuple[int, int, str] | None = None

    def progress(self, done: int, total: int, name: str) -> None:
        self.at = (done, total, name)

    def failed(self, path: Path, error: ParleyError) -> None:
        self.failures.append((path, error))


def options_of(answers: Mapping[str, str], *, preview: bool = False) -> FileOptions:
    """`symbol` answers for all files, `AAPL.csv/symbol` for one."""
    general: dict[str, str] = {}
    by_file: dict[str, dict[str, str]] = {}
    for key, value in answers.items():
        file, _, what = key.rpartition("/")
        (by_file.setdefault(file, {}) if file else general)[what] = value
    rows = {what: general.get(what) for what in _ROW_ANSWERS}
    bars = ImportOptions(symbol=general.get("symbol"), source=general.get("source"), answers=general, by_file=by_file)
    return FileOptions(bars, **rows, preview=preview)
