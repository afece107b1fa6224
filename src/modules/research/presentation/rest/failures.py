"""How a failing expert is told over HTTP: a bad request 400, an unusable model 422, anything else 500."""

from collections.abc import Callable, Coroutine

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from packages.core.errors import Conflict, Invalid, NotFound, ParleyError, Unavailable, Unusable

# A symbol without data, and data too thin to say anything by, are mended by asking otherwise: bad requests both.
STATUS: dict[type[Exception], int] = {
    Invalid: 400,
    NotFound: 400,
    Unusable: 422,
    Conflict: 500,
    Unavailable: 500,
}


def status_of(error: ParleyError) -> int | None:
    """None: no matter of research (nobody is signed in), so it is told as everywhere else."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), None)


class ResearchRoute(APIRoute):
    """A route that tells failures by the table above, in the one error shape."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[None, None, Response]]:
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except ParleyError as error:
                status = status_of(error)
                if status is None:
                    raise
                told = {"code": error.code, "message": error.message, "details": error.details}
                return JSONResponse({"error": told}, status)

        return answer
