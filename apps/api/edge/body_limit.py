"""Refuses a body that is larger than the desk takes, before anything reads it."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apps.api.routes.errors import parley_error_response
from packages.core.errors import TooLarge
from packages.settings.load import Settings

UPLOADS = "/api/v1/data/imports"


class BodyTooLarge(TooLarge):
    """The body is over the limit."""


class BodyLimit:
    """Trusts a declared length, and counts where none is declared. Files to import may be larger than what else is
    sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        settings: Settings = scope["app"].state.settings
        is_upload = scope["method"] == "POST" and scope["path"] == UPLOADS
        limit = settings.imports.import_max_bytes if is_upload else settings.server.max_body_bytes
        headers = dict(scope["headers"])
        declared = headers.get(b"content-length", b"")
        if declared.isdigit():
            fits = int(declared) <= limit
        elif is_upload:
            fits, receive = True, _counted(limit, receive)
        elif b"transfer-encoding" in headers:
            body = await _read_up_to(limit, receive)
            fits = body is not None
            receive = _replay(body or b"", receive)
        else:
            fits = True
        if fits:
            await self._app(scope, receive, send)
        else:
            await parley_error_response(_too_large(limit, is_upload=is_upload))(scope, receive, send)


def _too_large(limit: int, *, is_upload: bool) -> BodyTooLarge:
    if is_upload:
        return BodyTooLarge("market_data.import_too_large", most=limit // 2**20)
    return BodyTooLarge("desk.body_too_large", limit=limit)


def _counted(limit: int, receive: Receive) -> Receive:
    """As it comes: an upload is not gathered in memory."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise _too_large(limit, is_upload=True)
        return message

    return counted


async def _read_up_to(limit: int, receive: Receive) -> bytes | None:
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > limit:
            return None
        if not message.get("more_body", False):
            return body


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed
