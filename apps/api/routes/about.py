"""What this desk is, for the page, whoever has signed in or nobody yet."""

from importlib.metadata import version
from typing import Literal

from fastapi import APIRouter, Request

from apps.api.routes.dependencies import App
from apps.api.schemas.responses import About, UserOut
from apps.api.services import AppContext
from packages.core.errors import Unauthenticated
from packages.core.messages import Message, Sentence

router = APIRouter(tags=["about"])


@router.get("/about")
async def about(services: App, request: Request) -> About:
    """`desk_mode` is that of who asks; whom nobody knows is told what the settings make of it. A model that is set
    wrongly takes nothing away: the desk goes on by its rules, and `model_problem` says what to set."""
    settings, owner = services.settings, services.identity.local_owner
    mode, problem = await _mode(services, request.headers.get("authorization"))
    return About(
        version=version("parley-desk"),
        auth_mode=settings.auth_mode.value,
        desk_mode=mode,
        model_problem=None if problem is None else Sentence(problem),
        owner=None if owner is None else UserOut.of(owner),
    )


async def _mode(services: AppContext, authorization: str | None) -> tuple[Literal["rules", "llm"], Message | None]:
    try:
        caller = (await services.identity.identify(authorization)).user
    except Unauthenticated:
        problem = services.llm.settings_problem()
        return services.settings.llm.mode if problem is None else "rules", problem
    problem = await services.llm.model_problem(caller.id)
    if problem is not None:
        return "rules", problem
    return "llm" if await services.llm.has_model(caller.id) else "rules", None
