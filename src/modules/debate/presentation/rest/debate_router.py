"""Debate experts' results by themselves, without the research before it.

A bad request is 400, any other failure 500.
"""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from packages.core.errors import Conflict, Invalid, NotFound, Unavailable, Unusable
from packages.infra.http import Caller, failing_by
from src.modules.debate.application.dtos.debate_outcome_dto import DebateOutcomeDTO
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.container import DebateContainer
from src.modules.debate.infrastructure.engine_choice import Platform, own_scope
from src.modules.debate.presentation.rest.debate_schemas import DebateCostOut, DebateRunIn

DebateRoute = failing_by({Invalid: 400, NotFound: 500, Conflict: 500, Unavailable: 500, Unusable: 500})


router = APIRouter(prefix="/debate", tags=["debate"], route_class=DebateRoute)


def _debates(request: Request, caller: Caller) -> DebateService:
    services = request.app.state.services
    platform: Platform = services.llm
    return DebateContainer(platform=platform, scope=own_scope(caller.id), library=services.library).debate_service()


Debates = Annotated[DebateService, Depends(_debates)]


@router.post("/run")
async def run_debate(body: DebateRunIn, debates: Debates) -> DebateOutcomeDTO:
    """Bull and bear over the given results, then the resolution; `degraded` names experts that cannot be used."""
    mapped = debate_input_of(body.symbol, body.expert_results)
    outcome = await debates.run(mapped.debate_input, body.rounds)
    return outcome.model_copy(update={"degraded": [*outcome.degraded, *_left_out(mapped.left_out)]})


@router.post("/cost")
async def price_debate(body: DebateRunIn, debates: Debates) -> DebateCostOut:
    """How many questions the same debate would ask of a model, and the most they may cost; nothing is asked."""
    mapped = debate_input_of(body.symbol, body.expert_results)
    return DebateCostOut.of(await debates.estimate(mapped.debate_input, body.rounds))


def _left_out(reasons: Mapping[str, str]) -> list[str]:
    return [f"{name}: {reason}." for name, reason in reasons.items()]
