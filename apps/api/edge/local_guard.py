"""In local mode the caller is the owner, so nobody else's page and nobody from elsewhere may call."""

import re
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from apps.api.routes.errors import parley_error_response
from packages.core.errors import Forbidden, Invalid, ParleyError
from packages.settings.auth import AuthMode
from packages.settings.load import Settings
from packages.settings.server import is_loopback

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s/?#@\\:\[\],]*))(?::[0-9]{0,5})?")


class MalformedHost(Invalid):
    """The `Host` header names no host."""


class ForeignCaller(Forbidden):
    """The request comes from another page or another machine."""


class LocalGuard:
    """Checks the peer, `Host` (against DNS rebinding), `Origin` and `Sec-Fetch-Site` (against other pages).

    A `Host` that cannot be read is refused in every mode: whoever builds an address from it would fail."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            settings: Settings = scope["app"].state.settings
            error = _objection(HTTPConnection(scope), settings)
            if error is not None:
                await parley_error_response(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _objection(request: HTTPConnection, settings: Settings) -> ParleyError | None:
    host = request.headers.get("host", "")
    name = _name_in(host)
    if name is None:
        return MalformedHost("edge.malformed_host")
    return _foreign(request, settings, host, name) if settings.auth_mode is AuthMode.LOCAL else None


def _name_in(host: str) -> str | None:
    """The name or address without its port; `None` where the header cannot be read."""
    match = _HOST.fullmatch(host)
    if match is None:
        return None
    if match[1] is None:
        return match[2]
    try:
        return str(IPv6Address(match[1]))
    except ValueError:
        return None


def _foreign(request: HTTPConnection, settings: Settings, host: str, name: str) -> ForeignCaller | None:
    if request.client is not None and not is_loopback(request.client.host):
        return ForeignCaller("desk.local_mode_only")
    public = urlsplit(settings.server.public_url or "")
    if not is_loopback(name):
        return ForeignCaller("desk.wrong_host", name=name[:80], base_url=settings.server.base_url)
    origin = request.headers.get("origin")
    if origin is not None and not _same_origin(origin, host, public.netloc):
        return ForeignCaller("desk.foreign_origin")
    if request.headers.get("sec-fetch-site") == "cross-site" and request.headers.get("sec-fetch-mode") != "navigate":
        return ForeignCaller("desk.foreign_origin")
    return None


def _same_origin(origin: str, host: str, public_host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:  # an open bracket
        return False
    return parts.scheme in ("http", "https") and parts.netloc in {host, public_host} - {""}
