"""What the routes reach of the running app, as FastAPI dependencies."""

import hashlib
from typing import Annotated

from fastapi import Depends, Request

from apps.api.services import AppContext
from packages.domain.trading.callers import PersonSession
from packages.infra.http import Caller


def _services(request: Request) -> AppContext:
    services: AppContext = request.app.state.services
    return services


App = Annotated[AppContext, Depends(_services)]


async def _person(request: Request, caller: Caller) -> PersonSession:
    """Every token that `Caller` takes was given to a person who signed in, and without one the local guard has let
    nobody past but the owner's own machine. Whatever gets tokens for tools or programs needs another dependency."""
    token = request.headers.get("authorization")
    session = "local" if token is None else hashlib.sha256(token.encode()).hexdigest()[:16]
    return PersonSession(caller.id, session)


Person = Annotated[PersonSession, Depends(_person)]
