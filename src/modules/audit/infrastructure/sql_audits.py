"""The list of audits over the SQL database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Index, String, select
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base, insert_missing
from packages.infra.db.engine import Database
from src.modules.audit.domain.ports import ListedAudit


class CounterfactualAuditRow(Base):
    """An audit that was asked for, under the id of its job."""

    __tablename__ = "counterfactual_audits"
    __table_args__ = (Index("ix_counterfactual_audits_owner_id_created_at", "owner_id", "created_at"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    symbol: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime]


class SqlAudits:
    """`AuditList` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, audit: ListedAudit) -> None:
        row = {
            "id": audit.id,
            "owner_id": audit.owner_id,
            "symbol": audit.symbol,
            "created_at": audit.created_at,
        }
        async with self._database.write() as session:
            await insert_missing(session, CounterfactualAuditRow, [row])

    async def newest(self, owner_id: str, limit: int, symbol: str | None = None) -> Sequence[str]:
        row = CounterfactualAuditRow
        wanted = select(row.id).where(row.owner_id == owner_id)
        if symbol is not None:
            wanted = wanted.where(row.symbol == symbol)
        async with self._database.read() as session:
            found = await session.scalars(wanted.order_by(row.created_at.desc(), row.id.desc()).limit(limit))
            return found.all()
