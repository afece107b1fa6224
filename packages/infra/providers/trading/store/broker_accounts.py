"""Broker accounts and kill switches in the SQL database; the accounts' keys are sealed before they come here."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Protocol

import anyio.to_thread
from sqlalchemy import ColumnElement, insert, select, tuple_, update

from packages.domain.trading.deployments.accounts import AccountKind, BrokerCredentials, LinkedAccount
from packages.domain.trading.risk.switches import Switch, SwitchKey, SwitchScope
from packages.infra.db.base import insert_missing
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.deployment_rows import (
    BrokerAccountRow,
    DeploymentRow,
    KillSwitchRow,
    KillSwitchTurnRow,
)


class Seals(Protocol):
    """Closes and opens short texts for one place (`packages.infra.security.vault.Vault`)."""

    def seal(self, clear: str, *place: str) -> str: ...

    def open(self, sealed: str, *place: str) -> str: ...


class SqlBrokerAccounts:
    """`AccountStore`. Keys are sealed for the owner, the account and its kind: paper keys open as no live ones."""

    def __init__(self, database: Database, seals: Seals) -> None:
        self._database = database
        self._seals = seals

    async def add(self, account: LinkedAccount, credentials: BrokerCredentials | None) -> None:
        row = BrokerAccountRow(
            id=account.id,
            owner_id=account.owner_id,
            kind=account.kind.value,
            label=account.label,
            venue=account.venue,
            masked_key=account.masked_key,
            created_at=account.created_at,
        )
        if credentials is not None:
            row.sealed = await anyio.to_thread.run_sync(self._seals.seal, json.dumps(asdict(credentials)), *_place(row))
        async with self._database.write() as session:
            session.add(row)

    async def find(self, owner_id: str, account_id: str) -> LinkedAccount | None:
        async with self._database.read() as session:
            row = await session.scalar(select(BrokerAccountRow).where(*_own(owner_id, account_id)))
            return _account(row) if row else None

    async def of(self, owner_id: str) -> Sequence[LinkedAccount]:
        row = BrokerAccountRow
        wanted = select(row).where(row.owner_id == owner_id, row.removed_at.is_(None)).order_by(row.id)
        async with self._database.read() as session:
            return [_account(each) for each in await session.scalars(wanted)]

    async def credentials(self, owner_id: str, account_id: str) -> BrokerCredentials | None:
        async with self._database.read() as session:
            row = await session.scalar(select(BrokerAccountRow).where(*_own(owner_id, account_id)))
        if row is None or row.sealed is None:
            return None
        clear = await anyio.to_thread.run_sync(self._seals.open, row.sealed, *_place(row))
        return BrokerCredentials(**json.loads(clear))

    async def remove(self, owner_id: str, account_id: str, at: datetime) -> bool:
        busy = select(DeploymentRow.id).where(DeploymentRow.claimed_account_id == account_id)
        async with self._database.write() as session:
            mine = select(BrokerAccountRow).where(*_own(owner_id, account_id)).with_for_update()
            row = await session.scalar(mine)
            if row is None or await session.scalar(busy) is not None:
                return False
            row.removed_at, row.sealed = at, None
            return True


def _own(owner_id: str, account_id: str) -> tuple[ColumnElement[bool], ...]:
    row = BrokerAccountRow
    return row.id == account_id, row.owner_id == owner_id, row.removed_at.is_(None)


def _place(row: BrokerAccountRow) -> tuple[str, str, str]:
    return row.owner_id, row.id, row.kind


def _account(row: BrokerAccountRow) -> LinkedAccount:
    return LinkedAccount(
        id=row.id,
        owner_id=row.owner_id,
        kind=AccountKind(row.kind),
        label=row.label,
        venue=row.venue,
        masked_key=row.masked_key,
        created_at=row.created_at,
    )


class SqlSwitches:
    """`SwitchStore`; nothing is held in memory, so that another process's turn counts at the next look."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turn(self, switch: Switch) -> None:
        key = {"scope": switch.key.scope.value, "target": switch.key.target}
        values = {"is_on": switch.is_on, "by": switch.by, "reason": switch.reason, "at": switch.at}
        row = KillSwitchRow
        move = update(row).where(row.scope == key["scope"], row.target == key["target"])
        async with self._database.write() as session:
            await insert_missing(session, KillSwitchRow, [{**key, **values, "turns": 0}])
            number = await session.scalar(move.values(**values, turns=row.turns + 1).returning(row.turns))
            await session.execute(insert(KillSwitchTurnRow), {**key, **values, "number": number})

    async def on(self, keys: Sequence[SwitchKey]) -> Sequence[Switch]:
        row = KillSwitchRow
        wanted = tuple_(row.scope, row.target).in_([(key.scope.value, key.target) for key in keys])
        async with self._database.read() as session:
            found = [_switch(each) for each in await session.scalars(select(row).where(wanted, row.is_on))]
        return sorted(found, key=lambda switch: list(keys).index(switch.key))

    async def history(self, key: SwitchKey, limit: int) -> Sequence[Switch]:
        row = KillSwitchTurnRow
        wanted = select(row).where(row.scope == key.scope.value, row.target == key.target)
        async with self._database.read() as session:
            rows = await session.scalars(wanted.order_by(row.number.desc()).limit(limit))
            return [_switch(each) for each in rows]


def _switch(row: KillSwitchRow | KillSwitchTurnRow) -> Switch:
    return Switch(SwitchKey(SwitchScope(row.scope), row.target), row.is_on, row.by, row.reason, row.at)
