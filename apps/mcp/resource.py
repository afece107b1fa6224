"""Resources as the SDK serves them: behind the door of the tool that hands their addresses out."""

import inspect
import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from apps.mcp.access import Access
from apps.mcp.failures import tool_failure
from apps.mcp.services import ToolServices
from apps.mcp.toolbox import Resource, ToolCall
from packages.core.errors import NotFound, ParleyError

_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=Context)


def offer(server: MCPServer, resource: Resource, services: ToolServices, access: Access) -> None:
    """A failure is the message, as JSON in the shape that tools fail in."""
    name = f"{resource.tool.domain}.{resource.read.__name__}"
    decorate = server.resource(resource.uri, name=name, description=resource.about, mime_type="application/json")
    decorate(_reading(resource, services, access))


def _reading(resource: Resource, services: ToolServices, access: Access) -> Callable[..., Awaitable[str]]:
    tool = resource.tool

    async def read(context: Context[Any, Any], **parts: Any) -> str:
        try:
            admitted = access.admit(context.headers, tool.domain, tool.name, tool.rule)
            return await resource.read(ToolCall(services, admitted.caller), **parts)
        except ParleyError as error:
            failure = json.dumps(tool_failure(error).model_dump(mode="json"), ensure_ascii=False)
            raise (ResourceNotFoundError if isinstance(error, NotFound) else ResourceError)(failure) from error

    parameters = [_CONTEXT, *resource.signature.parameters.values()]
    read.__signature__ = resource.signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    read.__annotations__ = {each.name: each.annotation for each in parameters}
    return read
