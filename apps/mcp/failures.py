"""Errors as MCP tool results: one table from family to what the model should do next."""

import structlog

from packages.contracts.tool_results import ToolError, ToolFailure
from packages.core import errors
from packages.core.errors import ParleyError, family_of

ADVICE: dict[type[ParleyError], tuple[bool, str]] = {
    errors.Invalid: (True, "Fix the arguments as the message says, then call again."),
    errors.Unauthenticated: (False, "Stop: the person must sign in again."),
    errors.Forbidden: (False, "Stop: this is not allowed here. Tell the person why."),
    errors.NotFound: (True, "Look the id up with a list or search tool, then call again."),
    errors.Conflict: (True, "Read the current state first, then decide whether to call again."),
    errors.TooLarge: (True, "Ask for less, or in pages, then call again."),
    errors.Throttled: (True, "Wait as long as the message says, then call again."),
    errors.Unusable: (True, "The model's answer could not be used: try once more; if it stays, tell the person."),
    errors.Unavailable: (True, "Try once more a little later; if it stays, tell the person."),
}

_log = structlog.get_logger(__name__)


def tool_failure(error: ParleyError) -> ToolFailure:
    retryable, suggestion = ADVICE[family_of(error)]
    return ToolFailure(
        error=ToolError(
            code=error.code, message=error.message, retryable=retryable, suggestion=suggestion, details=error.details
        )
    )


def unexpected_tool_failure(error: Exception) -> ToolFailure:
    """A fault of ours: the log has the traceback, and the model has to stop."""
    _log.error("tool_failed", exc_info=error)
    return ToolFailure(
        error=ToolError(
            code="internal_error",
            message="Something went wrong on our side.",
            retryable=False,
            suggestion="Stop and tell the person that the desk failed here.",
        )
    )
