"""Is it alive, is it ready, how is it doing: for whoever watches the process."""

import asyncio

from fastapi import APIRouter, Request, Response
from sqlalchemy.exc import SQLAlchemyError

from apps.api.routes.dependencies import App
from apps.api.schemas.responses import Health, Readiness
from packages.core.errors import Forbidden, Unavailable
from packages.core.messages import Language, render
from packages.settings.server import is_loopback

router = APIRouter(tags=["health"])

_TIMEOUT_SECONDS = 3


class NotReady(Unavailable):
    """Something that the desk stands on does not answer."""


class MetricsAreLocal(Forbidden):
    """The figures are for whoever runs the machine."""


@router.get("/healthz")
async def healthz() -> Health:
    return Health()


@router.get("/readyz")
async def readyz(services: App) -> Readiness:
    checks = {"database": await _database(services), "jobs": services.jobs.health()}
    if checks["database"] != "ok" or checks["jobs"] == "failed":
        raise NotReady("desk.not_ready", details=checks)
    problem = services.llm.settings_problem()
    if problem is not None:  # the rules go on without it
        checks["model"] = render(problem, Language.EN)
    return Readiness(checks=checks)


@router.get("/metrics", include_in_schema=False)
async def metrics(services: App, request: Request) -> Response:
    if request.client is None or not is_loopback(request.client.host):
        raise MetricsAreLocal("desk.metrics_are_local")
    return Response(services.metrics.render(), media_type=services.metrics.content_type)


async def _database(services: App) -> str:
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await services.database.ping()
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        return f"failed: {type(error).__name__}"
    return "ok"
