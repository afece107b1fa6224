"""An import taken back as a whole: what it stored goes, and what it replaced is there again, byte for byte."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from anyio.to_thread import run_sync

from packages.core.messages import word
from packages.domain.market_data.errors import ImportChanged, ImportClosed
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.kept_parts import KeptParts, KeptSeries
from packages.infra.providers.market_data.rows.kept_rows import KeptRows
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord, ImportStatus
from src.modules.data_engineering.infrastructure.imports.staging import UNDOABLE, Staging

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class ImportUndo:
    """`bars` is the folder of all series."""

    staging: Staging
    bars: Path
    database: Database

    async def run(self, record: ImportRecord) -> ImportRecord:
        """Twice is once, and one that died goes on; two at once are refused. Raises `ImportChanged` before anything is
        touched."""
        if record.status is ImportStatus.UNDONE:
            return record
        if not self.staging.can_undo(record):
            raise _not_undoable(record)
        with self.staging.undoing(record):
            return await self._run(await run_sync(self.staging.find, record.owner_id, record.id))

    async def _run(self, record: ImportRecord) -> ImportRecord:
        if record.status is ImportStatus.UNDONE:
            return record
        folder, at = self.staging.before_folder(record), record.confirmed_at or record.created_at
        parts, rows = KeptParts(folder, at), KeptRows(folder, at)
        changed = await run_sync(parts.changed, self.bars)
        _refuse([*_names(changed), *await rows.changed(self.database)])
        record = await run_sync(self.staging.save, record.model_copy(update={"status": ImportStatus.UNDOING}))
        _refuse(_names(await run_sync(parts.restore, self.bars)))
        await rows.remove(self.database, await run_sync(parts.still_stored, self.bars))
        await run_sync(self.staging.drop_files, record)
        await run_sync(self.staging.drop_before, record)
        return await run_sync(self.staging.save, record.model_copy(update={"status": ImportStatus.UNDONE}))


def _not_undoable(record: ImportRecord) -> ImportClosed:
    if record.status in UNDOABLE:
        return ImportClosed("market_data.import_undo_gone")
    return ImportClosed("market_data.import_not_stored", status=word("import_status", record.status))


def _names(changed: Iterable[KeptSeries]) -> list[str]:
    return [str(one.symbol) for one in changed]


def _refuse(symbols: list[str]) -> None:
    names = sorted(set(symbols))
    if names:
        shown = [*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else [])]
        raise ImportChanged("market_data.import_changed", symbols=shown, details={"symbols": names[:100]})
