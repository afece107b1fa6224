"""The tool servers over streamable HTTP, mounted in the API: the chat's for each domain, and one of all tools for
programs outside. They are loaded when somebody first calls one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

from apps.mcp.access import TokenAccess
from apps.mcp.services import ToolServices
from apps.mcp.whole.gate import ProgramGate, refusal, selection_of
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import message
from packages.domain.conversation.tool_calls import OnlyOnce, ToolCalls

_WHOLE = ""
_ONLY_POST = message("tools.post_only")
_UNKNOWN = message("tools.unknown_server", known=list(ToolDomain))


class ToolServers:
    """An app for `/mcp/<domain>`, and for `/mcp` itself; it answers inside of `running`."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._apps: asyncio.Future[dict[str, ASGIApp]] | None = None
        self._gate: ProgramGate | None = None

    @asynccontextmanager
    async def running(self, services: ToolServices, access: TokenAccess, calls: ToolCalls) -> AsyncIterator[None]:
        self._asked, self._apps = asyncio.Event(), asyncio.get_running_loop().create_future()
        self._gate = ProgramGate(access)
        async with asyncio.TaskGroup() as group:
            once = OnlyOnce(calls, services.clock)
            task = group.create_task(self._serve(self._apps, services, access, once))
            yield
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._apps is None or self._gate is None:
            raise RuntimeError("the tool servers are not running")
        domain = scope["path"].removeprefix(scope.get("root_path", "")).strip("/")
        if domain not in (_WHOLE, *ToolDomain):
            await refusal(404, "not_found", _UNKNOWN)(scope, receive, send)
        elif scope["method"] != "POST":
            await refusal(405, "method_not_allowed", _ONLY_POST)(scope, receive, send)
        elif domain == _WHOLE and (refused := await self._gate.refusal(scope)) is not None:
            await refused(scope, receive, send)
        else:
            self._asked.set()
            await (await asyncio.shield(self._apps))[domain](scope, receive, send)

    async def _serve(
        self, ready: asyncio.Future[dict[str, ASGIApp]], services: ToolServices, access: TokenAccess, once: OnlyOnce
    ) -> None:
        """The SDK wants its servers opened and closed by one task, and a request is not that."""
        await self._asked.wait()
        from mcp.server.transport_security import TransportSecuritySettings

        from apps.mcp.composition import TOOLBOXES, domain_server
        from apps.mcp.whole.manifest import manifest
        from apps.mcp.whole.server import whole_server

        # The API's own middleware has checked host and origin already.
        trusted = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        servers = {each.domain.value: domain_server(each, services, access, once) for each in TOOLBOXES.values()}
        servers[_WHOLE] = whole_server(services, access, once, manifest(), selection_of)
        async with AsyncExitStack() as stack:
            apps: dict[str, ASGIApp] = {}
            for name, server in servers.items():
                server.streamable_http_app(stateless_http=True, json_response=True, transport_security=trusted)
                await stack.enter_async_context(server.session_manager.run())
                apps[name] = server.session_manager.handle_request
            ready.set_result(apps)
            await asyncio.Event().wait()
