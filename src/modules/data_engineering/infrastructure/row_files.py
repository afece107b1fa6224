"""Files and folders that a person has, whatever rows they hold: looked at off the event loop, then stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio.to_thread

from packages.core.clock import Clock
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.files.bars_of_many import import_each, is_for_each
from packages.infra.providers.market_data.files.import_rows import RowsReport, kind_of_path, read_rows
from packages.infra.providers.market_data.files.kinds import FileKind
from packages.infra.providers.market_data.files.reading import RowOptions
from packages.infra.providers.market_data.files.tables import READABLE
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.infrastructure.bar_files import BarFiles, ImportOptions

FileReport = ImportReport | RowsReport
_SPANS = ("quarter", "year", "ytd")
# Names before bars: an instrument that a file names is not named by its symbol alone.
_ORDER = (FileKind.COMPANIES, FileKind.STATEMENTS)


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What the person said of all the files; `bars` concerns files of bars alone. `preview`: nothing is stored."""

    bars: ImportOptions
    kind: str | None = None
    currency: str | None = None
    span: str | None = None
    preview: bool = False


@dataclass(frozen=True, slots=True)
class FileImport:
    """What one file came to; `rows_written` were new to the store, None where nothing was to be stored."""

    report: FileReport
    rows_written: int | None


@dataclass(frozen=True, slots=True)
class RowFiles:
    """Imports files of any kind that is told by their columns."""

    bar_files: BarFiles
    rows: SqlMarketRows
    clock: Clock

    async def load(self, paths: Sequence[Path], options: FileOptions) -> list[FileImport]:
        if options.span is not None and options.span not in _SPANS:
            raise BadRows("market_data.bad_span")
        done: list[FileImport] = []
        for path, kind in await anyio.to_thread.run_sync(_sorted_files, paths, options.kind):
            if kind is FileKind.BARS:
                done += await self._bars(path, options)
            else:
                done.append(await self._rows(path, options))
        return done

    async def _rows(self, path: Path, options: FileOptions) -> FileImport:
        now, asked = self.clock.now(), options.bars
        read = RowOptions(asked.symbol, asked.source or "import", options.currency, options.span)
        report = await anyio.to_thread.run_sync(partial(read_rows, path, read, now, options.kind))
        written = None if options.preview else await self.rows.add(report.rows, now)
        return FileImport(report, written)

    async def _bars(self, path: Path, options: FileOptions) -> list[FileImport]:
        if not options.preview:
            reports = await anyio.to_thread.run_sync(_read_bars, self.bar_files, path, options.bars)
            for report in reports:
                await self.bar_files.keep_rows(report)
            return [FileImport(report, report.rows_written) for report in reports]
        with TemporaryDirectory(prefix="parley-preview-") as folder:
            trial = replace(self.bar_files, bars=ParquetBars(Path(folder)))
            reports = await anyio.to_thread.run_sync(_read_bars, trial, path, options.bars)
            return [FileImport(report, None) for report in reports]


def _read_bars(files: BarFiles, path: Path, asked: ImportOptions) -> list[ImportReport]:
    if is_for_each(path) and asked.symbol is None:
        return list(import_each(path, partial(files.read_one, asked)))
    return [files.read_one(asked, path, asked.symbol)]


def _sorted_files(paths: Sequence[Path], asked: str | None) -> list[tuple[Path, FileKind]]:
    found = [(path, kind_of_path(path, asked)) for path in _files(paths)]
    return sorted(found, key=lambda one: _ORDER.index(one[1]) if one[1] in _ORDER else len(_ORDER))


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """A folder stands for the tables in it, by name; folders inside it are left alone."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(one for one in path.iterdir() if one.is_file() and one.suffix.lower() in READABLE)
        if not inside:
            raise BadRows("market_data.no_files", path=path)
        yield from inside
