"""Which rows an import adds, written down before it adds them, so that they can be taken out again."""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from anyio.to_thread import run_sync
from sqlalchemy import ColumnElement, delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from packages.domain.market_data.rows import Row
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.rows.market_rows import MarketRow, SqlMarketRows
from packages.infra.providers.market_data.rows.news_index import NewsIndexRow

_BATCH = 400
_FORGET = text("INSERT INTO news_fts (news_fts, rowid, tokens) VALUES ('delete', :number, :tokens)")


@dataclass(frozen=True, slots=True)
class KeptRows:
    """The ids of rows in `rows.jsonl`; those that were stored at `recorded_at` are the import's own."""

    folder: Path
    recorded_at: datetime

    def keep(self, rows: Iterable[Row]) -> None:
        lines = "".join(f"{json.dumps(row.id)}\n" for row in rows)
        if not lines:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._list.open("a", encoding="utf-8") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())

    def ids(self) -> list[str]:
        lines = self._list.read_text("utf-8").splitlines() if self._list.exists() else []
        return list(dict.fromkeys(json.loads(line) for line in lines))

    async def changed(self, database: Database) -> list[str]:
        """What the rows are about that somebody has told otherwise since."""
        later = aliased(MarketRow)
        found: set[str] = set()
        async with database.read() as session:
            for ids in _batches(self.ids()):
                joined = (later.id == MarketRow.id) & (later.revision > MarketRow.revision)
                wanted = select(MarketRow.subject).join(later, joined & (later.recorded_at != self.recorded_at))
                found.update(await session.scalars(wanted.where(*self._ours(ids)).distinct()))
        return sorted(found)

    async def remove(self, database: Database, named: Collection[str] = ()) -> int:
        """How many rows went. Run again, it goes on where it was. Who is in `named` keeps its name: others have stored
        something of it."""
        removed = 0
        for ids in _batches(self.ids()):
            async with database.write() as session:
                keys = (MarketRow.id, MarketRow.revision, MarketRow.kind, MarketRow.known_at)
                wanted = (*self._ours(ids), ~((MarketRow.kind == "instrument") & MarketRow.subject.in_(named)))
                ours = (await session.execute(select(*keys).where(*wanted))).all()
                for row in ours:
                    if row.kind == "news":
                        await _forget_text(session, row.id, row.revision, row.known_at, database.url.is_sqlite)
                if ours:
                    await session.execute(delete(MarketRow).where(*wanted))
                removed += len(ours)
        return removed

    def _ours(self, ids: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
        return MarketRow.id.in_(ids), MarketRow.recorded_at == self.recorded_at

    @property
    def _list(self) -> Path:
        return self.folder / "rows.jsonl"


class KeepingRows(SqlMarketRows):
    """The rows' store for an import that can be undone."""

    def __init__(self, database: Database, kept: KeptRows) -> None:
        super().__init__(database)
        self._kept = kept

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        waiting = list(rows)
        await run_sync(self._kept.keep, waiting)
        return await super().add(waiting, recorded_at)


async def _forget_text(session: AsyncSession, row_id: str, revision: int, known_at: datetime, is_sqlite: bool) -> None:
    """Out of the full-text index; the revision before it counts again."""
    index = NewsIndexRow
    this = (index.row_id == row_id) & (index.revision == revision)
    if is_sqlite:  # FTS5 keeps tokens of its own, which go by their words
        for number, tokens in (await session.execute(select(index.number, index.tokens).where(this))).all():
            await session.execute(_FORGET, {"number": number, "tokens": tokens})
    await session.execute(delete(index).where(this))
    before = (index.row_id == row_id) & (index.revision < revision) & (index.superseded_at == known_at)
    await session.execute(update(index).where(before).values(superseded_at=None))


def _batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _BATCH):
        yield ids[start : start + _BATCH]
