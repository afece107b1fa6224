"""Look after one's models, try one out, and see what they were used for."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from packages.infra.http import Caller
from src.modules.llm_platform.application.model_configs import ConfigBook
from src.modules.llm_platform.application.model_tester import ModelTester, try_out
from src.modules.llm_platform.application.ports import CallLedger
from src.modules.llm_platform.application.usage import UsagePeriod
from src.modules.llm_platform.presentation.rest.schemas import (
    ConfigChange,
    ConfigList,
    ConfigOut,
    ModelTestOut,
    NewConfig,
)
from src.modules.llm_platform.presentation.rest.usage_schemas import CallList, ModelCallOut, UsageOut

router = APIRouter(prefix="/llm-platform", tags=["llm"])


@dataclass(frozen=True, slots=True)
class LlmRoutesState:
    """What the app puts in its `state.llm` for these routes."""

    configs: ConfigBook
    ledger: CallLedger
    tester: ModelTester


def _llm(request: Request) -> LlmRoutesState:
    llm: LlmRoutesState = request.app.state.llm
    return llm


Llm = Annotated[LlmRoutesState, Depends(_llm)]


@router.get("/configs")
async def list_model_configs(llm: Llm, caller: Caller) -> ConfigList:
    return ConfigList(configs=[ConfigOut.of(entry) for entry in await llm.configs.list(caller.id)])


@router.post("/configs", status_code=201)
async def add_model_config(body: NewConfig, llm: Llm, caller: Caller) -> ConfigOut:
    return ConfigOut.of(await llm.configs.add(caller.id, body.alias, body.terms(), body.secret()))


@router.patch("/configs/{alias}")
async def change_model_config(alias: str, body: ConfigChange, llm: Llm, caller: Caller) -> ConfigOut:
    """A key that is left out stays; null removes it."""
    return ConfigOut.of(await llm.configs.change(caller.id, alias, body.over, body.new_key()))


@router.delete("/configs/{alias}", status_code=204)
async def remove_model_config(alias: str, llm: Llm, caller: Caller) -> None:
    await llm.configs.remove(caller.id, alias)


@router.post("/configs/{alias}/test")
async def try_model_config(alias: str, llm: Llm, caller: Caller) -> ModelTestOut:
    """Asks the model one short question, which is counted like every other; a model that fails says so here."""
    return ModelTestOut.of(await try_out(llm.configs, llm.tester, caller.id, alias))


@router.get("/usage")
async def read_usage(llm: Llm, caller: Caller, since: date | None = None, until: date | None = None) -> UsageOut:
    """The last thirty days where nothing else is asked; budgets are as they stand now."""
    stretch = UsagePeriod.of(since, until, llm.configs.clock.now().date())
    lines = await llm.ledger.usage(caller.id, stretch.since, stretch.until)
    return UsageOut.of(stretch.since, stretch.until, lines, await llm.ledger.budgets(caller.id))


@router.get("/calls")
async def list_model_calls(
    llm: Llm,
    caller: Caller,
    run_id: Annotated[str | None, Query(max_length=200, pattern=r"^[\x20-\x7e]+$")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> CallList:
    """Every try that was made, sent or refused, the newest first."""
    return CallList(calls=[ModelCallOut.of(line) for line in await llm.ledger.calls(caller.id, run_id, limit)])
