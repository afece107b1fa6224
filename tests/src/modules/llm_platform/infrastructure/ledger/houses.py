"""Ledgers that share a book, opened and killed at will: over a database, and in memory."""

from dataclasses import dataclass, field

from packages.core.ids import Ids
from packages.infra.db.engine import Database
from src.modules.llm_platform.domain.ledger import Budgets
from src.modules.llm_platform.infrastructure.ledger.sql_ledger import SqlLedger
from tests.conformance.ledger_conformance import UNLIMITED, KeptLedger
from tests.fakes.clock import StoppedClock
from tests.fakes.ledger import Book, InMemoryLedger


@dataclass
class SqlHouse:
    """Each ledger has a lock of its own; letting go of it is what death does."""

    database: Database
    clock: StoppedClock = field(default_factory=StoppedClock)
    opened: list[KeptLedger] = field(default_factory=list)

    def open(self, budgets: Budgets = UNLIMITED) -> KeptLedger:
        self.opened.append(SqlLedger(self.database, budgets, self.clock, Ids(self.clock)))
        return self.opened[-1]

    async def kill(self, ledger: KeptLedger) -> None:
        self.opened.remove(ledger)
        await ledger.aclose()

    async def aclose(self) -> None:
        for ledger in list(self.opened):
            await self.kill(ledger)


@dataclass
class MemoryHouse:
    book: Book = field(default_factory=Book)
    clock: StoppedClock = field(default_factory=StoppedClock)

    def open(self, budgets: Budgets = UNLIMITED) -> KeptLedger:
        return InMemoryLedger(budgets, self.clock, book=self.book)

    async def kill(self, ledger: KeptLedger) -> None:
        await ledger.aclose()
