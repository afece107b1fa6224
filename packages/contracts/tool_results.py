"""What an MCP tool says when it fails."""

from pydantic import BaseModel


class ToolError(BaseModel):
    """`retryable` tells a model whether to mend the call and repeat it, or to stop and tell the person."""

    code: str
    message: str
    retryable: bool
    suggestion: str


class ToolFailure(BaseModel):
    """The result of a failed tool call."""

    ok: bool = False
    error: ToolError
