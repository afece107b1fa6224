"""What strategies from research stand on, in the SQL database."""

from datetime import datetime

from sqlalchemy import select

from packages.domain.strategy.from_research.codec import read_text, stored_text
from packages.domain.strategy.from_research.drafted import DraftedStrategy
from packages.infra.db.engine import Database
from packages.infra.strategy.strategy_rows import StrategyOriginRow


class SqlOrigins:
    """The store of origins over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, owner_id: str, rules: str, drafted: DraftedStrategy, at: datetime) -> None:
        row = StrategyOriginRow(
            owner_id=owner_id,
            rules=rules,
            session_id=drafted.session_id,
            drafted=stored_text(drafted),
            created_at=at,
        )
        async with self._database.write() as session:
            await session.merge(row)

    async def find(self, owner_id: str, rules: str) -> DraftedStrategy | None:
        own = (StrategyOriginRow.owner_id == owner_id, StrategyOriginRow.rules == rules)
        async with self._database.read() as session:
            text = await session.scalar(select(StrategyOriginRow.drafted).where(*own))
            return read_text(text) if text else None
