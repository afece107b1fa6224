"""Whose turn it is: the same model again while its faults allow it, then the next by priority."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.ids import derived_id
from src.modules.llm_platform.application.desk import ModelDesk
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.ledger import Amount, Attempt, CallScope
from src.modules.llm_platform.domain.models import ModelConfig, candidates


@dataclass(frozen=True, slots=True)
class Call:
    """On whose behalf, and which models come into question."""

    scope: CallScope
    alias: str | None = None
    tags: tuple[str, ...] = ()


class Turns:
    """The tries of one call, counted over all models that were asked."""

    def __init__(self, desk: ModelDesk, call: Call, configs: Sequence[ModelConfig]) -> None:
        self._desk = desk
        self._call = call
        self._waiting = list(configs)
        self._id = desk.ids.new()
        self._tries_here = 0
        self._tries = 0

    @classmethod
    async def of(cls, desk: ModelDesk, call: Call) -> "Turns":
        active = await desk.configs.active(call.scope.owner_id)
        return cls(desk, call, candidates(active, call.alias, call.tags))

    def next(self) -> ModelConfig:
        self._tries += 1
        self._tries_here += 1
        return self._waiting[0]

    async def after(self, fault: ModelFault) -> None:
        """Waits, or moves on; raises the fault when nobody is left to ask."""
        wait = self._desk.backoff.wait(fault, self._tries_here, self._desk.chance)
        if wait is not None:
            await self._desk.sleep(wait)
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
        self, config: ModelConfig, *, key: str | None, prompt_hash: str, schema_hash: str | None, reserved: Amount
    ) -> Attempt:
        return Attempt(
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
            started_at=self._desk.clock.now(),
        )
