"""Tries a model out with one short question, in the ledger and within the budgets like every other."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from packages.core.errors import ParleyError
from src.modules.llm_platform.application.model_calls import ModelCall, ModelServices, ask
from src.modules.llm_platform.application.model_configs import ConfigBook, ConfigEntry
from src.modules.llm_platform.domain.errors import BudgetExhausted, ModelFault, PriceUnknown
from src.modules.llm_platform.domain.ledger import CallScope, cost_of
from src.modules.llm_platform.domain.models import ModelConfig, candidates
from src.modules.llm_platform.domain.requests import ModelAnswer, ModelRequest, TokenUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTest:
    """How a model answered one short question. `cost` None: nobody has stated its price."""

    alias: str
    model: str
    ok: bool
    latency_ms: int = 0
    usage: TokenUsage | None = None
    cost: Decimal | None = None
    answer: str | None = None
    error_code: str | None = None
    error_message: str | None = None


class ModelTester(Protocol):
    """Asks one short question, through the ledger and the budgets like every other."""

    async def ask(self, owner_id: str, alias: str) -> ModelTest:
        """A model that does not answer, or may not be asked, is a result with `ok` false and the reason."""
        ...


async def try_out(configs: ConfigBook, tester: ModelTester, owner_id: str, alias: str) -> ModelTest:
    """Whoever cannot be asked at all is not: the result says why. An alias that nobody has is `UnknownModelAlias`."""
    entry = await configs.get(owner_id, alias)
    if not entry.terms.enabled:
        return _not_asked(entry, "turned_off", f"{entry.alias} is turned off: turn it on, then try it again.")
    if entry.problem:
        return _not_asked(entry, "not_complete", entry.problem)
    return await tester.ask(owner_id, entry.alias)


def _not_asked(entry: ConfigEntry, code: str, why: str) -> ModelTest:
    return ModelTest(alias=entry.alias, model=entry.terms.model, ok=False, error_code=code, error_message=why)


CALLER = "test"
_QUESTION = ModelRequest(prompt="Answer with the one word: ready")


@dataclass(frozen=True, slots=True)
class LedgerTester:
    """The port `ModelTester`; only the model that was named is asked."""

    services: ModelServices

    async def ask(self, owner_id: str, alias: str) -> ModelTest:
        (config,) = candidates(await self.services.configs.active(owner_id), alias, None)
        begun = self.services.clock.now()
        try:
            answer = await ask(self.services, ModelCall(CallScope(owner_id=owner_id, caller=CALLER), alias), _QUESTION)
        except (ModelFault, BudgetExhausted, PriceUnknown) as error:
            return self._failed(config, begun, error)
        return self._answered(config, begun, answer)

    def _answered(self, config: ModelConfig, begun: datetime, answer: ModelAnswer) -> ModelTest:
        return ModelTest(
            alias=config.alias,
            model=config.model,
            ok=True,
            latency_ms=self._since(begun),
            usage=answer.usage,
            cost=cost_of(answer.usage, self.services.prices.of(config)),
            answer=answer.text,
        )

    def _failed(self, config: ModelConfig, begun: datetime, error: ParleyError) -> ModelTest:
        return ModelTest(
            alias=config.alias,
            model=config.model,
            ok=False,
            latency_ms=self._since(begun),
            error_code=error.code,
            error_message=error.message,
        )

    def _since(self, begun: datetime) -> int:
        return round((self.services.clock.now() - begun).total_seconds() * 1000)
