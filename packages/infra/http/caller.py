"""The signed-in person as a FastAPI dependency, for the routes of every floor."""

from typing import Annotated

from fastapi import Depends, Request

from packages.domain.accounts.identity import Identity
from packages.domain.accounts.model import User


async def _caller(request: Request) -> User:
    identity: Identity = request.app.state.identity
    return await identity.identify(request.headers.get("authorization"))


Caller = Annotated[User, Depends(_caller)]
