"""The vault's key is changed while the desk lives, and a crash at any step leaves every key readable."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from packages.infra.db.engine import Database
from packages.infra.security.vault import Vault
from src.modules.llm_platform.application.model_configs import KEY_STAYS, ConfigTerms, SettingsConfigs
from src.modules.llm_platform.domain.models import ProviderKind, Secret
from src.modules.llm_platform.infrastructure.config_store import SqlModelConfigs, UnreadableKey
from tests.fakes.clock import StoppedClock

TERMS = ConfigTerms(provider=ProviderKind.AUTO, model="m")
NOW = datetime(2026, 1, 2, tzinfo=UTC)
OWNERS = {"ann": "anns-key-000001", "bob": "bobs-key-000002", "eve": "eves-key-000003"}


class Killed(BaseException):
    """The process dies here."""


class MortalVault(Vault):
    """A vault whose process dies when it comes to a step: add, seal (the n-th), or retire."""

    def __init__(self, folder: Path, dies_at: str) -> None:
        super().__init__(folder, "model-keys")
        self._dies_at = dies_at
        self._seals = 0

    def add_key(self) -> str:
        self._die("before add")
        key_id = super().add_key()
        self._die("after add")
        return key_id

    def seal(self, clear: str, *place: str) -> str:
        self._seals += 1
        self._die(f"seal {self._seals}")
        return super().seal(clear, *place)

    def retire_keys_before(self, key_id: str) -> tuple[str, ...]:
        self._die("before retire")
        retired = super().retire_keys_before(key_id)
        self._die("after retire")
        return retired

    def _die(self, step: str) -> None:
        if step == self._dies_at:
            raise Killed


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def _store(database: Database, vault: Vault) -> SqlModelConfigs:
    return SqlModelConfigs(database, vault, SettingsConfigs(), StoppedClock())


async def _stocked(database: Database, keys: Path) -> SqlModelConfigs:
    store = _store(database, Vault(keys, "model-keys"))
    for owner, key in OWNERS.items():
        await store.add(owner, "mine", TERMS, Secret(key), NOW, 50)
    await store.add("ann", "keyless", TERMS, None, NOW, 50)
    return store


async def _readable(database: Database, keys: Path) -> bool:
    fresh = _store(database, Vault(keys, "model-keys"))
    opened = {owner: {config.alias: config.api_key for config in await fresh.active(owner)} for owner in OWNERS}
    return all(opened[owner]["mine"] == Secret(key) for owner, key in OWNERS.items())


async def _key_ids(database: Database) -> set[str]:
    async with database.read() as session:
        sealed = await session.scalars(text("SELECT sealed_key FROM llm_configs WHERE sealed_key IS NOT NULL"))
        return {row.split(".")[1] for row in sealed}


async def test_after_a_rotation_only_the_new_key_exists_and_everything_opens_with_it(
    database: Database, keys: Path
) -> None:
    store = await _stocked(database, keys)
    (old,) = await _key_ids(database)
    rotation = await store.rotate_keys()
    assert (rotation.resealed, rotation.retired) == (3, (old,))
    assert await _key_ids(database) == {rotation.key_id}
    assert [path.name for path in keys.iterdir()] == [f"model-keys.{rotation.key_id}.key"]
    assert await _readable(database, keys)


@pytest.mark.parametrize(
    "step", ["before add", "after add", "seal 1", "seal 2", "seal 3", "before retire", "after retire"]
)
async def test_a_crash_at_any_step_loses_nothing_and_the_next_rotation_finishes(
    database: Database, keys: Path, step: str
) -> None:
    await _stocked(database, keys)
    with pytest.raises(Killed):
        await _store(database, MortalVault(keys, step)).rotate_keys()
    assert await _readable(database, keys)
    rotation = await _store(database, Vault(keys, "model-keys")).rotate_keys()
    assert await _readable(database, keys)
    assert await _key_ids(database) == {rotation.key_id}
    assert len(list(keys.iterdir())) == 1


async def test_a_key_that_cannot_be_opened_stops_the_rotation_before_anything_is_retired(
    database: Database, keys: Path
) -> None:
    store = await _stocked(database, keys)
    async with database.write() as session:
        await session.execute(text("UPDATE llm_configs SET sealed_key = 'v1.0001-00000000.x' WHERE owner_id = 'eve'"))
    before = await _key_ids(database)
    with pytest.raises(UnreadableKey, match="mine"):
        await store.rotate_keys()
    assert await _key_ids(database) == before
    assert (await _store(database, Vault(keys, "model-keys")).active("ann"))[-1].api_key == Secret(OWNERS["ann"])


async def test_keys_that_are_added_and_read_while_others_rotate_stay_readable(database: Database, keys: Path) -> None:
    await _stocked(database, keys)

    async def rotate() -> None:
        for _ in range(3):
            await _store(database, Vault(keys, "model-keys")).rotate_keys()

    async def write(owner: str) -> None:
        for number in range(6):
            store = _store(database, Vault(keys, "model-keys"))
            await store.add(owner, f"extra-{number}", TERMS, Secret(f"extra-key-{number:06d}"), NOW, 50)
            await store.change(owner, "mine", lambda terms: terms, KEY_STAYS, NOW)
            await _store(database, Vault(keys, "model-keys")).active(owner)

    await asyncio.gather(rotate(), rotate(), *(write(owner) for owner in OWNERS))
    assert await _readable(database, keys)
    for owner in OWNERS:
        active = await _store(database, Vault(keys, "model-keys")).active(owner)
        extras = {config.api_key for config in active if config.alias.startswith("extra")}
        assert extras == {Secret(f"extra-key-{number:06d}") for number in range(6)}
