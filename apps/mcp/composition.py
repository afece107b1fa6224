"""Makes the tool servers of the chat, one per domain; resources stand behind the door of the tool that hands their
addresses out."""

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from apps.mcp.access import Access
from apps.mcp.domains.backtest.tools import TOOLS as BACKTEST
from apps.mcp.domains.market_data.tools import TOOLS as MARKET_DATA
from apps.mcp.domains.research.tools import TOOLS as RESEARCH
from apps.mcp.domains.strategy.tools import TOOLS as STRATEGY
from apps.mcp.domains.stress.tools import TOOLS as STRESS
from apps.mcp.domains.trading.tools import TOOLS as TRADING
from apps.mcp.services import ToolServices
from apps.mcp.tool import ServedTool, tool_failure
from apps.mcp.toolbox import Resource, Toolbox, ToolCall
from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import NotFound, ParleyError
from packages.domain.conversation.tool_calls import OnlyOnce

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
            admitted = await access.admit(context.headers, tool.domain, tool.name, tool.rule)
            return await resource.read(ToolCall(services, admitted.caller), **parts)
        except ParleyError as error:
            failure = json.dumps(tool_failure(error).model_dump(mode="json"), ensure_ascii=False)
            raise (ResourceNotFoundError if isinstance(error, NotFound) else ResourceError)(failure) from error

    parameters = [_CONTEXT, *resource.signature.parameters.values()]
    read.__signature__ = resource.signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    read.__annotations__ = {each.name: each.annotation for each in parameters}
    return read


TOOLBOXES: Mapping[ToolDomain, Toolbox] = {
    each.domain: each for each in (STRATEGY, MARKET_DATA, BACKTEST, STRESS, TRADING, RESEARCH)
}


def domain_server(toolbox: Toolbox, services: ToolServices, access: Access, once: OnlyOnce) -> MCPServer:
    """The server of one domain, whose tools have their plain names."""
    tools = [ServedTool.of(each, each.name, services, access, once) for each in toolbox.tools.values()]
    server = MCPServer(f"parley-{toolbox.domain}", instructions=toolbox.about, tools=list(tools))
    for resource in toolbox.resources.values():
        offer(server, resource, services, access)
    return server
