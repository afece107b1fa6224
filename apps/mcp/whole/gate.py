"""Who may call the one server of all tools over HTTP: a program with its owner's personal access token. It is shown
what it asked for, within what its token may do."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from apps.mcp.access import TokenAccess
from apps.mcp.whole.selection import ToolSelection
from packages.core.errors import Invalid, Unauthenticated
from packages.core.messages import Message, reader_language, render
from packages.domain.accounts.personal_tokens import TokenScope

_SELECTION = "parley.selection"
METADATA = "/.well-known/oauth-protected-resource"


class ProgramGate:
    """Stands before the server, so that a client without a token learns by the status how to get one."""

    def __init__(self, access: TokenAccess) -> None:
        self._access = access

    async def refusal(self, scope: Scope) -> Response | None:
        """None: the request may go on, with its selection beside it."""
        request = Request(scope)
        try:
            token = await self._access.program(request.headers)
            asked = ToolSelection.of_request(request.query_params, request.headers)
        except Unauthenticated as error:
            return refusal(401, error.code, error.said, {"www-authenticate": _challenge(request)})
        except Invalid as error:
            return refusal(400, error.code, error.said)
        may = token.scopes
        trades, writes = TokenScope.TRADE_PAPER in may, TokenScope.WRITE in may
        scope[_SELECTION] = asked.within(writes=writes or trades, trades=trades)
        return None


def selection_of(request: Any) -> ToolSelection:
    """What the gate left beside the request."""
    selection: ToolSelection = request.scope[_SELECTION]
    return selection


def _challenge(request: Request) -> str:
    base = request.app.state.settings.server.base_url
    return f'Bearer resource_metadata="{base}{METADATA}/mcp"'


def refusal(status: int, code: str, said: Message, headers: dict[str, str] | None = None) -> JSONResponse:
    """In the API's one shape of errors."""
    allowed = {"allow": "POST"} if status == 405 else headers
    error = {"code": code, "message": render(said, reader_language()), "details": {}}
    return JSONResponse({"error": error}, status, allowed)
