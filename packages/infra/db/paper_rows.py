"""The tables of paper accounts: what they hold, their orders, their fills, and every change of their cash."""

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class PaperAccountRow(Base):
    """One account: `opening` never changes, `body` is what counts and prices it keeps beside cash and the last bar."""

    __tablename__ = "paper_accounts"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36), index=True)
    opened_at: Mapped[datetime]
    opening: Mapped[str] = mapped_column(Text)
    cash: Mapped[float] = mapped_column(Double)
    last_bar: Mapped[datetime | None]
    body: Mapped[str] = mapped_column(Text)


class PaperPositionRow(Base):
    """What is held of one instrument, with its guards."""

    __tablename__ = "paper_positions"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    symbol: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[str] = mapped_column(Text)


class PaperOrderRow(Base):
    """One order, by the id that its sender gave it."""

    __tablename__ = "paper_orders"
    __table_args__ = (Index("ix_paper_orders_account_id_is_open", "account_id", "is_open"),)

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    client_order_id: Mapped[str] = mapped_column(String(128), primary_key=True)
    number: Mapped[int]
    is_open: Mapped[bool]
    body: Mapped[str] = mapped_column(Text)


class PaperFillRow(Base):
    """One fill, numbered from 1 in the order in which they happened."""

    __tablename__ = "paper_fills"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)


class PaperEntryRow(Base):
    """One change of the cash; all of an account add up to what it has. `shares` came with it, as by a split."""

    __tablename__ = "paper_ledger"

    account_id: Mapped[str] = mapped_column(ForeignKey("paper_accounts.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(16))
    symbol: Mapped[str | None] = mapped_column(String(64))
    amount: Mapped[float] = mapped_column(Double)
    shares: Mapped[float] = mapped_column(Double, server_default="0")
