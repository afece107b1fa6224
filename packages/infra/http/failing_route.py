"""Routes that tell failures by a table of their own, in the one error shape, where a seed asks for other statuses."""

from collections.abc import Callable, Coroutine, Mapping

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from packages.contracts.sentences import for_reader
from packages.core.errors import ParleyError, family_of


def failing_by(statuses: Mapping[type[ParleyError], int]) -> type[APIRoute]:
    """The route class of a router; a family that the table does not name is told as everywhere else."""

    class FailingRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[None, None, Response]]:
            handle = super().get_route_handler()

            async def answer(request: Request) -> Response:
                try:
                    return await handle(request)
                except ParleyError as error:
                    status = statuses.get(family_of(error))
                    if status is None:
                        raise
                    told = {"code": error.code, "message": for_reader(error.message), "details": error.details}
                    return JSONResponse({"error": told}, status)

            return answer

    return FailingRoute
