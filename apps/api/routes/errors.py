"""Errors as HTTP: one table from family to status, one shape of body for every failure, in the reader's language."""

from collections.abc import Sequence
from http import HTTPStatus

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from packages.contracts.market_data.next_calls import with_next_requests
from packages.core import errors
from packages.core.errors import ParleyError, family_of
from packages.core.messages import Message, for_reader, joined, message, reader_language, render
from packages.settings.validation import problem_in

STATUS: dict[type[ParleyError], int] = {
    errors.Invalid: 400,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.TooLarge: 413,
    errors.Unusable: 422,
    errors.Throttled: 429,
    errors.Unavailable: 503,
}
_SAID = {
    HTTPStatus.NOT_FOUND: "edge.not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "edge.method_not_allowed",
    HTTPStatus.BAD_REQUEST: "edge.unreadable_body",  # the framework's word for a body that breaks off or has no form
}

_log = structlog.get_logger(__name__)


def error_body(code: str, said: str, details: object = None) -> dict[str, object]:
    return {"error": {"code": code, "message": said, "details": details if details is not None else {}}}


def parley_error_response(error: ParleyError) -> JSONResponse:
    headers: dict[str, str] = {}
    if isinstance(error, errors.Throttled):
        headers["retry-after"] = str(error.retry_after_seconds)
    if isinstance(error, errors.Unauthenticated):
        headers["www-authenticate"] = "Bearer"
    body = error_body(error.code, for_reader(error.message), with_next_requests(error.details))
    return JSONResponse(body, STATUS[family_of(error)], headers)


def unexpected_error_response(error: Exception, request_id: str) -> JSONResponse:
    """A fault of ours: the log has the story, the client gets the number to ask about it."""
    _log.error("request_failed", exc_info=error)
    said = render(message("edge.internal_error", request_id=request_id), reader_language())
    return JSONResponse(error_body("internal_error", said, {"request_id": request_id}), 500)


def install(app: FastAPI) -> None:
    """Makes every failure that a route can meet answer in the one shape."""
    app.add_exception_handler(ParleyError, _on_parley_error)
    app.add_exception_handler(RequestValidationError, _on_bad_request)
    app.add_exception_handler(HTTPException, _on_http_exception)


async def _on_parley_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ParleyError)  # noqa: S101 - registered for this type
    return parley_error_response(error)


async def _on_bad_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this type
    # The values themselves are left out: one of them may be a password.
    language = reader_language()
    problems = [
        {"field": _field(item["loc"]), "problem": render(problem_in(item), language)} for item in error.errors()
    ]
    said = joined(
        message("validation.body", field=each["field"], problem=each["problem"].rstrip(".")) for each in problems[:3]
    )
    return JSONResponse(error_body("invalid_request", render(said, language), {"problems": problems}), 400)


async def _on_http_exception(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "_")
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    known = message(_SAID[status], allowed=headers.get("allow", "")) if status in _SAID else None
    said = known or Message.verbatim(str(error.detail))
    return JSONResponse(error_body(code, render(said, reader_language())), status.value, headers)


def _field(location: Sequence[int | str]) -> str:
    inner = ".".join(str(part) for part in location[1:] if not (location[0] == "body" and isinstance(part, int)))
    return inner or str(location[0] if location else "request")
