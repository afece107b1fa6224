"""Optimisations over HTTP: look for better numbers of a strategy, and read how much of the find is luck."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from apps.api.routes.dependencies import App
from apps.api.schemas.stress import OptimisationBody
from packages.contracts.stress.views import OptimisationDetailOut, OptimisationOut, OptimisationPage
from packages.infra.http import Caller

router = APIRouter(prefix="/stress/optimisations", tags=["stress"])


@router.post("", status_code=202)
async def run_optimisation(body: OptimisationBody, services: App, caller: Caller) -> OptimisationDetailOut:
    """Its progress is told at `/jobs/{job_id}/events`. The same `idempotency_key` is the same optimisation."""
    found = await services.optimisations.submit(caller.id, body.request(), body.idempotency_key)
    return OptimisationDetailOut.of(found)


@router.get("")
async def list_optimisations(
    services: App,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(description="`next` of the page before.")] = None,
    strategy_id: Annotated[str | None, Query(description="Only those of one strategy.")] = None,
) -> OptimisationPage:
    found = await services.optimisations.page(caller.id, limit, before, strategy_id)
    following = found[-1].id if len(found) == limit else None
    return OptimisationPage(optimisations=[OptimisationOut.of(each) for each in found], next=following)


@router.get("/{optimisation_id}")
async def get_optimisation(optimisation_id: str, services: App, caller: Caller) -> OptimisationDetailOut:
    return OptimisationDetailOut.of(await services.optimisations.get(caller.id, optimisation_id))


@router.get("/{optimisation_id}/report")
async def optimisation_report(optimisation_id: str, services: App, caller: Caller) -> dict[str, Any]:
    """The best, or the front: values, patch, figures in and out of sample, and what the number of trials says."""
    return dict(await services.optimisations.report(caller.id, optimisation_id))


@router.post("/{optimisation_id}/cancel", status_code=202)
async def cancel_optimisation(optimisation_id: str, services: App, caller: Caller) -> OptimisationDetailOut:
    """One that has ended stays as it is; what was tried until then stays counted."""
    return OptimisationDetailOut.of(await services.optimisations.cancel(caller.id, optimisation_id))


@router.delete("/{optimisation_id}", status_code=204)
async def delete_optimisation(optimisation_id: str, services: App, caller: Caller) -> None:
    """Its trials stay counted in the strategy's lineage."""
    await services.optimisations.delete(caller.id, optimisation_id)
