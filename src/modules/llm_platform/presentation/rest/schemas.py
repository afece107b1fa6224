"""Model configurations on the wire: what comes in is checked strictly, and a key never goes out."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    SecretStr,
    StringConstraints,
)

from packages.contracts.sentences import SaidText
from packages.core.messages import Sentence, message
from packages.settings.llm import sendable_key, server_address
from src.modules.llm_platform.application.model_configs import (
    ALIAS,
    KEY_STAYS,
    OWN_PRIORITY,
    ConfigEntry,
    ConfigOrigin,
    ConfigTerms,
    NewKey,
)
from src.modules.llm_platform.application.model_tester import ModelTest
from src.modules.llm_platform.domain.models import ModelPrice, ModelTimeouts, ProviderKind, Secret


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(Sentence(message("validation.control_characters")))
    return text


def _exact(value: object) -> object:
    if isinstance(value, bool | float):
        raise ValueError(Sentence(message("validation.amount_as_text")))  # noqa: TRY004 - pydantic's
    return value


def _different(tags: list[str]) -> list[str]:
    return sorted(set(tags))


def _plain(amount: Decimal) -> str:
    return f"{amount:f}"


Alias = Annotated[str, StringConstraints(pattern=f"^{ALIAS.pattern}$")]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(_printable)
]
Tag = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_printable)]
Tags = Annotated[list[Tag], Field(max_length=20), AfterValidator(_different)]
BaseUrl = Annotated[str, StringConstraints(max_length=500), AfterValidator(_printable), AfterValidator(server_address)]
Key = Annotated[SecretStr, Field(max_length=500), AfterValidator(sendable_key)]
ProviderName = Annotated[ProviderKind, Field(strict=False)]
Priority = Annotated[int, Field(ge=-1000, le=1000)]
OutputTokens = Annotated[int, Field(ge=1, le=1_000_000)]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
DollarsIn = Annotated[
    Decimal, BeforeValidator(_exact), Field(strict=False, ge=0, le=100_000, max_digits=12, decimal_places=6)
]
DollarsOut = Annotated[Decimal, PlainSerializer(_plain, return_type=str)]


class Body(BaseModel):
    """Base of all bodies: types are strict, and a field that nobody reads is an error."""

    model_config = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class PriceIn(Body):
    """US dollars for a million tokens, as text."""

    input_per_million: DollarsIn
    output_per_million: DollarsIn

    def to_price(self) -> ModelPrice:
        return ModelPrice(self.input_per_million, self.output_per_million)


class TimeoutsIn(Body):
    """Seconds: for a connection, for the whole answer, between two events of a stream."""

    connect: Seconds = ModelTimeouts().connect
    read: Seconds = ModelTimeouts().read
    idle: Seconds = ModelTimeouts().idle

    def over(self, timeouts: ModelTimeouts) -> ModelTimeouts:
        return replace(timeouts, **{name: getattr(self, name) for name in self.model_fields_set})


class ConfigChange(Body):
    """What is left out stays as it is; null takes a base_url, a key or a price away."""

    # Factories, so that the description of the API shows no default: a field that is left out is not read.
    provider: ProviderName = Field(default_factory=lambda: ProviderKind.AUTO)
    model: Text = Field(default_factory=str)
    base_url: BaseUrl | None = None
    api_key: Key | None = None
    priority: Priority = Field(default_factory=lambda: OWN_PRIORITY)
    tags: Tags = Field(default_factory=list)
    max_output_tokens: OutputTokens = Field(default_factory=int)
    price: PriceIn | None = None
    timeouts: TimeoutsIn = Field(default_factory=TimeoutsIn)
    enabled: bool = Field(default_factory=bool)

    def over(self, terms: ConfigTerms) -> ConfigTerms:
        """The terms with what was given put in."""
        given: dict[str, Any] = {name: getattr(self, name) for name in self.model_fields_set - {"alias", "api_key"}}
        if "tags" in given:
            given["tags"] = frozenset(self.tags)
        if "price" in given:
            given["price"] = self.price.to_price() if self.price else None
        if given.pop("timeouts", None) is not None:
            given["timeouts"] = self.timeouts.over(terms.timeouts)
        return replace(terms, **given)

    def new_key(self) -> NewKey:
        return self.secret() if "api_key" in self.model_fields_set else KEY_STAYS

    def secret(self) -> Secret | None:
        return Secret(self.api_key.get_secret_value()) if self.api_key else None


class NewConfig(ConfigChange):
    """A configuration; the provider is found out where none is named."""

    alias: Alias
    model: Text

    def terms(self) -> ConfigTerms:
        return self.over(ConfigTerms(provider=ProviderKind.AUTO, model=self.model))


class PriceOut(BaseModel):
    """US dollars for a million tokens."""

    input_per_million: DollarsOut
    output_per_million: DollarsOut

    @classmethod
    def of(cls, price: ModelPrice) -> "PriceOut":
        return cls(input_per_million=price.input_per_million, output_per_million=price.output_per_million)


class TimeoutsOut(BaseModel):
    connect: float
    read: float
    idle: float

    @classmethod
    def of(cls, timeouts: ModelTimeouts) -> "TimeoutsOut":
        return cls(connect=timeouts.connect, read=timeouts.read, idle=timeouts.idle)


class ConfigOut(BaseModel):
    """`api_key` is masked. `problem` says why the configuration cannot be asked; empty when it can."""

    alias: str
    origin: ConfigOrigin
    provider: ProviderKind
    model: str
    base_url: str | None
    api_key: str | None
    priority: int
    tags: list[str]
    max_output_tokens: int
    price: PriceOut | None
    timeouts: TimeoutsOut
    enabled: bool
    problem: SaidText
    created_at: datetime | None
    updated_at: datetime | None

    @classmethod
    def of(cls, entry: ConfigEntry) -> "ConfigOut":
        terms = entry.terms
        return cls(
            alias=entry.alias,
            origin=entry.origin,
            provider=terms.provider,
            model=terms.model,
            base_url=terms.base_url,
            api_key=entry.masked_key,
            priority=terms.priority,
            tags=sorted(terms.tags),
            max_output_tokens=terms.max_output_tokens,
            price=PriceOut.of(terms.price) if terms.price else None,
            timeouts=TimeoutsOut.of(terms.timeouts),
            enabled=terms.enabled,
            problem=entry.problem,
            created_at=entry.created_at,
            updated_at=entry.updated_at,
        )


class ConfigList(BaseModel):
    """In the order in which they are asked."""

    configs: list[ConfigOut]


class ErrorOut(BaseModel):
    code: str
    message: SaidText


class ModelTestOut(BaseModel):
    """`cost` in US dollars; null when nobody has stated the model's price."""

    alias: str
    model: str
    ok: bool
    latency_ms: int
    input_tokens: int | None
    output_tokens: int | None
    cost: DollarsOut | None
    answer: str | None
    error: ErrorOut | None

    @classmethod
    def of(cls, test: ModelTest) -> "ModelTestOut":
        failed = test.error_code is not None
        return cls(
            alias=test.alias,
            model=test.model,
            ok=test.ok,
            latency_ms=test.latency_ms,
            input_tokens=test.usage.input_tokens if test.usage else None,
            output_tokens=test.usage.output_tokens if test.usage else None,
            cost=test.cost,
            answer=test.answer,
            error=ErrorOut(code=test.error_code or "", message=test.error_message or "") if failed else None,
        )
