"""The storing of an import: by its job after a confirmation, or in the terminal, where somebody sits by."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from anyio.to_thread import run_sync

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Sentence, message
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import BadRows, UnknownImport
from packages.domain.work.jobs import JobCall
from packages.infra.providers.market_data.bars.report import ImportReport
from src.modules.data_engineering.infrastructure.import_journal import journal_key
from src.modules.data_engineering.infrastructure.imports.reading import GatheringWatch, options_of
from src.modules.data_engineering.infrastructure.imports.record import (
    ImportRecord,
    ImportStatus,
    StoredCounts,
    UploadedFile,
)
from src.modules.data_engineering.infrastructure.imports.staging import Staging
from src.modules.data_engineering.infrastructure.row_files import FileImport, FileOptions, ImportWatch, RowFiles

_MOST_FILES_NAMED = 100
_MOST_SYMBOLS = 5_000
_LOOK_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class ImportStoring:
    """`files` gives a reader that keeps what was there before."""

    staging: Staging
    files: Callable[[ImportRecord], RowFiles]
    clock: Clock

    async def handle(self, call: JobCall) -> JsonObject:
        """The handler of the job: run again after a crash, it stores what is left, under the same instant."""
        record = await self._wanted(call)
        if record is None:
            return {"import_id": str(call.payload["import_id"]), "status": "gone"}
        if record.status is ImportStatus.STORING:
            try:
                done = await self._stored(record, call)
            except ParleyError as error:
                failed = {"status": ImportStatus.FAILED, "error": error.message}
                await run_sync(self.staging.save, record.model_copy(update=failed))
                raise
            record = await run_sync(self._finished, record, done)
        counts = record.stored.model_dump() if record.stored is not None else {}
        return {"import_id": record.id, "status": record.status.value, **counts}

    async def here(
        self, paths: Sequence[Path], options: FileOptions, watch: ImportWatch | None = None
    ) -> list[FileImport]:
        """In the terminal. An import of the same files that was killed goes on, also as what can be undone."""
        record = await run_sync(self._begun, paths, options)
        done = await self.files(record).load(paths, options, watch)
        if await run_sync(self.staging.can_undo, record):
            await run_sync(self._finished, record, done)
        else:
            await run_sync(self.staging.remove, record)
        return done

    async def _wanted(self, call: JobCall) -> ImportRecord | None:
        try:
            return await run_sync(self.staging.find, call.owner_id, str(call.payload["import_id"]))
        except UnknownImport:
            return None

    async def _stored(self, record: ImportRecord, call: JobCall) -> list[FileImport]:
        watch = GatheringWatch()
        reader = self.files(record).load(self.staging.files(record), options_of(record.answers), watch)
        done = await _followed(asyncio.ensure_future(reader), watch, call)
        if not done:
            raise watch.failures[0][1] if watch.failures else BadRows("market_data.import_empty")
        return done

    def _begun(self, paths: Sequence[Path], options: FileOptions) -> ImportRecord:
        key, now = journal_key(paths, options), self.clock.now()
        self.staging.sweep(LOCAL_OWNER_ID, now)
        for record in self.staging.all(LOCAL_OWNER_ID):
            if record.resumes == key and record.status is ImportStatus.STORING:
                return record
        named = [UploadedFile(name=path.name, size=path.stat().st_size) for path in paths if path.exists()]
        return self.staging.save(
            ImportRecord(
                id=Ids(self.clock).new(),
                owner_id=LOCAL_OWNER_ID,
                origin="terminal",
                status=ImportStatus.STORING,
                uploads=named[:_MOST_FILES_NAMED],
                created_at=now,
                confirmed_at=now,
                resumes=key,
            )
        )

    def _finished(self, record: ImportRecord, done: Sequence[FileImport]) -> ImportRecord:
        with self.staging.held(record.owner_id, record.id) as now:
            changes = {"status": ImportStatus.STORED, "stored": _counts(done), "symbols": _symbols(done)}
            record = self.staging.save(now.model_copy(update=changes))
        self.staging.drop_files(record)
        return record


async def _followed(
    reading: asyncio.Future[list[FileImport]], watch: GatheringWatch, call: JobCall
) -> list[FileImport]:
    """Hands on how far the files are, and stops where the job was cancelled."""
    shown = None
    try:
        while not reading.done():
            await asyncio.wait({reading}, timeout=_LOOK_SECONDS)
            if watch.at is not None and watch.at != shown:
                shown = done, total, name = watch.at
                said = Sentence(message("jobs.step.importing", name=name, n=done + 1, all=total))
                await call.progress.report(done / max(1, total), said)
    finally:
        if not reading.done():
            reading.cancel()
            await asyncio.wait({reading})
    return reading.result()


def _counts(done: Sequence[FileImport]) -> StoredCounts:
    bars = [one for one in done if isinstance(one.report, ImportReport)]
    rows = [one for one in done if not isinstance(one.report, ImportReport)]
    actions = sum(len(one.report.actions) for one in bars if isinstance(one.report, ImportReport))
    return StoredCounts(
        instruments=len(_symbols(done)),
        bars=sum(one.rows_written or 0 for one in bars),
        rows=actions + sum(one.rows_written or 0 for one in rows),
    )


def _symbols(done: Sequence[FileImport]) -> list[str]:
    found: dict[str, None] = {}
    for one in done:
        named = [str(one.report.symbol)] if isinstance(one.report, ImportReport) else one.report.symbols
        found.update(dict.fromkeys(named))
    return list(found)[:_MOST_SYMBOLS]
