"""Imports as their owner meets them: uploaded, looked at, answered, confirmed as a job, undone."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from anyio.to_thread import run_sync

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Sentence, for_reader, joined, message, message_of
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import BadRows, ImportClosed, ImportOfOthers, TooMuchToImport, UnansweredImport
from packages.domain.work.jobs import JobRequest, Jobs, JobStatus, find_job
from packages.infra.providers.market_data.bars.nonsense import refuse_nonsense
from packages.settings.data import ImportSettings
from src.modules.data_engineering.infrastructure.imports.record import (
    FoundProblem,
    ImportLook,
    ImportRecord,
    ImportStatus,
    UploadedFile,
)
from src.modules.data_engineering.infrastructure.imports.staging import Staging, safe_name, write_upload

IMPORT = "data.import"
TAKEN = (".csv", ".tsv", ".txt", ".parquet", ".pq", ".json", ".jsonl", ".ndjson", ".xlsx", ".zip")
_MOST_ANSWERS = 500
_LONGEST_ANSWER = 200
_MOST_NAMED = 5
_QUICK_SECONDS = 4.0  # a confirmation waits so long for its job, so that most imports are done when it answers
_POLL_SECONDS = 0.05
Upload = tuple[str, BinaryIO]


@dataclass(frozen=True, slots=True)
class DataImports:
    """Every method checks the owner. `look` reads the files of an import and stores nothing; `take_back` undoes one."""

    staging: Staging
    look: Callable[[ImportRecord], Awaitable[ImportLook]]
    take_back: Callable[[ImportRecord], Awaitable[ImportRecord]]
    jobs: Jobs
    clock: Clock
    limits: ImportSettings

    async def stage(self, owner_id: str, uploads: Sequence[Upload]) -> ImportRecord:
        """Nothing is kept where not one of the files can be read."""
        await run_sync(self.staging.sweep, owner_id, self.clock.now())
        async with AsyncExitStack() as failing:
            record = await run_sync(self._received, owner_id, uploads)
            failing.push_async_callback(run_sync, self.staging.remove, record)
            record = record.model_copy(update={"look": await self._looked_at(record)})
            self._refuse_hopeless(record.look)
            failing.pop_all()
        return await run_sync(self.staging.save, record)

    async def find(self, owner_id: str, import_id: str) -> ImportRecord:
        return await self._settled(await run_sync(self.staging.find, owner_id, import_id))

    async def page(self, owner_id: str) -> list[ImportRecord]:
        await run_sync(self.staging.sweep, owner_id, self.clock.now())
        return [await self._settled(record) for record in await run_sync(self.staging.all, owner_id)]

    async def answer(self, owner_id: str, import_id: str, answers: Mapping[str, str]) -> ImportRecord:
        """Looked at again with all answers so far; an empty one is taken back. An answer with which a file cannot be
        read is refused."""
        record = await self.find(owner_id, import_id)
        if record.status is not ImportStatus.STAGED:
            raise ImportClosed("market_data.import_confirmed")
        checked = _checked({**record.answers, **answers})
        if checked == record.answers:
            return record
        answered = record.model_copy(update={"answers": checked})
        look = await self._looked_at(answered)
        broken = next((one for one in look.files if one.error and one.name not in record.look.failed), None)
        if broken is not None and broken.error is not None:
            raise BadRows(message_of(broken.error), details={"file": broken.name})
        return await run_sync(self._save_staged, answered.model_copy(update={"look": look}))

    async def confirm(self, owner_id: str, import_id: str, answers: Mapping[str, str] | None = None) -> ImportRecord:
        """The same import twice is one job. Refused while a question is open."""
        record = await self.find(owner_id, import_id)
        if record.status is ImportStatus.STAGED:
            record = await self.answer(owner_id, import_id, answers or {})
            _refuse_open(record.look)
            _refuse_nothing(record.look)
            await self._refuse_of_others(record)
            record = await run_sync(self._begun, record)
        if record.status is ImportStatus.STORING:
            job = await self.jobs.submit(JobRequest(owner_id, IMPORT, {"import_id": import_id}, import_id))
            record = await run_sync(self._with_job, record, job.id)
        return await self._soon(record)

    async def cancel(self, owner_id: str, import_id: str) -> None:
        record = await self.find(owner_id, import_id)
        if record.status is not ImportStatus.STAGED:
            raise ImportClosed("market_data.import_confirmed")
        await run_sync(self.staging.remove, record)

    async def undo(self, owner_id: str, import_id: str) -> ImportRecord:
        return await self.take_back(await self.find(owner_id, import_id))

    def can_undo(self, record: ImportRecord) -> bool:
        return self.staging.can_undo(record)

    async def _looked_at(self, record: ImportRecord) -> ImportLook:
        """With what only a confirmation would meet otherwise."""
        look = await self.look(record)
        taken = await self._of_others(record, look)
        said = [
            FoundProblem(
                file=one.file,
                symbol=one.symbol,
                line=None,
                count=1,
                problem=Sentence(message("market_data.import.of_others", symbol=one.symbol)),
            )
            for one in look.instruments
            if one.symbol in taken
        ]
        return look.model_copy(update={"problems": [*said[:_MOST_NAMED], *look.problems]})

    async def _refuse_of_others(self, record: ImportRecord) -> None:
        taken = sorted(await self._of_others(record, record.look))
        if taken:
            raise ImportOfOthers("market_data.import_of_others", symbols=taken[:_MOST_NAMED])

    async def _of_others(self, record: ImportRecord, look: ImportLook) -> set[str]:
        """Market data are everybody's on a desk: only who runs it replaces what another person has imported."""
        if record.owner_id == LOCAL_OWNER_ID:
            return set()
        others = await run_sync(self.staging.symbols_of_others, record.owner_id)
        return {one.symbol for one in look.instruments} & others

    def _received(self, owner_id: str, uploads: Sequence[Upload]) -> ImportRecord:
        now = self.clock.now()
        waiting = [one for one in self.staging.all(owner_id) if one.status is ImportStatus.STAGED]
        if len(waiting) >= self.limits.import_max_open:
            raise ImportClosed("market_data.import_too_many_open", count=len(waiting))
        self._refuse_too_many(uploads)
        record = ImportRecord(
            id=Ids(self.clock).new(),
            owner_id=owner_id,
            origin="upload",
            status=ImportStatus.STAGED,
            uploads=[],
            created_at=now,
        )
        folder = self.staging.upload_folder(owner_id, record.id)
        with ExitStack() as failing:
            failing.callback(self.staging.remove, record)
            record.uploads.extend(self._written(folder, uploads))
            failing.pop_all()
        return record

    def _written(self, folder: Path, uploads: Sequence[Upload]) -> list[UploadedFile]:
        taken: set[str] = set()
        written = []
        for sent, source in uploads:
            path = folder / safe_name(sent, taken)
            if path.suffix.lower() not in TAKEN:
                raise BadRows("market_data.import_unknown_type", path=path.name)
            written.append(UploadedFile(name=path.name, size=write_upload(source, path)))
        return written

    def _refuse_too_many(self, uploads: Sequence[Upload]) -> None:
        if not uploads:
            raise BadRows("market_data.import_no_files")
        if len(uploads) > self.limits.import_max_files:
            raise TooMuchToImport("market_data.import_too_many_files", most=self.limits.import_max_files)

    def _refuse_hopeless(self, look: ImportLook) -> None:
        """Where nothing can be read and no answer would help, the reason is the answer."""
        if look.instruments or look.questions:
            return
        failed = next((one for one in look.files if one.error is not None), None)
        if failed is not None and failed.error is not None:
            raise BadRows(message_of(failed.error), details={"file": failed.name})
        raise BadRows("market_data.import_empty")

    def _save_staged(self, record: ImportRecord) -> ImportRecord:
        with self.staging.held(record.owner_id, record.id) as now:
            if now.status is not ImportStatus.STAGED:
                raise ImportClosed("market_data.import_confirmed")
            return self.staging.save(record)

    def _begun(self, record: ImportRecord) -> ImportRecord:
        """The intent: from here on the import is stored under this instant, whatever dies."""
        with self.staging.held(record.owner_id, record.id) as now:
            if now.status is not ImportStatus.STAGED:
                return now
            begun = {"status": ImportStatus.STORING, "confirmed_at": self.clock.now()}
            return self.staging.save(now.model_copy(update=begun))

    def _with_job(self, record: ImportRecord, job_id: str) -> ImportRecord:
        with self.staging.held(record.owner_id, record.id) as now:
            return now if now.job_id == job_id else self.staging.save(now.model_copy(update={"job_id": job_id}))

    async def _soon(self, record: ImportRecord) -> ImportRecord:
        try:
            async with asyncio.timeout(_QUICK_SECONDS):
                while record.status is ImportStatus.STORING:
                    await asyncio.sleep(_POLL_SECONDS)
                    record = await self.find(record.owner_id, record.id)
        except TimeoutError:
            pass
        return record

    async def _settled(self, record: ImportRecord) -> ImportRecord:
        """A job that ended without a word to the record has failed."""
        if record.status is not ImportStatus.STORING or record.job_id is None:
            return record
        job = await find_job(self.jobs, record.owner_id, record.job_id)
        if job is not None and job.status not in (JobStatus.FAILED, JobStatus.CANCELLED):
            return record
        now = await run_sync(self.staging.find, record.owner_id, record.id)
        if now.status is not ImportStatus.STORING:
            return now
        error = job.error if job is not None else None
        failed = {"status": ImportStatus.FAILED, "error": error}
        return await run_sync(self.staging.save, now.model_copy(update=failed))


def _checked(answers: Mapping[str, str]) -> dict[str, str]:
    stripped = {key.strip(): value.strip() for key, value in answers.items()}
    too_long = any(len(key) > _LONGEST_ANSWER or len(value) > _LONGEST_ANSWER for key, value in stripped.items())
    if len(stripped) > _MOST_ANSWERS or too_long or any(not key for key in stripped):
        raise BadRows("market_data.import_bad_answers", most=_MOST_ANSWERS)
    said = {key: value for key, value in stripped.items() if value}
    for key, value in said.items():
        refuse_nonsense(key.rpartition("/")[2], value)
    return said


def _refuse_nothing(look: ImportLook) -> None:
    if not any(one.rows for one in look.instruments):
        raise BadRows("market_data.import_nothing_left")


def _refuse_open(look: ImportLook) -> None:
    questions = look.questions
    if not questions:
        return
    said = [
        message(
            "market_data.import.question",
            what=guess.key,
            why=message_of(guess.why),
            value=guess.value or "–",
            others=", ".join(guess.alternatives) or "–",
        )
        for guess in questions
    ]
    raise UnansweredImport(
        "market_data.import.questions_open",
        count=len(questions),
        questions=joined(said),
        details={
            "questions": [guess.model_dump(exclude={"why"}) | {"why": for_reader(guess.why)} for guess in questions]
        },
    )
