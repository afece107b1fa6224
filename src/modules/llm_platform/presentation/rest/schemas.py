"""Model configurations on the wire: what comes in is checked strictly, and a key never goes out."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.sentences import SaidText
from src.modules.llm_platform.application.model_configs import (
    KEY_STAYS,
    OWN_PRIORITY,
    ConfigEntry,
    ConfigOrigin,
    ConfigTerms,
    NewKey,
)
from src.modules.llm_platform.application.model_tester import ModelTest
from src.modules.llm_platform.domain.models import ModelPrice, ModelTimeouts, ProviderKind, Secret
from src.modules.llm_platform.presentation.rest import fields


class Body(BaseModel):
    """Base of all bodies: types are strict, and a field that nobody reads is an error."""

    model_config = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class PriceIn(Body):
    """US dollars for a million tokens, as text."""

    input_per_million: fields.DollarsIn
    output_per_million: fields.DollarsIn

    def to_price(self) -> ModelPrice:
        return ModelPrice(self.input_per_million, self.output_per_million)


class TimeoutsIn(Body):
    """Seconds: for a connection, for the whole answer, between two events of a stream."""

    connect: fields.Seconds = ModelTimeouts().connect
    read: fields.Seconds = ModelTimeouts().read
    idle: fields.Seconds = ModelTimeouts().idle

    def over(self, timeouts: ModelTimeouts) -> ModelTimeouts:
        return replace(timeouts, **{name: getattr(self, name) for name in self.model_fields_set})


class ConfigChange(Body):
    """What is left out stays as it is; null takes a base_url, a key or a price away."""

    # Factories, so that the description of the API shows no default: a field that is left out is not read.
    provider: fields.ProviderName = Field(default_factory=lambda: ProviderKind.AUTO)
    model: fields.Text = Field(default_factory=str)
    base_url: fields.BaseUrl | None = None
    api_key: fields.Key | None = None
    priority: fields.Priority = Field(default_factory=lambda: OWN_PRIORITY)
    tags: fields.Tags = Field(default_factory=list)
    max_output_tokens: fields.OutputTokens = Field(default_factory=int)
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

    alias: fields.Alias
    model: fields.Text

    def terms(self) -> ConfigTerms:
        return self.over(ConfigTerms(provider=ProviderKind.AUTO, model=self.model))


class PriceOut(BaseModel):
    """US dollars for a million tokens."""

    input_per_million: fields.DollarsOut
    output_per_million: fields.DollarsOut

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
    problem: str
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
    cost: fields.DollarsOut | None
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
