"""The three tools that lead to all others: search, describe, call."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool as SdkTool
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from apps.mcp.tool import answered, refused
from apps.mcp.whole import guide_answers
from apps.mcp.whole.manifest import CALL, Manifest
from apps.mcp.whole.selection import ToolSelection
from packages.core.errors import NotFound

Query = Annotated[
    str, Field(min_length=1, max_length=300, description="What shall be done, in a few words, English or Chinese.")
]
Limit = Annotated[int, Field(ge=1, le=guide_answers.MOST, description="How many tools to name at the most.")]
OutputSchema = Annotated[bool, Field(description="Whether to give the `outputSchema`, too.")]
Name = Annotated[str, Field(min_length=1, max_length=80, description="The name of a tool, as `search_tools` gives it.")]
Arguments = Annotated[
    dict[str, Any] | None,
    Field(description="The arguments of that tool, as its `inputSchema` of `describe_tool` takes them."),
]
Answering = Callable[[Context[Any, Any]], ToolSelection]


class UnknownTool(NotFound):
    """No tool of that name can be called here."""


class Guides:
    """`tools` are all that this server can call, by name; a request sees those of its selection."""

    def __init__(self, manifest: Manifest, tools: Mapping[str, SdkTool], selection_of: Answering) -> None:
        self._manifest = manifest
        self._tools = tools
        self._selection_of = selection_of

    def served(self) -> list[SdkTool]:
        return [self._made(self.search_tools), self._made(self.describe_tool), self._made(self.call_tool)]

    async def search_tools(
        self, context: Context[Any, Any], query: Query, limit: Limit = guide_answers.USUAL
    ) -> CallToolResult:
        """Finds tools of this desk by what shall be done: market data, research, debate and verdict, strategies,
        backtests, stress tests, optimisation, paper deployments, orders. Use it when no listed tool fits; then read the
        one you take with `describe_tool`, and call it with `call_tool`."""
        return answered(guide_answers.search(self._manifest, self._selection_of(context), query, limit))

    async def describe_tool(
        self, context: Context[Any, Any], name: Name, output_schema: OutputSchema = False
    ) -> CallToolResult:
        """Gives one tool in full: what it does and its `inputSchema`, and the `outputSchema` of what it answers where
        asked."""
        described = guide_answers.describe(self._manifest, self._selection_of(context), name)
        if described is None:
            return refused(UnknownTool("tools.unknown_tool", name=name))
        return answered({**described, "outputSchema": self._tools[name].output_schema} if output_schema else described)

    async def call_tool(self, context: Context[Any, Any], name: Name, arguments: Arguments = None) -> CallToolResult:
        """Calls any tool of this desk by its name, with its arguments, and answers what that tool answers."""
        if guide_answers.describe(self._manifest, self._selection_of(context), name) is None:
            return refused(UnknownTool("tools.unknown_tool", name=name))
        answer: CallToolResult = await self._tools[name].run(arguments or {}, context)
        return answer

    def _made(self, run: Callable[..., Any]) -> SdkTool:
        reads = run.__name__ != CALL
        hints = ToolAnnotations(read_only_hint=reads, destructive_hint=False, idempotent_hint=True)
        made = SdkTool.from_function(run, run.__name__, annotations=hints, structured_output=False)
        made.parameters["additionalProperties"] = False
        return made
