"""In local mode the caller is the owner, so nobody else's page and nobody from elsewhere may call."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from apps.api.routes.errors import parley_error_response
from packages.core.errors import Forbidden
from packages.settings.auth import AuthMode
from packages.settings.load import Settings
from packages.settings.server import is_loopback


class ForeignCaller(Forbidden):
    """The request comes from another page or another machine."""


class LocalGuard:
    """Checks the peer, `Host` (against DNS rebinding), `Origin` and `Sec-Fetch-Site` (against other pages)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            settings: Settings = scope["app"].state.settings
            error = _objection(HTTPConnection(scope), settings) if settings.auth_mode is AuthMode.LOCAL else None
            if error is not None:
                await parley_error_response(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _objection(request: HTTPConnection, settings: Settings) -> ForeignCaller | None:
    if request.client is not None and not is_loopback(request.client.host):
        return ForeignCaller("desk.local_mode_only")
    public = urlsplit(settings.server.public_url or "")
    host = request.headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not is_loopback(name) and name != public.hostname:
        return ForeignCaller("desk.wrong_host", name=name[:80], base_url=settings.server.base_url)
    origin = request.headers.get("origin")
    if origin is not None and not _same_origin(origin, host, public.netloc):
        return ForeignCaller("desk.foreign_origin")
    if request.headers.get("sec-fetch-site") == "cross-site" and request.headers.get("sec-fetch-mode") != "navigate":
        return ForeignCaller("desk.foreign_origin")
    return None


def _same_origin(origin: str, host: str, public_host: str) -> bool:
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc in {host, public_host} - {""}
