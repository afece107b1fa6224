"""The book's tables: two chains for each owner, calls and settlements, and where each of them ends.

Rows of both chains are only ever added: triggers of the database refuse to change or delete one.
"""

from sqlalchemy import String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class CallRow(Base):
    """One call; `ends_on` as an ISO day, None for what is never settled. `body` is the text that was hashed."""

    __tablename__ = "calls"
    __table_args__ = (UniqueConstraint("owner_id", "session_id"), UniqueConstraint("id"))

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(String(36))
    session_id: Mapped[str] = mapped_column(String(200))
    ends_on: Mapped[str | None] = mapped_column(String(10), index=True)
    body: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(String(64))


class CallSettlementRow(Base):
    """How one call ended."""

    __tablename__ = "call_settlements"
    __table_args__ = (UniqueConstraint("call_id"),)

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    call_id: Mapped[str] = mapped_column(String(36))
    state: Mapped[str] = mapped_column(String(20))
    body: Mapped[str] = mapped_column(Text)
    hash: Mapped[str] = mapped_column(String(64))


class CallChainRow(Base):
    """The last entry of a chain. Adding to the chain locks this row until the commit, so that numbers and hashes
    follow each other without a gap, whichever process writes them."""

    __tablename__ = "call_chains"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    book: Mapped[str] = mapped_column(String(20), primary_key=True)
    seq: Mapped[int]
    hash: Mapped[str] = mapped_column(String(64))
