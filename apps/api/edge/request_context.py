"""The outermost ring: gives each request an id and a reader's language, counts it, and turns a fault into a 500."""

import re
import time

import structlog
from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apps.api.routes.errors import unexpected_error_response
from packages.contracts.sentences import accepted_language
from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.core.messages import Language, reading

_ACCEPTED_ID = re.compile(rb"[\w.:-]{1,64}")
_log = structlog.get_logger(__name__)


class RequestContext:
    """Pure ASGI, so that streams pass through it unbuffered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._ids = Ids(SystemClock())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = self._request_id(scope)
        exchange = _Exchange(scope, send, request_id)
        with structlog.contextvars.bound_contextvars(request_id=request_id), reading(_language(scope)):
            try:
                await self._app(scope, receive, exchange.send)
            except Exception as error:  # noqa: BLE001 - the HTTP edge
                response = unexpected_error_response(error, request_id)
                if not exchange.status:
                    await response(scope, receive, exchange.send)
            finally:
                exchange.ended()

    def _request_id(self, scope: Scope) -> str:
        given = dict(scope["headers"]).get(b"x-request-id", b"")
        return given.decode() if _ACCEPTED_ID.fullmatch(given) else self._ids.new()


def _language(scope: Scope) -> Language:
    return accepted_language(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


class _Exchange:
    def __init__(self, scope: Scope, send: Send, request_id: str) -> None:
        self._scope = scope
        self._send = send
        self._request_id = request_id
        self._started = time.perf_counter()
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["x-request-id"] = self._request_id
        await self._send(message)

    def ended(self) -> None:
        seconds = time.perf_counter() - self._started
        route = getattr(self._scope.get("route"), "name", "unmatched")
        method = self._scope["method"]
        app: FastAPI = self._scope["app"]
        if (services := getattr(app.state, "services", None)) is not None:
            services.metrics.request_ended(method, route, self.status, seconds)
        _log.info(
            "request",
            method=method,
            path=self._scope["path"],
            route=route,
            status=self.status,
            milliseconds=round(seconds * 1000, 1),
        )
