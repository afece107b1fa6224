"""Files and folders that a person has, whatever rows they hold: looked at off the event loop, then stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio.to_thread

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.inspect import BarInspection, preview_of
from packages.infra.providers.market_data.bars.questions import refuse_unanswered
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.files.archives import (
    MOST_UNPACKED,
    PACKED_SUFFIXES,
    TABLE_SUFFIXES,
    remove_unpacked,
    unpacked,
)
from packages.infra.providers.market_data.files.import_rows import RowsReport, kind_of_path, read_rows
from packages.infra.providers.market_data.files.kinds import FileKind
from packages.infra.providers.market_data.files.reading import RowOptions
from packages.infra.providers.market_data.rows.market_rows import SqlMarketRows
from src.modules.data_engineering.infrastructure.bar_files import BarFiles, BarOutcome, ImportOptions
from src.modules.data_engineering.infrastructure.import_journal import ImportJournal

FileReport = ImportReport | RowsReport
_BATCH = 100
_IN_FOLDERS = (*TABLE_SUFFIXES, ".zip")
_SAID_OF_ROWS = ("symbol", "source", "currency", "span", "kind")
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

    def said_of(self, path: Path, what: str) -> str | None:
        """Of one file, or of all."""
        own = self.bars if what in ("symbol", "source") else self
        general: str | None = getattr(own, what) or self.bars.answers.get(what)
        return self.bars.by_file.get(path.name, {}).get(what, general)


@dataclass(frozen=True, slots=True)
class FileImport:
    """What one file came to; `rows_written` were new to the store, None where nothing was to be stored; a preview of
    bars has its `inspection`."""

    report: FileReport
    rows_written: int | None
    inspection: BarInspection | None = None


class ImportWatch:
    """Whoever stands by while files go in; this one has no answers and stops at the first file that fails."""

    def progress(self, done: int, total: int, name: str) -> None:
        """`done` of `total` files are in; `name` is next."""

    def failed(self, path: Path, error: ParleyError) -> None:
        """A file that was not stored. Whoever returns continues with the next."""
        raise error

    def resumed(self, files: int) -> None:
        """So many files were stored before an import of the same was killed."""

    def answers(self, inspection: BarInspection) -> Mapping[str, str]:
        """To the open questions of a file; none: it is not stored."""
        return {}


@dataclass(frozen=True, slots=True)
class RowFiles:
    """Imports files of any kind that their columns show. `folder` holds the journal of an import that is under
    way, and what is unpacked of archives, each to `most_unpacked` bytes."""

    bar_files: BarFiles
    rows: SqlMarketRows
    clock: Clock
    folder: Path
    most_unpacked: int = MOST_UNPACKED

    async def load(
        self, paths: Sequence[Path], options: FileOptions, watch: ImportWatch | None = None
    ) -> list[FileImport]:
        """Rows that name companies first, then the others, then bars."""
        if options.span is not None and options.span not in _SPANS:
            raise BadRows("market_data.bad_span")
        watch = watch or ImportWatch()
        journal = ImportJournal.open(self.folder, paths, options)
        files = await anyio.to_thread.run_sync(partial(self._sorted, paths, options, watch))
        left = [(path, kind) for path, kind in files if options.preview or not journal.has(path)]
        watch.resumed(len(files) - len(left))
        done = await self._all_rows([path for path, kind in left if kind is not FileKind.BARS], options, watch)
        bars = BarImport(self.bar_files, options, watch, journal)
        done += await bars.load([path for path, kind in left if kind is FileKind.BARS])
        journal.finish()
        for path in paths:
            if path.suffix.lower() in PACKED_SUFFIXES and path.is_file():
                await anyio.to_thread.run_sync(remove_unpacked, path, self.folder)
        return done

    async def _all_rows(self, paths: Sequence[Path], options: FileOptions, watch: ImportWatch) -> list[FileImport]:
        done: list[FileImport] = []
        for place, path in enumerate(paths):
            watch.progress(place, len(paths), path.name)
            try:
                done.append(await self._rows(path, options))
            except ParleyError as error:
                watch.failed(path, error)
        return done

    async def _rows(self, path: Path, options: FileOptions) -> FileImport:
        now = self.clock.now()
        symbol, source, currency, span, kind = (options.said_of(path, what) for what in _SAID_OF_ROWS)
        if span is not None and span not in _SPANS:
            raise BadRows("market_data.bad_span")
        answers = options.bars.asked_of(path)
        read = RowOptions(symbol, source or "import", currency, span, answers)
        report = await anyio.to_thread.run_sync(partial(read_rows, path, read, now, kind))
        if not options.preview:
            refuse_unanswered(path, answers, report.choices, source)
        written = None if options.preview else await self.rows.add(report.rows, now)
        return FileImport(report, written)

    def _sorted(self, paths: Sequence[Path], options: FileOptions, watch: ImportWatch) -> list[tuple[Path, FileKind]]:
        """Every table, and what it holds; names come first."""
        found: list[tuple[Path, FileKind]] = []
        for path in self._tables(paths, watch):
            try:
                found.append((path, kind_of_path(path, options.said_of(path, "kind"))))
            except ParleyError as error:
                watch.failed(path, error)
        return sorted(found, key=lambda one: _ORDER.index(one[1]) if one[1] in _ORDER else len(_ORDER))

    def _tables(self, paths: Sequence[Path], watch: ImportWatch) -> Iterator[Path]:
        """An archive or a workbook stands for the tables in it, by name."""
        for path in _files(paths):
            if path.suffix.lower() not in PACKED_SUFFIXES or not path.is_file():
                yield path
                continue
            try:
                yield from list(unpacked(path, self.folder, self.most_unpacked))
            except ParleyError as error:
                watch.failed(path, error)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """A folder stands for the files in it, by name; folders inside it are left alone."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(one for one in path.iterdir() if one.is_file() and one.suffix.lower() in _IN_FOLDERS)
        if not inside:
            raise BadRows("market_data.no_files", path=path)
        yield from inside


@dataclass(slots=True)
class BarImport:
    """Files of bars on their way in: stored as they are read, named in batches, each batch then in the journal."""

    files: BarFiles
    options: FileOptions
    watch: ImportWatch
    journal: ImportJournal
    _waiting: list[ImportReport] = field(default_factory=list)

    async def load(self, paths: Sequence[Path]) -> list[FileImport]:
        done: list[FileImport] = []
        outcomes = self.files.outcomes(paths, self.options.bars, preview=self.options.preview)
        seen: dict[Path, bool] = {}
        try:
            while (outcome := await anyio.to_thread.run_sync(next, outcomes, None)) is not None:
                if outcome.path not in seen:
                    self.watch.progress(len(seen), len(paths), outcome.path.name)
                    await self._keep(seen, at_least=_BATCH)
                try:
                    done.append(await self._settled(outcome))
                    seen.setdefault(outcome.path, True)
                except ParleyError as error:
                    seen[outcome.path] = False
                    self.watch.failed(outcome.path, error)
        finally:
            await self._keep(seen, at_least=0)
        return done

    async def _settled(self, outcome: BarOutcome) -> FileImport:
        if outcome.error is not None:
            raise outcome.error
        report, inspection = outcome.report, outcome.inspection
        if inspection is not None:
            if self.options.preview:
                return FileImport(preview_of(inspection), None, inspection)
            inspection = await self._asked(inspection)
            report = await anyio.to_thread.run_sync(self.files.confirm, inspection, self.options.bars)
        if report is None:
            raise BadRows("market_data.no_rows", path=outcome.path.name)
        self._waiting.append(report)
        return FileImport(report, report.rows_written)

    async def _asked(self, inspection: BarInspection) -> BarInspection:
        """With all answers that are given; one may lead to a further question."""
        given: dict[str, str] = {}
        while any(guess.what not in given for guess in inspection.questions):
            answers = self.watch.answers(inspection)
            if set(answers) <= set(given):
                break
            given |= answers
            inspection = await anyio.to_thread.run_sync(self.files.answered, inspection, given)
        return inspection

    async def _keep(self, seen: Mapping[Path, bool], at_least: int) -> None:
        """`seen`: each file, and whether all of it is stored."""
        if len(self._waiting) < at_least:
            return
        if self._waiting:
            await self.files.keep_rows(*self._waiting)
            self._waiting.clear()
        if not self.options.preview:
            self.journal.add(path for path, whole in seen.items() if whole and not self.journal.has(path))
