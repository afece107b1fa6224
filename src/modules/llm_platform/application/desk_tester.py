"""Tries a model out by asking it, in the book and within the budgets like everybody else."""

from dataclasses import dataclass
from datetime import datetime

from packages.core.errors import ParleyError
from src.modules.llm_platform.application.asking import ask
from src.modules.llm_platform.application.desk import ModelDesk
from src.modules.llm_platform.application.model_tester import ModelTest
from src.modules.llm_platform.application.turns import Call
from src.modules.llm_platform.domain.errors import BudgetExhausted, ModelFault, PriceUnknown
from src.modules.llm_platform.domain.ledger import CallScope
from src.modules.llm_platform.domain.models import ModelConfig, candidates
from src.modules.llm_platform.domain.prices import cost_of
from src.modules.llm_platform.domain.requests import ModelAnswer, ModelRequest

CALLER = "test"
_QUESTION = ModelRequest(prompt="Answer with the one word: ready")


@dataclass(frozen=True, slots=True)
class DeskTester:
    """The port `ModelTester`; only the model that was named is asked."""

    desk: ModelDesk

    async def ask(self, owner_id: str, alias: str) -> ModelTest:
        (config,) = candidates(await self.desk.configs.active(owner_id), alias, None)
        begun = self.desk.clock.now()
        try:
            answer = await ask(self.desk, Call(CallScope(owner_id=owner_id, caller=CALLER), alias), _QUESTION)
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
            cost=cost_of(answer.usage, self.desk.prices.of(config)),
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
        return round((self.desk.clock.now() - begun).total_seconds() * 1000)
