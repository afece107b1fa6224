"""One call of a model: what it needs, whom it asks in turn, and its tries, each in the ledger before it is sent."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from packages.core.clock import Clock
from packages.core.ids import Ids, derived_id
from packages.core.messages import Sentence, message
from src.modules.llm_platform.application.ports import CallLedger, ModelConfigs, ModelProviders, Prices
from src.modules.llm_platform.domain.errors import (
    Backoff,
    CallInFlight,
    CircuitBreaker,
    CircuitOpen,
    ModelFault,
    ModelTimeout,
)
from src.modules.llm_platform.domain.ledger import (
    AttemptEnd,
    Begun,
    CallAttempt,
    CallScope,
    CallStatus,
    MoneyAndTokens,
    Reused,
    cost_of,
    worst_case,
)
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice, candidates
from src.modules.llm_platform.domain.requests import Finish, ModelAnswer, ModelRequest, TokenUsage, fingerprint

_POLL_SECONDS = 0.25
_NOTHING = MoneyAndTokens(money=None, tokens=0)


@dataclass(slots=True, kw_only=True)
class ModelServices:
    """One per process: the circuit breakers remember how each configuration fared."""

    configs: ModelConfigs
    providers: ModelProviders
    ledger: CallLedger
    prices: Prices
    clock: Clock
    ids: Ids
    backoff: Backoff = field(default_factory=Backoff)
    chance: random.Random = field(default_factory=random.Random)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    breaker: Callable[[], CircuitBreaker] = CircuitBreaker
    _breakers: dict[ModelConfig, CircuitBreaker] = field(default_factory=dict, init=False)

    def breaker_of(self, config: ModelConfig) -> CircuitBreaker:
        return self._breakers.setdefault(config, self.breaker())

    @asynccontextmanager
    async def trying(self, config: ModelConfig, attempt: CallAttempt) -> AsyncIterator["Try | Reused"]:
        """A try that is in the ledger before it is sent, and settled however it ends."""
        breaker = self.breaker_of(config)
        if not breaker.lets_through(self.clock.now()):
            raise CircuitOpen("llm_platform.circuit_open", alias=config.alias)
        probing = breaker.is_open
        try:
            begun = await self._begun(config, attempt)
            if isinstance(begun, Reused):
                yield begun
                return
            async with self._settled(config, attempt, begun) as trial:
                yield trial
        except ModelFault as fault:
            _judge(breaker, fault, self.clock.now())
            raise
        else:
            breaker.succeeded()
        finally:
            if probing:
                breaker.probe_ended()

    async def _begun(self, config: ModelConfig, attempt: CallAttempt) -> Begun | Reused:
        """Waits for the same question of the same run, as long as an answer may take, and reuses its answer."""
        waited = 0.0
        while True:
            try:
                return await self.ledger.begin(attempt)
            except CallInFlight:
                if waited >= config.timeouts.read:
                    raise
                await self.sleep(_POLL_SECONDS)
                waited += _POLL_SECONDS

    @asynccontextmanager
    async def _settled(self, config: ModelConfig, attempt: CallAttempt, begun: Begun) -> AsyncIterator["Try"]:
        trial = Try(attempt.reserved, self.prices.of(config))
        try:
            yield trial
        except ModelFault as fault:
            trial.failed(fault)
            raise
        finally:
            # A cancelled call is settled too: whoever waits for it has left, the ledger stays right.
            settlement = trial.settlement(attempt.started_at, self.clock.now())
            await self.ledger.settle(begun.attempt_id, settlement)


def _left_error() -> tuple[str, str]:
    return "cancelled", Sentence(message("llm_platform.call_left"))


@dataclass(slots=True)
class Try:
    """How a try is going; until something else is said, it was left before it ended and may have been paid."""

    reserved: MoneyAndTokens
    price: ModelPrice | None
    _status: CallStatus = field(default=CallStatus.FAILED, init=False)
    _charged: MoneyAndTokens | None = field(default=None, init=False)
    _usage: TokenUsage | None = field(default=None, init=False)
    _answer: str | None = field(default=None, init=False)
    _response_id: str | None = field(default=None, init=False)
    _error: tuple[str, str] | None = field(default_factory=_left_error, init=False)

    def answered(self, answer: str, usage: TokenUsage | None, response_id: str | None) -> None:
        self._status, self._error = CallStatus.COMPLETED, None
        self._answer, self._response_id = answer, response_id
        self._count(usage)

    def cut(self, usage: TokenUsage | None, reason: str) -> None:
        """It was answered and paid, and what came is not whole: nobody may take it for an answer later."""
        self._error = (reason, Sentence(message("llm_platform.answer_not_whole")))
        self._count(usage)

    def failed(self, fault: ModelFault) -> None:
        self._error = (fault.code, fault.message)
        self._charged = self.reserved if fault.may_be_paid else _NOTHING

    def settlement(self, started_at: datetime, now: datetime) -> AttemptEnd:
        code, message = self._error or (None, None)
        return AttemptEnd(
            status=self._status,
            charged=self._charged or self.reserved,
            cost=cost_of(self._usage, self.price),
            usage=self._usage,
            latency_ms=round((now - started_at).total_seconds() * 1000),
            finished_at=now,
            answer=self._answer,
            response_id=self._response_id,
            error_code=code,
            error_message=message,
        )

    def _count(self, usage: TokenUsage | None) -> None:
        """A server that does not count is charged for all that was put aside."""
        self._usage = usage
        self._charged = (
            self.reserved if usage is None else MoneyAndTokens(money=cost_of(usage, self.price), tokens=usage.total)
        )


def _judge(breaker: CircuitBreaker, fault: ModelFault, now: datetime) -> None:
    """A refused request and a full queue say nothing about the server's health."""
    if fault.retryable and fault.status_code != 429:
        breaker.failed(now)


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
