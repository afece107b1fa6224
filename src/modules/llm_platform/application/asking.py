"""One question with one answer: who is asked in turn, how often, and what is reused."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from packages.core.ids import derived_id
from src.modules.llm_platform.application.model_calls import ModelServices, Try
from src.modules.llm_platform.domain.budgets import worst_case
from src.modules.llm_platform.domain.errors import ModelFault, ModelTimeout
from src.modules.llm_platform.domain.ledger import CallAttempt, CallScope, MoneyAndTokens, Reused
from src.modules.llm_platform.domain.models import ModelConfig, candidates
from src.modules.llm_platform.domain.requests import Finish, ModelAnswer, ModelRequest, fingerprint


@dataclass(frozen=True, slots=True)
class ModelCall:
    """On whose behalf, and which models come into question."""

    scope: CallScope
    alias: str | None = None
    tags: tuple[str, ...] = ()


class ModelTurns:
    """The tries of one call, counted over all models that were asked."""

    def __init__(self, services: ModelServices, call: ModelCall, configs: Sequence[ModelConfig]) -> None:
        self._services = services
        self._call = call
        self._waiting = list(configs)
        self._id = services.ids.new()
        self._tries_here = 0
        self._tries = 0

    @classmethod
    async def of(cls, services: ModelServices, call: ModelCall) -> "ModelTurns":
        active = await services.configs.active(call.scope.owner_id)
        return cls(services, call, candidates(active, call.alias, call.tags))

    def next(self) -> ModelConfig:
        self._tries += 1
        self._tries_here += 1
        return self._waiting[0]

    async def after(self, fault: ModelFault) -> None:
        """Waits, or moves on; raises the fault when nobody is left to ask."""
        wait = self._services.backoff.wait(fault, self._tries_here, self._services.chance)
        if wait is not None:
            await self._services.sleep(wait)
            return
        if len(self._waiting) == 1:
            raise fault
        del self._waiting[0]
        self._tries_here = 0

    def key(self, *asked: str) -> str | None:
        """Under which this run finds its finished answer again; without a run there is nothing to resume."""
        scope = self._call.scope
        if scope.run_id is None:
            return None
        wanted = (self._call.alias or "", *sorted(self._call.tags))
        return derived_id(scope.owner_id, scope.run_id, scope.agent, scope.step, *asked, *wanted)

    def attempt(
        self,
        config: ModelConfig,
        *,
        key: str | None,
        prompt_hash: str,
        schema_hash: str | None,
        reserved: MoneyAndTokens,
    ) -> CallAttempt:
        return CallAttempt(
            call_id=self._id,
            number=self._tries,
            scope=self._call.scope,
            key=key,
            alias=config.alias,
            provider=config.provider,
            model=config.model,
            prompt_hash=prompt_hash,
            schema_hash=schema_hash,
            reserved=reserved,
            started_at=self._services.clock.now(),
        )


async def ask(services: ModelServices, call: ModelCall, request: ModelRequest) -> ModelAnswer:
    """Each model in turn, each as often as its faults allow; the last fault, when none answers."""
    turns = await ModelTurns.of(services, call)
    while True:
        config = turns.next()
        sized = replace(request, max_output_tokens=config.max_output_tokens)
        try:
            async with services.trying(config, _attempt(services, turns, config, sized)) as trial:
                if isinstance(trial, Reused):
                    return ModelAnswer(text=trial.answer)
                return await _sent(services, config, sized, trial)
        except ModelFault as fault:
            await turns.after(fault)


async def _sent(services: ModelServices, config: ModelConfig, request: ModelRequest, trial: Try) -> ModelAnswer:
    # The SDK's timeout is between two bytes: a server that drips could keep a call for ever.
    try:
        async with asyncio.timeout(config.timeouts.read):
            answer = await services.providers.provider_for(config).generate(request)
    except TimeoutError:
        seconds = f"{config.timeouts.read:g}"
        raise ModelTimeout("llm_platform.answer_late", alias=config.alias, seconds=seconds, may_be_paid=True) from None
    if answer.finish is Finish.STOP:
        trial.answered(answer.text, answer.usage, answer.response_id)
    else:
        trial.cut(answer.usage, answer.finish)
    return answer


def _attempt(services: ModelServices, turns: ModelTurns, config: ModelConfig, request: ModelRequest) -> CallAttempt:
    schema = request.schema.json_schema if request.schema else None
    prompt_hash = fingerprint([request.system_message, request.prompt])
    schema_hash = fingerprint(schema) if schema is not None else None
    sent = f"{request.system_message or ''}{request.prompt}{schema or ''}"
    return turns.attempt(
        config,
        key=turns.key(prompt_hash, schema_hash or "", str(request.temperature)),
        prompt_hash=prompt_hash,
        schema_hash=schema_hash,
        reserved=worst_case(sent, request.max_output_tokens, services.prices.of(config)),
    )
