"""What routes of every floor take: the signed-in person, and numbers that fit a database column and the page."""

from typing import Annotated

from fastapi import Depends, Request

from packages.domain.accounts.model import User
from packages.domain.accounts.service import Identity

LARGEST_NUMBER = 2**53 - 1  # a browser counts exactly up to here, a database further


async def _caller(request: Request) -> User:
    identity: Identity = request.app.state.identity
    return await identity.identify(request.headers.get("authorization"))


Caller = Annotated[User, Depends(_caller)]
