"""What the routes reach of the running app, as FastAPI dependencies."""

import hashlib
from typing import Annotated

from fastapi import Depends, Request

from apps.api.services import AppContext
from packages.domain.trading.callers import ApiKey, PersonSession, require_person
from packages.infra.http import Identified


def _services(request: Request) -> AppContext:
    services: AppContext = request.app.state.services
    return services


App = Annotated[AppContext, Depends(_services)]


async def _actor(request: Request, known: Identified) -> PersonSession | ApiKey:
    """A person where somebody signed in, or where the local guard has let nobody past but the owner's own machine."""
    if known.token is not None:
        return ApiKey(known.user.id, known.token.id)
    token = request.headers.get("authorization")
    session = "local" if token is None else hashlib.sha256(token.encode()).hexdigest()[:16]
    return PersonSession(known.user.id, session)


Actor = Annotated[PersonSession | ApiKey, Depends(_actor)]


async def _person(actor: Actor) -> PersonSession:
    return require_person(actor, "do this")


Person = Annotated[PersonSession, Depends(_person)]
