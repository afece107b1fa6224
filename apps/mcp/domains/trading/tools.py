"""Deployments and what they trade, as tools."""

from apps.mcp.toolbox import Toolbox
from packages.contracts.tool_grants import ToolDomain

TOOLS = Toolbox(ToolDomain.TRADING, "…")
