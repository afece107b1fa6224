"""How a failing debate is told over HTTP: a bad request 400, anything else 500, in the one error shape."""

from collections.abc import Callable, Coroutine

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from packages.core.errors import Conflict, Invalid, NotFound, ParleyError, Unavailable, Unusable, family_of

STATUS: dict[type[ParleyError], int] = {Invalid: 400, NotFound: 500, Conflict: 500, Unavailable: 500, Unusable: 500}


class DebateRoute(APIRoute):
    """A route that tells failures by the table above; who is not signed in is told as everywhere else."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[None, None, Response]]:
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except ParleyError as error:
                status = STATUS.get(family_of(error))
                if status is None:
                    raise
                told = {"code": error.code, "message": error.message, "details": error.details}
                return JSONResponse({"error": told}, status)

        return answer
