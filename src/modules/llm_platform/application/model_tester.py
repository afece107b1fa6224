"""Trying a model out with one short question."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from src.modules.llm_platform.application.model_configs import ConfigBook, ConfigEntry
from src.modules.llm_platform.domain.requests import TokenUsage


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
