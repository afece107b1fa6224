"""What an MCP tool says: a result, or why there is none."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from packages.contracts.view import BaseView


class ResourceRef(BaseModel):
    """A resource of the same server, to be read with `resources/read` and the same token."""

    uri: str = Field(description="The address of the resource.")
    name: str = Field(description="What it holds.")


class ToolResult(BaseView):
    """The base of every result; what is too long for one is behind `more`."""

    ok: Literal[True] = True
    more: list[ResourceRef] = Field(
        default_factory=list, description="Resources that hold what is too long for this result."
    )


class ToolError(BaseModel):
    """`retryable` tells a model whether to mend the call and repeat it, or to stop and tell the person. `said` has the
    messages of the sentences by field, as code and parameters, for whoever says them in another language."""

    code: str
    message: str
    retryable: bool
    suggestion: str
    details: dict[str, object] = Field(default_factory=dict)
    said: dict[str, object] = Field(default_factory=dict)


class ToolFailure(BaseModel):
    """The result of a failed tool call."""

    model_config = ConfigDict(extra="forbid")

    ok: Literal[False] = False
    error: ToolError
