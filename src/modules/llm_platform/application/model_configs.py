"""Model configurations as their owners see and change them: everything about them but the key itself."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Literal, Protocol

from packages.core.clock import Clock
from packages.core.errors import Conflict, Forbidden
from packages.core.messages import Language, Message, render
from src.modules.llm_platform.domain.errors import UnknownModelAlias
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ModelTimeouts, ProviderKind, Secret

ALIAS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
# Above the 0 of the settings' own: what a person adds is asked first, unless they say otherwise.
OWN_PRIORITY = 10
MOST_CONFIGS = 50


class FixedBySettings(Conflict):
    """The configuration comes from the settings, and is changed there."""


class PrivateServer(Forbidden):
    """On a server with several people, nobody may point it at private addresses."""


class TooManyConfigs(Conflict):
    """The owner has as many configurations as one may have."""


class ConfigOrigin(StrEnum):
    """Who keeps a configuration: its owner, or the settings for everybody."""

    OWN = "own"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigTerms:
    """All that an owner may say about a model, besides its alias and its key."""

    provider: ProviderKind
    model: str
    base_url: str | None = None
    priority: int = OWN_PRIORITY
    tags: frozenset[str] = frozenset()
    max_output_tokens: int = 4096
    price: ModelPrice | None = None
    timeouts: ModelTimeouts = field(default_factory=ModelTimeouts)
    enabled: bool = True

    @classmethod
    def of(cls, config: ModelConfig) -> "ConfigTerms":
        return cls(
            provider=config.provider,
            model=config.model,
            base_url=config.base_url,
            priority=config.priority,
            tags=config.tags,
            max_output_tokens=config.max_output_tokens,
            price=config.price,
            timeouts=config.timeouts,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigEntry:
    """A configuration as it may be shown. `masked_key` None: it has none. `problem`: why it cannot be asked."""

    alias: str
    origin: ConfigOrigin
    terms: ConfigTerms
    masked_key: str | None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A configuration that the settings begin and do not finish, and what is missing."""

    config: ModelConfig
    problem: Message


@dataclass(frozen=True, slots=True)
class SettingsConfigs:
    """What the settings say, for everybody."""

    configs: tuple[ModelConfig, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()


class KeyStays(Enum):
    """The change does not touch the key."""

    KEY_STAYS = "key stays"


KEY_STAYS = KeyStays.KEY_STAYS
NewKey = Secret | None | Literal[KeyStays.KEY_STAYS]
Amend = Callable[[ConfigTerms], ConfigTerms]


class ConfigStore(Protocol):
    """Where owners' configurations are kept, with their keys sealed."""

    async def entries(self, owner_id: str) -> Sequence[ConfigEntry]: ...

    async def entry(self, owner_id: str, alias: str) -> ConfigEntry | None: ...

    async def add(
        self, owner_id: str, alias: str, terms: ConfigTerms, key: Secret | None, at: datetime, most: int
    ) -> ConfigEntry | None:
        """Raises `AliasTaken`; None when the owner has `most` of them already."""
        ...

    async def change(self, owner_id: str, alias: str, amend: Amend, key: NewKey, at: datetime) -> ConfigEntry | None:
        """None when the owner has none of this alias."""
        ...

    async def remove(self, owner_id: str, alias: str) -> bool:
        """False when the owner has none of this alias."""
        ...


@dataclass(frozen=True, slots=True)
class ConfigBook:
    """An owner's own configurations, and those of the settings, which an own one of the same alias covers up."""

    store: ConfigStore
    settings: SettingsConfigs
    clock: Clock
    may_be_asked: Callable[[str], bool] = lambda _base_url: True

    async def list(self, owner_id: str) -> Sequence[ConfigEntry]:
        """In the order in which they are asked."""
        own = await self.store.entries(owner_id)
        covered = {entry.alias for entry in own}
        fixed = [entry for entry in self._fixed() if entry.alias not in covered]
        return sorted([*own, *fixed], key=lambda entry: (-entry.terms.priority, entry.alias))

    async def get(self, owner_id: str, alias: str) -> ConfigEntry:
        found = await self._own(owner_id, alias) or self._of_settings(alias)
        if found is None:
            raise _unknown(alias)
        return found

    async def add(self, owner_id: str, alias: str, terms: ConfigTerms, key: Secret | None) -> ConfigEntry:
        added = await self.store.add(owner_id, alias, self._allowed(terms), key, self.clock.now(), MOST_CONFIGS)
        if added is None:
            raise TooManyConfigs("llm_platform.too_many_configs", most=MOST_CONFIGS)
        return added

    async def change(self, owner_id: str, alias: str, amend: Amend, key: NewKey) -> ConfigEntry:
        if ALIAS.fullmatch(alias):
            changed = await self.store.change(
                owner_id, alias, lambda terms: self._allowed(amend(terms)), key, self.clock.now()
            )
            if changed is not None:
                return changed
        raise self._not_yours(alias)

    async def remove(self, owner_id: str, alias: str) -> None:
        if not ALIAS.fullmatch(alias) or not await self.store.remove(owner_id, alias):
            raise self._not_yours(alias)

    def _allowed(self, terms: ConfigTerms) -> ConfigTerms:
        if terms.base_url and not self.may_be_asked(terms.base_url):
            raise PrivateServer("llm_platform.private_server", url=terms.base_url)
        return terms

    async def _own(self, owner_id: str, alias: str) -> ConfigEntry | None:
        return await self.store.entry(owner_id, alias) if ALIAS.fullmatch(alias) else None

    def _of_settings(self, alias: str) -> ConfigEntry | None:
        return next((entry for entry in self._fixed() if entry.alias == alias), None)

    def _fixed(self) -> Sequence[ConfigEntry]:
        whole = [_entry(config) for config in self.settings.configs]
        return whole + [_entry(begun.config, render(begun.problem, Language.EN)) for begun in self.settings.incomplete]

    def _not_yours(self, alias: str) -> Conflict | UnknownModelAlias:
        if self._of_settings(alias) is None:
            return _unknown(alias)
        return FixedBySettings("llm_platform.fixed_by_settings", alias=alias)


def _entry(config: ModelConfig, problem: str = "") -> ConfigEntry:
    masked = config.api_key.masked if config.api_key else None
    terms = ConfigTerms.of(config)
    return ConfigEntry(
        alias=config.alias, origin=ConfigOrigin.SETTINGS, terms=terms, masked_key=masked, problem=problem
    )


def _unknown(alias: str) -> UnknownModelAlias:
    shown = alias if ALIAS.fullmatch(alias) else "of this kind"
    return UnknownModelAlias("llm_platform.no_such_config", alias=shown)
