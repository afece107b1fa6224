"""Makes the tool servers: one per domain over HTTP, all in one over stdio."""

from collections.abc import Mapping

from mcp.server.mcpserver import MCPServer

from apps.mcp.access import Access
from apps.mcp.domains.backtest.tools import TOOLS as BACKTEST
from apps.mcp.domains.market_data.tools import TOOLS as MARKET_DATA
from apps.mcp.domains.research.tools import TOOLS as RESEARCH
from apps.mcp.domains.strategy.tools import TOOLS as STRATEGY
from apps.mcp.domains.stress.tools import TOOLS as STRESS
from apps.mcp.domains.trading.tools import TOOLS as TRADING
from apps.mcp.resource import offer
from apps.mcp.services import ToolServices
from apps.mcp.tool import ServedTool
from apps.mcp.toolbox import Toolbox
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.tool_calls import OnlyOnce

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


def whole_server(services: ToolServices, access: Access, once: OnlyOnce) -> MCPServer:
    """One server of all domains, whose tools are named `<domain>_<tool>`."""
    tools = [
        ServedTool.of(each, f"{toolbox.domain}_{each.name}", services, access, once)
        for toolbox in TOOLBOXES.values()
        for each in toolbox.tools.values()
    ]
    about = "\n\n".join(f"{toolbox.domain}: {toolbox.about}" for toolbox in TOOLBOXES.values())
    server = MCPServer("parley", instructions=about, tools=list(tools))
    for toolbox in TOOLBOXES.values():
        for resource in toolbox.resources.values():
            offer(server, resource, services, access)
    return server
