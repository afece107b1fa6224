"""Where imports are kept: a folder for each owner, and in it one for each import with its record, its files and what
was there before it."""

import fcntl
import hashlib
import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from packages.domain.market_data.errors import ImportClosed, UnknownImport
from packages.infra.providers.market_data.locks import held
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord, ImportStatus

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LONGEST_NAME = 100
_RECORD = "import.json"
_UNSAFE = re.compile(r"[^\w .()=^+&@-]")


@dataclass(frozen=True, slots=True)
class Staging:
    """Blocks. `keep` is how long files wait for a confirmation, `undo` how long an import can be undone."""

    root: Path
    keep: timedelta
    undo: timedelta

    def find(self, owner_id: str, import_id: str) -> ImportRecord:
        """Another owner's import is not there."""
        path = self._record(owner_id, import_id) if _ID.fullmatch(import_id) else None
        if path is None or not path.is_file():
            raise UnknownImport("market_data.import_unknown", id=import_id[:40])
        return ImportRecord.model_validate_json(path.read_bytes())

    def all(self, owner_id: str) -> list[ImportRecord]:
        """Newest first."""
        folder = self._owner(owner_id)
        names = sorted((path.name for path in folder.iterdir()), reverse=True) if folder.is_dir() else []
        there = [name for name in names if _ID.fullmatch(name) and self._record(owner_id, name).is_file()]
        return [self.find(owner_id, name) for name in there]

    def symbols_of_others(self, owner_id: str) -> set[str]:
        """What other people's imports that can still be undone have brought."""
        own = self._owner(owner_id)
        paths = (path for path in self.root.glob(f"*/*/{_RECORD}") if own not in path.parents)
        others = (ImportRecord.model_validate_json(path.read_bytes()) for path in paths)
        return {symbol for record in others if record.status is ImportStatus.STORED for symbol in record.symbols}

    def save(self, record: ImportRecord) -> ImportRecord:
        """Whole or not at all, and safe from a loss of power."""
        path = self._record(record.owner_id, record.id)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_suffix(f".{os.getpid()}.part")
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(record.model_dump_json())
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        return record

    @contextmanager
    def held(self, owner_id: str, import_id: str) -> Iterator[ImportRecord]:
        """The record, changed by one at a time of all processes."""
        self.find(owner_id, import_id)
        with held(self._folder(owner_id, import_id)):
            yield self.find(owner_id, import_id)

    @contextmanager
    def undoing(self, record: ImportRecord) -> Iterator[None]:
        """Held by one undo at a time of all processes; another is refused, not kept waiting."""
        descriptor = os.open(self._folder(record.owner_id, record.id) / ".undo", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
            yield
        finally:
            os.close(descriptor)

    def remove(self, record: ImportRecord) -> None:
        shutil.rmtree(self._folder(record.owner_id, record.id), ignore_errors=True)

    def files(self, record: ImportRecord) -> list[Path]:
        folder = self.upload_folder(record.owner_id, record.id)
        return [folder / upload.name for upload in record.uploads]

    def upload_folder(self, owner_id: str, import_id: str) -> Path:
        return self._folder(owner_id, import_id) / "files"

    def work_folder(self, record: ImportRecord) -> Path:
        return self._folder(record.owner_id, record.id) / "work"

    def drop_files(self, record: ImportRecord) -> None:
        for folder in (self.upload_folder(record.owner_id, record.id), self.work_folder(record)):
            shutil.rmtree(folder, ignore_errors=True)

    def before_folder(self, record: ImportRecord) -> Path:
        """What was there before the import."""
        return self._folder(record.owner_id, record.id) / "before"

    def can_undo(self, record: ImportRecord) -> bool:
        """Whether there is something to take back; who else changed it since, only the undo itself finds out."""
        died = record.status is ImportStatus.STORING and record.job_id is None
        return (record.status in UNDOABLE or died) and self.before_folder(record).is_dir()

    def drop_before(self, record: ImportRecord) -> None:
        shutil.rmtree(self.before_folder(record), ignore_errors=True)

    def sweep(self, owner_id: str, now: datetime) -> None:
        """Takes away uploads that nobody confirmed, and what was kept for undoing for long enough."""
        for record in self.all(owner_id):
            waits = now - (record.confirmed_at or record.created_at)
            if waits > (self.keep if record.status is ImportStatus.STAGED else self.undo) and record.status in _RESTING:
                self.remove(record)

    def _record(self, owner_id: str, import_id: str) -> Path:
        return self._folder(owner_id, import_id) / _RECORD

    def _folder(self, owner_id: str, import_id: str) -> Path:
        return self._owner(owner_id) / import_id

    def _owner(self, owner_id: str) -> Path:
        return self.root / hashlib.sha256(owner_id.encode()).hexdigest()[:24]


def _lock(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ImportClosed("market_data.import_undo_running") from error


UNDOABLE = (ImportStatus.STORED, ImportStatus.FAILED, ImportStatus.UNDOING)
_RESTING = (ImportStatus.STAGED, ImportStatus.STORED, ImportStatus.FAILED, ImportStatus.UNDONE)


def safe_name(sent: str, taken: set[str]) -> str:
    """The last part of a name without anything that a file system or a terminal would obey; never one twice."""
    plain = unicodedata.normalize("NFC", sent.replace("\\", "/").rpartition("/")[2])
    plain = _UNSAFE.sub("_", plain).strip(" .") or "file"
    stem, dot, suffix = plain.rpartition(".")
    stem, suffix = (stem, f".{suffix[:10]}") if dot and stem else (plain, "")
    number = 1
    while (name := f"{stem[:_LONGEST_NAME]}{'' if number == 1 else f' ({number})'}{suffix}").lower() in taken:
        number += 1
    taken.add(name.lower())
    return name


def write_upload(source: BinaryIO, path: Path) -> int:
    """How many bytes it has."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.open("xb") as file:
        shutil.copyfileobj(source, file, 2**20)
        return file.tell()
