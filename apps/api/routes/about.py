"""What this desk is, for the page, whoever has signed in or nobody yet."""

from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter, Request

from apps.api.routes.dependencies import App
from apps.api.schemas.responses import About, UserOut
from apps.api.services import AppContext
from packages.core.errors import Unauthenticated

router = APIRouter(tags=["about"])


@router.get("/about")
async def about(services: App, request: Request) -> About:
    """`desk_mode` is that of who asks; whom nobody knows is told what the settings make of it."""
    settings, owner = services.settings, services.identity.local_owner
    return About(
        version=version("parley-desk"),
        auth_mode=settings.auth_mode.value,
        desk_mode=await _mode(services, request.headers.get("authorization")),
        owner=None if owner is None else UserOut.of(owner),
    )


async def _mode(services: AppContext, authorization: str | None) -> Literal["rules", "llm"]:
    try:
        caller = await services.identity.identify(authorization)
    except Unauthenticated:
        return services.settings.llm.desk_mode
    return "llm" if await services.llm.has_model(caller.id) else "rules"
