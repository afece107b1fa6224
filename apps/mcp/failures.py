"""Errors as MCP tool results: one table from family to what the model should do next."""

from collections.abc import Mapping

import structlog

from packages.contracts.sentences import with_messages
from packages.contracts.tool_results import ToolError, ToolFailure
from packages.core import errors
from packages.core.errors import ParleyError, family_of
from packages.core.messages import Message, Sentence, message

ADVICE: dict[type[ParleyError], tuple[bool, Sentence]] = {
    errors.Invalid: (True, Sentence(message("tools.advice_invalid"))),
    errors.Unauthenticated: (False, Sentence(message("tools.advice_unauthenticated"))),
    errors.Forbidden: (False, Sentence(message("tools.advice_forbidden"))),
    errors.NotFound: (True, Sentence(message("tools.advice_not_found"))),
    errors.Conflict: (True, Sentence(message("tools.advice_conflict"))),
    errors.TooLarge: (True, Sentence(message("tools.advice_too_large"))),
    errors.Throttled: (True, Sentence(message("tools.advice_throttled"))),
    errors.Unusable: (True, Sentence(message("tools.advice_unusable"))),
    errors.Unavailable: (True, Sentence(message("tools.advice_unavailable"))),
}

_log = structlog.get_logger(__name__)


def tool_failure(error: ParleyError) -> ToolFailure:
    retryable, advice = ADVICE[family_of(error)]
    return _failure(error.code, error.said, advice.said, retryable=retryable, details=error.details)


def unexpected_tool_failure(error: Exception) -> ToolFailure:
    """A fault of ours: the log has the traceback, and the model has to stop."""
    _log.error("tool_failed", exc_info=error)
    return _failure("internal_error", message("tools.fault"), message("tools.advice_fault"), retryable=False)


def _failure(
    code: str, said: Message, advice: Message, *, retryable: bool, details: Mapping[str, object] | None = None
) -> ToolFailure:
    words = with_messages({"message": Sentence(said), "suggestion": Sentence(advice)})
    return ToolFailure(
        error=ToolError.model_validate({"code": code, "retryable": retryable, "details": dict(details or {}), **words})
    )
