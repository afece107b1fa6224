"""Model configurations: which model, behind which door, in which order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from src.modules.llm_platform.domain.errors import NoModelConfigured, UnknownModelAlias


class ProviderKind(StrEnum):
    """Which protocol the server speaks; `auto`: Responses is tried once, and what worked is remembered."""

    RESPONSES = "responses"
    CHAT_COMPLETIONS = "chat_completions"
    ANTHROPIC = "anthropic"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """In US dollars for a million tokens; an amount without a price is unknown, never zero."""

    input_per_million: Decimal
    output_per_million: Decimal


@dataclass(frozen=True, slots=True)
class ModelTimeouts:
    """How long to wait, in seconds: for a connection, for the whole answer, between two events of a stream."""

    connect: float = 10.0
    read: float = 120.0
    idle: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """One named model. `owner_id` None: from the settings, for everybody. `price` None: ask the price table."""

    alias: str
    provider: ProviderKind
    model: str
    base_url: str | None = None
    api_key: "Secret | None" = None
    priority: int = 0
    tags: frozenset[str] = frozenset()
    max_output_tokens: int = 4096
    price: ModelPrice | None = None
    timeouts: ModelTimeouts = ModelTimeouts()
    owner_id: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A key in clear; it shows itself only when asked by name."""

    value: str

    @property
    def masked(self) -> str:
        return f"…{self.value[-4:]}" if len(self.value) >= 12 else "…"

    def __repr__(self) -> str:
        return f"Secret({self.masked})"


def candidates(configs: Iterable[ModelConfig], alias: str | None, tags: Sequence[str] | None) -> list[ModelConfig]:
    """Whom to ask, in order. An alias names exactly one; tags narrow; a higher priority comes first."""
    known = list(configs)
    if not known:
        raise NoModelConfigured("llm_platform.no_model")
    if alias is not None:
        return _named(known, alias)
    wanted = frozenset(tags or ())
    fitting = [config for config in known if wanted <= config.tags]
    if not fitting:
        raise NoModelConfigured("llm_platform.no_model_with_tags", tags=sorted(wanted))
    return sorted(fitting, key=lambda config: (-config.priority, config.alias))


def _named(known: Sequence[ModelConfig], alias: str) -> list[ModelConfig]:
    found = [config for config in known if config.alias == alias]
    if not found:
        names = ", ".join(sorted(config.alias for config in known))
        raise UnknownModelAlias("llm_platform.unknown_alias", alias=alias, known=names)
    return found
