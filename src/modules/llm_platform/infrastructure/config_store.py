"""Owners' model configurations in the SQL database, their keys sealed in the vault."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import anyio.to_thread
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.clock import Clock
from packages.infra.db.engine import Database
from packages.infra.security.vault import SealBroken, Vault, VaultKeyMissing
from src.modules.llm_platform.application.model_configs import (
    Amend,
    ConfigEntry,
    ConfigTerms,
    KeyStays,
    NewKey,
    SettingsConfigs,
)
from src.modules.llm_platform.domain.errors import AliasTaken, NoModelConfigured
from src.modules.llm_platform.domain.models import ModelConfig, Secret
from src.modules.llm_platform.infrastructure.config_rows import LlmConfigRow

# What this process changes is seen by it at once; what another process changes, after this time at the latest.
_FRESH = timedelta(seconds=1)
_MOST_OWNERS_HELD = 1000


class UnreadableKey(VaultKeyMissing):
    """The stored key of a configuration cannot be opened."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """How a change of the vault's key ended."""

    key_id: str
    resealed: int
    retired: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Held:
    configs: tuple[ModelConfig, ...]
    read_at: datetime


class SqlModelConfigs:
    """The ports `ModelConfigs` and `ConfigStore`."""

    def __init__(self, database: Database, vault: Vault, settings: SettingsConfigs, clock: Clock) -> None:
        self._database = database
        self._vault = vault
        self._settings = settings
        self._clock = clock
        self._held: dict[str, _Held] = {}
        self._changes = 0

    async def active(self, owner_id: str) -> Sequence[ModelConfig]:
        now, held = self._clock.now(), self._held.get(owner_id)
        if held is not None and timedelta(0) <= now - held.read_at < _FRESH:
            return self._usable(held.configs)
        return self._usable(await self._read(owner_id, now))

    async def entries(self, owner_id: str) -> Sequence[ConfigEntry]:
        async with self._database.read() as session:
            return [row.to_entry() for row in await _rows(session, owner_id)]

    async def entry(self, owner_id: str, alias: str) -> ConfigEntry | None:
        async with self._database.read() as session:
            row = await session.get(LlmConfigRow, (owner_id, alias))
            return row.to_entry() if row else None

    async def add(
        self, owner_id: str, alias: str, terms: ConfigTerms, key: Secret | None, at: datetime, most: int
    ) -> ConfigEntry | None:
        async with self._database.write() as session:
            await _alone(session)
            if await session.get(LlmConfigRow, (owner_id, alias)) is not None:
                raise AliasTaken("llm_platform.alias_taken", alias=alias)
            count = select(func.count()).select_from(LlmConfigRow).where(LlmConfigRow.owner_id == owner_id)
            if (await session.scalar(count) or 0) >= most:
                return None
            row = LlmConfigRow(owner_id=owner_id, alias=alias, created_at=at)
            row.take(terms, at)
            await self._seal(row, key)
            session.add(row)
        self._forget(owner_id)
        return row.to_entry()

    async def change(self, owner_id: str, alias: str, amend: Amend, key: NewKey, at: datetime) -> ConfigEntry | None:
        async with self._database.write() as session:
            await _alone(session)
            row = await session.get(LlmConfigRow, (owner_id, alias))
            if row is None:
                return None
            row.take(amend(row.terms()), at)
            if not isinstance(key, KeyStays):
                await self._seal(row, key)
        self._forget(owner_id)
        return row.to_entry()

    async def remove(self, owner_id: str, alias: str) -> bool:
        async with self._database.write() as session:
            row = await session.get(LlmConfigRow, (owner_id, alias))
            if row is None:
                return False
            await session.delete(row)
        self._forget(owner_id)
        return True

    async def rotate_keys(self) -> Rotation:
        """Seals every key again under a new key of the vault; after a crash, just do it again."""
        key_id = await anyio.to_thread.run_sync(self._vault.add_key)
        async with self._database.write() as session:
            await _alone(session)
            rows = (await session.scalars(select(LlmConfigRow).where(LlmConfigRow.sealed_key.is_not(None)))).all()
            for row in rows:
                await self._seal(row, await anyio.to_thread.run_sync(self._open, row))
        retired = await anyio.to_thread.run_sync(self._vault.retire_keys_before, key_id)
        return Rotation(key_id, len(rows), retired)

    async def _read(self, owner_id: str, now: datetime) -> tuple[ModelConfig, ...]:
        changes = self._changes
        rows = await self._stored(owner_id)
        try:
            own = await anyio.to_thread.run_sync(self._opened, rows)
        except UnreadableKey:
            # The vault's key may have been changed between reading the rows and opening them.
            own = await anyio.to_thread.run_sync(self._opened, await self._stored(owner_id))
        covered = {row.alias for row in rows}
        configs = (*own, *(config for config in self._settings.configs if config.alias not in covered))
        if changes == self._changes:
            self._hold(owner_id, _Held(configs, now))
        return configs

    async def _stored(self, owner_id: str) -> Sequence[LlmConfigRow]:
        async with self._database.read() as session:
            return await _rows(session, owner_id)

    def _opened(self, rows: Sequence[LlmConfigRow]) -> list[ModelConfig]:
        return [row.to_config(self._open(row)) for row in rows if row.enabled]

    def _open(self, row: LlmConfigRow) -> Secret | None:
        if row.sealed_key is None:
            return None
        try:
            return Secret(self._vault.open(row.sealed_key, row.owner_id, row.alias))
        except (VaultKeyMissing, SealBroken) as error:
            raise UnreadableKey("llm_platform.key_unreadable", alias=row.alias, error=error.said) from error

    async def _seal(self, row: LlmConfigRow, key: Secret | None) -> None:
        row.masked_key = key.masked if key else None
        row.sealed_key = (
            await anyio.to_thread.run_sync(self._vault.seal, key.value, row.owner_id, row.alias) if key else None
        )

    def _usable(self, configs: tuple[ModelConfig, ...]) -> tuple[ModelConfig, ...]:
        if not configs and self._settings.incomplete:
            raise NoModelConfigured(self._settings.incomplete[0].problem)
        return configs

    def _hold(self, owner_id: str, held: _Held) -> None:
        if len(self._held) >= _MOST_OWNERS_HELD:
            self._held.clear()
        self._held[owner_id] = held

    def _forget(self, owner_id: str) -> None:
        self._changes += 1
        self._held.pop(owner_id, None)


async def _rows(session: AsyncSession, owner_id: str) -> Sequence[LlmConfigRow]:
    mine = select(LlmConfigRow).where(LlmConfigRow.owner_id == owner_id)
    return (await session.scalars(mine.order_by(LlmConfigRow.alias))).all()


async def _alone(session: AsyncSession) -> None:
    """One writer at a time: a key that is sealed while the vault's key is changed would be sealed for nobody.

    SQLite has but one writer; PostgreSQL is asked for it, and goes on serving readers.
    """
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(text("LOCK TABLE llm_configs IN SHARE ROW EXCLUSIVE MODE"))
