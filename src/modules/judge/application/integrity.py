"""Whether the books are as they were written: their chains, held against heads that were exported entry by entry."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from packages.core.clock import Clock
from src.modules.judge.domain.chain import ChainCheck, ExportedHead
from src.modules.judge.domain.ports import CallBook, HeadArchive


@dataclass(frozen=True, slots=True)
class IntegrityReport:
    """What checking the chains of one owner found; `exported`: the newest head of each chain outside the database."""

    owner_id: str
    checked_at: datetime
    checks: Sequence[ChainCheck]
    exported: Sequence[ExportedHead]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


@dataclass(frozen=True, slots=True)
class BookIntegrity:
    """Checks the books at start, by the job `calls.verify` and on request; a broken chain is reported, not raised."""

    books: Sequence[CallBook]
    archive: HeadArchive
    clock: Clock

    async def check(self, owner_id: str) -> IntegrityReport:
        exported = await asyncio.to_thread(self.archive.heads, owner_id)
        checks = [check for book in self.books for check in await book.verify(owner_id, exported)]
        newest = {head.book: head for head in sorted(exported, key=lambda head: (head.entries, head.day))}
        return IntegrityReport(owner_id, self.clock.now(), checks, list(newest.values()))

    async def check_all(self) -> Sequence[IntegrityReport]:
        owners = sorted({owner for book in self.books for owner in await book.owners()})
        return [await self.check(owner) for owner in owners]

    async def export(self, reports: Sequence[IntegrityReport]) -> int:
        """Today's heads of what is whole; what is broken keeps the head that was exported before it broke."""
        heads = [
            ExportedHead(
                day=report.checked_at.date(),
                owner_id=report.owner_id,
                book=check.book,
                entries=check.entries,
                head=check.head,
            )
            for report in reports
            for check in report.checks
            if check.ok and check.entries
        ]
        return await asyncio.to_thread(self.archive.add, heads)
