"""What the one server of all tools shows before anybody calls one: written by `make contracts`, read in a moment."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from apps.mcp.whole.search_index import ToolIndex
from apps.mcp.whole.selection import ALL, ToolSelection

Shown = Mapping[str, Any]
GUIDES = ("search_tools", "describe_tool", "call_tool")
CALL = "call_tool"
# Most used first; so many of those that a client may call are shown unless it chooses.
BEGIN_WITH = (
    "market_data_search",
    "market_data_candles",
    "research_run",
    "research_status",
    "research_report",
    "research_verdict",
    "strategy_templates",
    "strategy_upsert_dsl",
    "backtest_create_job",
    "backtest_get_job",
    "stress_report",
    "trading_get_deployment",
    "strategy_list_strategies",
    "backtest_metrics",
    "research_sessions",
)
SHOWN_AT_FIRST = 12
TRADING = "trading"


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as it is listed; `domain` is empty for the three that lead to the others."""

    domain: str
    changes: bool
    shown: Shown

    @property
    def name(self) -> str:
        return str(self.shown["name"])


@dataclass(frozen=True, slots=True)
class Manifest:
    """`lists` are the answers to the other lists, `opening` what the handshake of each era answers."""

    tools: tuple[ListedTool, ...]
    lists: Mapping[str, Shown]
    opening: Mapping[str, Any]

    def allowed(self, selection: ToolSelection) -> Iterator[ListedTool]:
        """Those that can be found and called."""
        for tool in self.tools:
            if tool.domain and _may(tool, selection) and (selection.is_default or _is_chosen(tool, selection)):
                yield tool

    def shown(self, selection: ToolSelection) -> Iterator[ListedTool]:
        """Those that are listed."""
        allowed = {tool.name: tool for tool in self.allowed(selection)}
        if selection.is_default:
            yield from (tool for tool in self.tools if not tool.domain)
            first = [allowed[name] for name in BEGIN_WITH if name in allowed]
            yield from first[:SHOWN_AT_FIRST]
        else:
            yield from allowed.values()

    def index(self, selection: ToolSelection) -> ToolIndex:
        return ToolIndex({tool.name: str(tool.shown["description"]) for tool in self.allowed(selection)})


def _may(tool: ListedTool, selection: ToolSelection) -> bool:
    if tool.changes and selection.read_only:
        return False
    return not (tool.changes and tool.domain == TRADING and not selection.trades)


def _is_chosen(tool: ListedTool, selection: ToolSelection) -> bool:
    return ALL in selection.toolsets or tool.domain in selection.toolsets or tool.name in selection.tools


def listed(tool: ListedTool, selection: ToolSelection) -> dict[str, Any]:
    """As it goes out: where nothing can be changed, calling another tool changes nothing either."""
    if tool.name == CALL and selection.read_only:
        return {**tool.shown, "annotations": {**tool.shown["annotations"], "readOnlyHint": True}}
    return dict(tool.shown)


@cache
def manifest() -> Manifest:
    read = json.loads((files("apps.mcp.whole") / "manifest.json").read_text("utf-8"))
    tools = tuple(ListedTool(each["domain"], each["changes"], each["shown"]) for each in read["tools"])
    return Manifest(tools, read["lists"], read["opening"])
