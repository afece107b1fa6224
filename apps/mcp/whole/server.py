"""One server of all tools for programs outside the chat; what it lists follows the selection of each request."""

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, InputRequiredResult, ListToolsResult
from mcp_types import Tool as WireTool

from apps.mcp.access import Access
from apps.mcp.composition import TOOLBOXES, offer
from apps.mcp.services import ToolServices
from apps.mcp.tool import ServedTool, refused
from apps.mcp.whole.cards import Cards
from apps.mcp.whole.guide_answers import describe
from apps.mcp.whole.guides import Guides, UnknownTool
from apps.mcp.whole.manifest import Manifest, listed
from apps.mcp.whole.naming import public_name
from apps.mcp.whole.prompts import add_prompts
from apps.mcp.whole.references import add_references
from apps.mcp.whole.selection import ToolSelection
from packages.domain.conversation.tool_calls import OnlyOnce

SelectionOf = Callable[[Any], ToolSelection]  # of a request as the transport has it; None over stdio
ABOUT = (
    "Parley, an AI investment desk that argues before it trades: research, debate and verdict, strategies, backtests, "
    "stress tests, and deployments on paper. Find a tool with search_tools, read it with describe_tool, call it with "
    "call_tool or by its own name. Tell only figures that a tool gave. A tool that changes something takes an "
    "idempotency_key. No tool approves orders, deploys live money or turns a kill switch off: a person does that in "
    "the page."
)


def whole_server(
    services: ToolServices, access: Access, once: OnlyOnce, manifest: Manifest, selection_of: SelectionOf
) -> MCPServer:
    tools = ToolsByName(services, access, once)
    guides = Guides(manifest, tools, lambda context: selection_of(_request(context)))
    server = _ToolServer(
        "parley",
        title="Parley",
        instructions=ABOUT,
        version=version("parley-desk"),
        tools=guides.served(),
        extensions=[Cards()],
        middleware=[_Listing(manifest, tools, selection_of)],
        subscriptions=False,  # no list of this server ever changes
    )
    server.serve(manifest, tools, selection_of)
    for toolbox in TOOLBOXES.values():
        for resource in toolbox.resources.values():
            offer(server, resource, services, access)
    add_references(server)
    add_prompts(server)
    return server


class ToolsByName(Mapping[str, ServedTool]):
    """All tools by their public names, each made when it is asked for: their schemas take longer than many a call."""

    def __init__(self, services: ToolServices, access: Access, once: OnlyOnce) -> None:
        self._of = services, access, once
        boxes = TOOLBOXES.values()
        self._declared = {public_name(each.domain, each.name): each for box in boxes for each in box.tools.values()}

    def __getitem__(self, name: str) -> ServedTool:
        return ServedTool.of(self._declared[name], name, *self._of)

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)


class _ToolServer(MCPServer):
    """Calls a tool by its own name where the selection has it."""

    def serve(self, manifest: Manifest, tools: ToolsByName, selection_of: SelectionOf) -> None:
        self._manifest, self._tools, self._selection_of = manifest, tools, selection_of

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        if context is None or name not in self._tools:
            return await super().call_tool(name, arguments, context)
        if describe(self._manifest, self._selection_of(_request(context)), name) is None:
            return refused(UnknownTool("tools.unknown_tool", name=name))
        return await self._tools[name].run(arguments, context)


class _Listing:
    """Answers `tools/list` by the selection; everything else goes on."""

    def __init__(self, manifest: Manifest, tools: ToolsByName, selection_of: SelectionOf) -> None:
        self._manifest = manifest
        self._tools = tools
        self._selection_of = selection_of

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        answer = await call_next(ctx)
        if ctx.method != "tools/list" or answer is None:
            return answer
        selection = self._selection_of(ctx.request)
        tools = [self._wire(listed(tool, selection), selection) for tool in self._manifest.shown(selection)]
        if isinstance(answer, ListToolsResult):
            return answer.model_copy(update={"tools": [WireTool.model_validate(each) for each in tools]})
        return {**dict(answer), "tools": tools}

    def _wire(self, shown: dict[str, Any], selection: ToolSelection) -> dict[str, Any]:
        tool = self._tools.get(shown["name"])
        return {**shown, "outputSchema": tool.output_schema} if selection.output_schemas and tool else shown


def _request(context: Context[Any, Any]) -> Any:
    return context.request_context.request
