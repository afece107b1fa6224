"""Backtests as tools."""

from apps.mcp.toolbox import Toolbox
from packages.contracts.tool_grants import ToolDomain

TOOLS = Toolbox(ToolDomain.BACKTEST, "…")
