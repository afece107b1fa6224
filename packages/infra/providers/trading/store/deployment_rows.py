"""The tables of deployments, of broker accounts, of the kill switches, and of approvals.

What was done is only ever added to: triggers of the database refuse to change or delete a change of a deployment, a
turn of a switch, or the use of an approval. Money is decimal text, because SQLite would make floats of it.
"""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class BrokerAccountRow(Base):
    """An account; its keys are sealed, and gone when it is removed."""

    __tablename__ = "broker_accounts"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    label: Mapped[str] = mapped_column(Text)
    venue: Mapped[str | None] = mapped_column(Text)
    masked_key: Mapped[str | None] = mapped_column(String(8))
    sealed: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class DeploymentRow(Base):
    """A deployment. `claimed_account_id` is its account until it is completed: an account serves one at a time."""

    __tablename__ = "deployments"
    __table_args__ = (
        UniqueConstraint("owner_id", "key"),
        UniqueConstraint("claimed_account_id"),
        Index("ix_deployments_owner_id_id", "owner_id", "id"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    key: Mapped[str] = mapped_column(String(200))
    digest: Mapped[str] = mapped_column(String(64))
    strategy_id: Mapped[str] = mapped_column(String(36))
    version: Mapped[int]
    content_hash: Mapped[str] = mapped_column(String(64))
    account_id: Mapped[str] = mapped_column(ForeignKey("broker_accounts.id"))
    claimed_account_id: Mapped[str | None] = mapped_column(String(36))
    mode: Mapped[str] = mapped_column(String(10))
    terms: Mapped[str] = mapped_column(Text)
    limits: Mapped[str] = mapped_column(Text)
    clearance: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(20), index=True)
    blocker: Mapped[str | None] = mapped_column(String(60))
    flatten: Mapped[bool]
    marks: Mapped[str | None] = mapped_column(Text)
    replay_from: Mapped[date | None]
    changes: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class DeploymentChangeRow(Base):
    """One change of a deployment."""

    __tablename__ = "deployment_changes"

    deployment_id: Mapped[str] = mapped_column(ForeignKey("deployments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    action: Mapped[str] = mapped_column(String(20))
    before: Mapped[str | None] = mapped_column(String(20))
    after: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    blocker: Mapped[str | None] = mapped_column(String(60))
    flatten: Mapped[bool]
    at: Mapped[datetime]


class DeploymentLeaseRow(Base):
    """The process that keeps a deployment at work, until then unless it says so again."""

    __tablename__ = "deployment_leases"

    deployment_id: Mapped[str] = mapped_column(ForeignKey("deployments.id"), primary_key=True)
    holder: Mapped[str] = mapped_column(String(36))
    until: Mapped[datetime]


class KillSwitchRow(Base):
    """How a switch stands; `turns` counts how often it was turned."""

    __tablename__ = "kill_switches"

    scope: Mapped[str] = mapped_column(String(20), primary_key=True)
    target: Mapped[str] = mapped_column(String(36), primary_key=True)
    is_on: Mapped[bool]
    by: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    turns: Mapped[int]


class KillSwitchTurnRow(Base):
    """One turn of a switch."""

    __tablename__ = "kill_switch_turns"

    scope: Mapped[str] = mapped_column(String(20), primary_key=True)
    target: Mapped[str] = mapped_column(String(36), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    is_on: Mapped[bool]
    by: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class ApprovalRow(Base):
    """A request for approval and what became of it."""

    __tablename__ = "approvals"
    __table_args__ = (
        Index("ix_approvals_owner_id_id", "owner_id", "id"),
        Index("ix_approvals_deployment_id_digest", "deployment_id", "digest"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    deployment_id: Mapped[str] = mapped_column(String(36))
    kind: Mapped[str] = mapped_column(String(10))
    digest: Mapped[str] = mapped_column(String(64))
    document: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(10))
    requested_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    symbols: Mapped[str] = mapped_column(Text)
    remaining: Mapped[str | None] = mapped_column(Text)
    until: Mapped[datetime | None]
    decided_by: Mapped[str | None] = mapped_column(Text)
    decided_at: Mapped[datetime | None]


class ApprovalUseRow(Base):
    """An order that spent an approval: every order once."""

    __tablename__ = "approval_uses"

    deployment_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    client_order_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    approval_id: Mapped[str] = mapped_column(ForeignKey("approvals.id"), index=True)
    digest: Mapped[str] = mapped_column(String(64))
    worth: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
