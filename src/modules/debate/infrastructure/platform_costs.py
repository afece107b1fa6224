"""What a debate may cost, by the model that would be asked first and the platform's price table."""

from src.modules.debate.domain.cost import DebateCost, DebateCosts, ModelTerms, cost_by_model, cost_by_rules
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.model.enums import Engine, Stance
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.advocate import Advocate
from src.modules.debate.infrastructure.engine_choice import CallScope, EngineChoice, Platform, PlatformAccess


class PlatformCosts(DebateCosts):
    """Nothing is sent to find out."""

    def __init__(self, access: PlatformAccess, scope: CallScope, choice: EngineChoice, llm: ILLMPort) -> None:
        self._access = access
        self._scope = scope
        self._choice = choice
        self._llm = llm

    async def estimate(self, debate_input: DebateInput, rounds: int) -> DebateCost:
        if await self._choice.engine() is Engine.RULES:
            return cost_by_rules(rounds)
        async with self._access.opened() as platform:
            terms = await self._terms(platform)
        return cost_by_model(rounds, self._longest_question(debate_input), terms)

    async def _terms(self, platform: Platform) -> ModelTerms:
        services = platform.service(self._scope).services
        active = await services.configs.active(self._scope.owner_id)
        first = min(active, key=lambda config: (-config.priority, config.alias))
        price = services.prices.of(first)
        return ModelTerms(
            model=first.model,
            input_per_million=price.input_per_million if price else None,
            output_per_million=price.output_per_million if price else None,
            max_output_tokens=first.max_output_tokens,
        )

    def _longest_question(self, debate_input: DebateInput) -> int:
        bull = Advocate(self._llm, Stance.BULL, BullArgument).question(debate_input, None)
        bear = Advocate(self._llm, Stance.BEAR, BearArgument).question(debate_input, None)
        return max(len("".join(question).encode()) for question in (bull, bear))
