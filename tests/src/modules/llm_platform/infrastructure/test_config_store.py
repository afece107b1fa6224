"""Configurations in the database: whose they are, what is asked, and how their keys are kept."""

import dataclasses
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import text

from packages.core.messages import Message
from packages.infra.db.engine import Database
from packages.infra.security.vault import Vault
from src.modules.llm_platform.application.model_configs import (
    KEY_STAYS,
    ConfigTerms,
    Incomplete,
    SettingsConfigs,
)
from src.modules.llm_platform.domain.errors import AliasTaken, NoModelConfigured
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ModelTimeouts, ProviderKind, Secret
from src.modules.llm_platform.infrastructure.config_store import SqlModelConfigs, UnreadableKey
from tests.fakes.clock import StoppedClock
from tests.timing import Costs

KEY = Secret("sk-live-0123456789abcdef")
FIXED = ModelConfig(alias="default", provider=ProviderKind.RESPONSES, model="fixed")
TERMS = ConfigTerms(
    provider=ProviderKind.CHAT_COMPLETIONS,
    model="qwen3",
    base_url="http://localhost:11434/v1",
    priority=7,
    tags=frozenset({"quick", "中文"}),
    max_output_tokens=100,
    price=ModelPrice(Decimal("0.10"), Decimal("0.5")),
    timeouts=ModelTimeouts(1.0, 2.5, 3.0),
)
NOW = datetime(2026, 1, 2, tzinfo=UTC)


class Desk:
    """A store, with the clock and the key files that it stands on."""

    def __init__(self, database: Database, keys: Path, settings: SettingsConfigs) -> None:
        self.clock = StoppedClock()
        self.vault = Vault(keys, "model-keys")
        self.database = database
        self.settings = settings
        self.store = self.another()

    def another(self) -> SqlModelConfigs:
        """The store of another process."""
        return SqlModelConfigs(self.database, self.vault, self.settings, self.clock)

    async def add(self, owner: str, alias: str, key: Secret | None = KEY, terms: ConfigTerms = TERMS) -> None:
        assert await self.store.add(owner, alias, terms, key, NOW, 50) is not None


@pytest.fixture
def desk(database: Database, tmp_path: Path) -> Desk:
    return Desk(database, tmp_path / "keys", SettingsConfigs((FIXED,)))


def _names(configs: Sequence[ModelConfig]) -> list[tuple[str, str]]:
    return [(config.alias, config.model) for config in configs]


async def test_a_configuration_comes_back_as_it_was_given(desk: Desk) -> None:
    await desk.add("ann", "local")
    config = (await desk.another().active("ann"))[0]
    assert config == ModelConfig(
        alias="local",
        provider=TERMS.provider,
        model="qwen3",
        base_url="http://localhost:11434/v1",
        api_key=KEY,
        priority=7,
        tags=frozenset({"quick", "中文"}),
        max_output_tokens=100,
        price=ModelPrice(Decimal("0.10"), Decimal("0.5")),
        timeouts=ModelTimeouts(1.0, 2.5, 3.0),
        owner_id="ann",
    )


async def test_everybody_has_the_settings_ones_and_nobody_has_anothers(desk: Desk) -> None:
    await desk.add("ann", "mine")
    assert _names(await desk.store.active("ann")) == [("mine", "qwen3"), ("default", "fixed")]
    assert _names(await desk.store.active("bob")) == [("default", "fixed")]
    assert await desk.store.entries("bob") == []
    assert await desk.store.entry("bob", "mine") is None
    assert await desk.store.change("bob", "mine", lambda terms: terms, None, NOW) is None
    assert await desk.store.remove("bob", "mine") is False
    assert (await desk.store.active("ann"))[0].api_key == KEY


async def test_an_own_alias_covers_that_of_the_settings_even_when_it_is_turned_off(desk: Desk) -> None:
    await desk.add("ann", "default")
    assert _names(await desk.store.active("ann")) == [("default", "qwen3")]
    off = dataclasses.replace(TERMS, enabled=False)
    await desk.store.change("ann", "default", lambda _: off, KEY_STAYS, NOW)
    assert _names(await desk.store.active("ann")) == []
    await desk.store.remove("ann", "default")
    assert _names(await desk.store.active("ann")) == [("default", "fixed")]


async def test_an_alias_is_taken_once_per_owner(desk: Desk) -> None:
    await desk.add("ann", "mine")
    await desk.add("bob", "mine")
    with pytest.raises(AliasTaken, match="take another alias"):
        await desk.add("ann", "mine", Secret("other-key-000000"))
    assert (await desk.store.active("ann"))[0].api_key == KEY


async def test_there_is_a_most_of_them(desk: Desk) -> None:
    await desk.add("ann", "one")
    assert await desk.store.add("ann", "two", TERMS, None, NOW, 1) is None
    assert [entry.alias for entry in await desk.store.entries("ann")] == ["one"]


async def test_a_key_stays_is_replaced_or_goes(desk: Desk) -> None:
    await desk.add("ann", "mine")
    renamed = dataclasses.replace(TERMS, model="qwen4")
    await desk.store.change("ann", "mine", lambda _: renamed, KEY_STAYS, NOW)
    config = (await desk.store.active("ann"))[0]
    assert (config.model, config.api_key) == ("qwen4", KEY)
    await desk.store.change("ann", "mine", lambda terms: terms, Secret("a-new-key-wxyz"), NOW)
    assert (await desk.store.active("ann"))[0].api_key == Secret("a-new-key-wxyz")
    assert (await desk.store.entries("ann"))[0].masked_key == "…wxyz"
    await desk.store.change("ann", "mine", lambda terms: terms, None, NOW)
    assert (await desk.store.active("ann"))[0].api_key is None
    assert (await desk.store.entries("ann"))[0].masked_key is None


async def test_what_another_process_changes_is_seen_within_a_second(desk: Desk) -> None:
    other = desk.another()
    assert _names(await other.active("ann")) == [("default", "fixed")]
    await desk.add("ann", "mine")
    desk.clock.move(seconds=0.9)
    assert _names(await other.active("ann")) == [("default", "fixed")]
    desk.clock.move(seconds=0.1)
    assert _names(await other.active("ann"))[0] == ("mine", "qwen3")


async def test_a_clock_that_was_put_back_does_not_keep_old_configurations(desk: Desk) -> None:
    other = desk.another()
    await other.active("ann")
    await desk.add("ann", "mine")
    desk.clock.move(hours=-1)
    assert _names(await other.active("ann"))[0] == ("mine", "qwen3")


async def test_the_key_is_in_no_column_no_log_and_no_repr(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await desk.add("ann", "mine")
    configs = await desk.store.active("ann")
    entries = await desk.store.entries("ann")
    async with desk.database.read() as session:
        rows = (await session.execute(text("SELECT * FROM llm_configs"))).all()
    for shown in (caplog.text, repr(rows), repr(configs), str(entries), repr(KEY)):
        assert KEY.value not in shown
    assert "…cdef" in repr(configs)


async def test_a_sealed_key_that_was_copied_to_another_row_does_not_open(desk: Desk) -> None:
    await desk.add("ann", "mine")
    await desk.add("bob", "stolen", Secret("bobs-own-key-1"))
    steal = "UPDATE llm_configs SET sealed_key = (SELECT sealed_key FROM llm_configs WHERE owner_id = 'ann')"
    async with desk.database.write() as session:
        await session.execute(text(steal))
    with pytest.raises(UnreadableKey, match="model configuration stolen cannot be opened"):
        await desk.another().active("bob")


async def test_a_lost_key_file_is_named_and_the_configuration_can_still_be_seen_changed_and_removed(
    desk: Desk, tmp_path: Path
) -> None:
    await desk.add("ann", "mine")
    await desk.add("ann", "old")
    for file in (tmp_path / "keys").iterdir():
        file.unlink()
    desk.clock.move(seconds=5)
    with pytest.raises(UnreadableKey, match=r"put it back from a backup.*turn the configuration off or remove it"):
        await desk.store.active("ann")
    assert [entry.masked_key for entry in await desk.store.entries("ann")] == ["…cdef", "…cdef"]
    await desk.store.change("ann", "mine", lambda terms: terms, Secret("entered-again-1"), NOW)
    assert await desk.store.remove("ann", "old")
    assert (await desk.store.active("ann"))[0].api_key == Secret("entered-again-1")


async def test_a_server_without_a_model_name_is_told_at_use_and_only_when_nobody_else_can_be_asked(
    database: Database, tmp_path: Path
) -> None:
    begun = Incomplete(dataclasses.replace(FIXED, model=""), Message.verbatim("set PARLEY_LLM_MODEL"))
    desk = Desk(database, tmp_path / "keys", SettingsConfigs(incomplete=(begun,)))
    for _ in range(2):
        with pytest.raises(NoModelConfigured, match="set PARLEY_LLM_MODEL"):
            await desk.store.active("ann")
    await desk.add("ann", "mine")
    assert _names(await desk.store.active("ann")) == [("mine", "qwen3")]


async def test_without_any_configuration_there_are_none(database: Database, tmp_path: Path) -> None:
    assert await Desk(database, tmp_path / "keys", SettingsConfigs()).store.active("ann") == ()


async def test_reading_before_every_call_costs_little_beside_reading_it_anew(desk: Desk) -> None:
    for number in range(10):
        await desk.add("ann", f"model-{number}")
    costs = Costs(at_most=0.1)
    for _ in costs.turns():
        desk.clock.move(seconds=2)
        with costs.beside():
            await desk.store.active("ann")
        with costs.work():
            await desk.store.active("ann")
    assert costs.within_bounds, costs
