"""What this desk is, for the page before anybody has signed in."""

from importlib.metadata import version

from fastapi import APIRouter

from apps.api.routes.desk import TheDesk
from apps.api.schemas.responses import About, User

router = APIRouter(tags=["about"])


@router.get("/about")
async def about(desk: TheDesk) -> About:
    settings, owner = desk.settings, desk.identity.local_owner
    return About(
        version=version("parley"),
        auth_mode=settings.auth_mode.value,
        desk_mode=settings.llm.desk_mode,
        owner=None if owner is None else User.of(owner),
    )
