"""All that asking a model needs, and the one way in which a try is made: written down, sent, written down again."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import CallLedger, ModelConfigs, ModelProviders, Prices
from src.modules.llm_platform.domain.budgets import cost_of
from src.modules.llm_platform.domain.errors import Backoff, CallInFlight, CircuitBreaker, CircuitOpen, ModelFault
from src.modules.llm_platform.domain.ledger import AttemptEnd, Begun, CallAttempt, CallStatus, MoneyAndTokens, Reused
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice
from src.modules.llm_platform.domain.requests import TokenUsage

_LOOK_AGAIN = 0.25  # seconds
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
        """A try that is in the book before it is sent, and settled however it ends."""
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
                await self.sleep(_LOOK_AGAIN)
                waited += _LOOK_AGAIN

    @asynccontextmanager
    async def _settled(self, config: ModelConfig, attempt: CallAttempt, begun: Begun) -> AsyncIterator["Try"]:
        trial = Try(attempt.reserved, self.prices.of(config))
        try:
            yield trial
        except ModelFault as fault:
            trial.failed(fault)
            raise
        finally:
            # A cancelled call is settled too: whoever waits for it has left, the book stays right.
            settlement = trial.settlement(attempt.started_at, self.clock.now())
            await self.ledger.settle(begun.attempt_id, settlement)


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
    _error: tuple[str, str] | None = field(default=("cancelled", "The call was left before it ended."), init=False)

    def answered(self, answer: str, usage: TokenUsage | None, response_id: str | None) -> None:
        self._status, self._error = CallStatus.COMPLETED, None
        self._answer, self._response_id = answer, response_id
        self._count(usage)

    def cut(self, usage: TokenUsage | None, reason: str) -> None:
        """It was answered and paid, and what came is not whole: nobody may take it for an answer later."""
        self._error = (reason, "The answer was not whole.")
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
