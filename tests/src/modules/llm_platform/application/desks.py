"""Desks for the tests of the service: scripted models or a local server, and a real ledger."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.model_calls import ModelServices
from src.modules.llm_platform.application.ports import CallLedger, ModelProviders
from src.modules.llm_platform.domain.errors import Backoff
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, ProviderKind

OWNER = "owner-1"
PRICE = ModelPrice(input_per_million=Decimal(2), output_per_million=Decimal(10))


def config(alias: str, priority: int = 0, **more: object) -> ModelConfig:
    given = {"provider": ProviderKind.RESPONSES, "model": "scripted", "max_output_tokens": 1000} | more
    return ModelConfig(alias=alias, priority=priority, **given)  # type: ignore[arg-type]


@dataclass
class FixedConfigs:
    """The same configurations for everybody."""

    configs: Sequence[ModelConfig]

    async def active(self, owner_id: str) -> Sequence[ModelConfig]:
        return self.configs


@dataclass
class OnePrice:
    """The same price for every model."""

    price: ModelPrice | None = PRICE

    def of(self, config: ModelConfig) -> ModelPrice | None:
        return self.price


@dataclass
class Naps:
    """Waits that are noted instead of slept."""

    taken: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


def desk(
    configs: Sequence[ModelConfig],
    providers: ModelProviders,
    ledger: CallLedger,
    clock: Clock,
    *,
    naps: Naps | None = None,
    price: ModelPrice | None = PRICE,
) -> ModelServices:
    return ModelServices(
        configs=FixedConfigs(configs),
        providers=providers,
        ledger=ledger,
        prices=OnePrice(price),
        clock=clock,
        ids=Ids(clock),
        backoff=Backoff(attempts=3),
        chance=random.Random(1),
        sleep=naps or Naps(),
    )


def service(desk: ModelServices, run_id: str | None = "run-1", agent: str = "bull", step: str = "") -> LLMService:
    return LLMService(desk, CallScope(owner_id=OWNER, caller="test", run_id=run_id, agent=agent, step=step))
