"""A model configuration as a row; its key is sealed, and only the last characters of it are readable."""

import json
from datetime import datetime
from decimal import Decimal

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.messages import Sentence, message
from packages.infra.db.base import Base
from src.modules.llm_platform.application.model_configs import ConfigEntry, ConfigOrigin, ConfigTerms
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ModelTimeouts, ProviderKind, Secret


class LlmConfigRow(Base):
    """One owner's configuration. Prices are decimal texts, because SQLite would make floats of them."""

    __tablename__ = "llm_configs"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    alias: Mapped[str] = mapped_column(String(60), primary_key=True)
    provider: Mapped[str] = mapped_column(String(30))
    model: Mapped[str] = mapped_column(String(200))
    base_url: Mapped[str | None] = mapped_column(String(500))
    priority: Mapped[int]
    tags: Mapped[str] = mapped_column(Text)
    sealed_key: Mapped[str | None] = mapped_column(Text)
    masked_key: Mapped[str | None] = mapped_column(String(8))
    max_output_tokens: Mapped[int]
    input_price: Mapped[str | None] = mapped_column(String(40))
    output_price: Mapped[str | None] = mapped_column(String(40))
    connect_seconds: Mapped[float]
    read_seconds: Mapped[float]
    idle_seconds: Mapped[float]
    enabled: Mapped[bool]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    def take(self, terms: ConfigTerms, at: datetime) -> None:
        self.provider = terms.provider.value
        self.model = terms.model
        self.base_url = terms.base_url
        self.priority = terms.priority
        self.tags = json.dumps(sorted(terms.tags), ensure_ascii=False)
        self.max_output_tokens = terms.max_output_tokens
        self.input_price = str(terms.price.input_per_million) if terms.price else None
        self.output_price = str(terms.price.output_per_million) if terms.price else None
        self.connect_seconds = terms.timeouts.connect
        self.read_seconds = terms.timeouts.read
        self.idle_seconds = terms.timeouts.idle
        self.enabled = terms.enabled
        self.updated_at = at

    def terms(self) -> ConfigTerms:
        return ConfigTerms(
            provider=ProviderKind(self.provider),
            model=self.model,
            base_url=self.base_url,
            priority=self.priority,
            tags=frozenset(json.loads(self.tags)),
            max_output_tokens=self.max_output_tokens,
            price=self._price(),
            timeouts=ModelTimeouts(self.connect_seconds, self.read_seconds, self.idle_seconds),
            enabled=self.enabled,
        )

    def to_entry(self) -> ConfigEntry:
        return ConfigEntry(
            alias=self.alias,
            origin=ConfigOrigin.OWN,
            terms=self.terms(),
            masked_key=self.masked_key,
            created_at=self.created_at,
            updated_at=self.updated_at,
            problem=self._problem(),
        )

    def to_config(self, key: Secret | None) -> ModelConfig:
        terms = self.terms()
        return ModelConfig(
            alias=self.alias,
            provider=terms.provider,
            model=terms.model,
            base_url=terms.base_url,
            api_key=key,
            priority=terms.priority,
            tags=terms.tags,
            max_output_tokens=terms.max_output_tokens,
            price=terms.price,
            timeouts=terms.timeouts,
            owner_id=self.owner_id,
        )

    def _price(self) -> ModelPrice | None:
        if self.input_price is None or self.output_price is None:
            return None
        return ModelPrice(Decimal(self.input_price), Decimal(self.output_price))

    def _problem(self) -> str:
        if self.base_url is None and self.sealed_key is None:
            return Sentence(message("llm_platform.needs_key_or_server"))
        return ""
