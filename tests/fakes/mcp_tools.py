"""Tools that are plain functions of the test."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from packages.core.errors import Unavailable
from src.modules.llm_platform.application.ports import McpTool, McpToolResult
from src.modules.llm_platform.domain.requests import McpServer

Handler = Callable[[Mapping[str, object]], Awaitable[McpToolResult]]
AB_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}


@dataclass(frozen=True, slots=True)
class Called:
    server: McpServer
    name: str
    arguments: Mapping[str, object]


class FakeMcpTools:
    """`unreachable` holds the labels of servers that do not answer."""

    def __init__(self) -> None:
        self.called: list[Called] = []
        self.unreachable: set[str] = set()
        self._tools: dict[str, tuple[McpTool, Handler]] = {}

    def add(self, name: str, handler: Handler, schema: Mapping[str, object] | None = None) -> None:
        schema = schema or {"type": "object", "properties": {}}
        self._tools[name] = (McpTool(name=name, description=f"Does {name}.", input_schema=schema), handler)

    async def list_tools(self, server: McpServer) -> Sequence[McpTool]:
        if server.server_label in self.unreachable:
            raise Unavailable(f"The tools of {server.server_label!r} did not answer.")
        return [tool for tool, _ in self._tools.values() if tool.name in server.allowed_tools]

    async def call_tool(self, server: McpServer, name: str, arguments: Mapping[str, object]) -> McpToolResult:
        self.called.append(Called(server, name, arguments))
        if server.server_label in self.unreachable:
            return failed(f"The tools of {server.server_label!r} did not answer.")
        if name not in self._tools:
            return failed(f"Unknown tool: {name}")
        return await self._tools[name][1](arguments)


def answered(text: str) -> McpToolResult:
    return McpToolResult(text=text, is_error=False)


def failed(text: str) -> McpToolResult:
    return McpToolResult(text=text, is_error=True)


async def add_up(arguments: Mapping[str, object]) -> McpToolResult:
    return answered(f'{{"sum": {int(str(arguments["a"])) + int(str(arguments["b"]))}}}')


async def break_down(_arguments: Mapping[str, object]) -> McpToolResult:
    return failed("There is no such stock.")


def desk_tools() -> FakeMcpTools:
    """`add` and `fail`, as the real server of the suites has them."""
    tools = FakeMcpTools()
    tools.add("add", add_up, AB_SCHEMA)
    tools.add("fail", break_down)
    return tools
