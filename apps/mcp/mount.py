"""The tool servers over streamable HTTP, mounted in the API; they are loaded when somebody first calls one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from apps.mcp.access import Access
from apps.mcp.services import ToolServices
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import Message, message, reader_language, render
from packages.domain.conversation.tool_calls import OnlyOnce, ToolCalls

_ONLY_POST = message("tools.post_only")
_UNKNOWN = message("tools.unknown_server", known=list(ToolDomain))


class ToolServers:
    """An app for `/mcp/<domain>`; it answers inside of `running`."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._apps: asyncio.Future[dict[str, ASGIApp]] | None = None

    @asynccontextmanager
    async def running(self, services: ToolServices, access: Access, calls: ToolCalls) -> AsyncIterator[None]:
        self._asked, self._apps = asyncio.Event(), asyncio.get_running_loop().create_future()
        async with asyncio.TaskGroup() as group:
            once = OnlyOnce(calls, services.clock)
            task = group.create_task(self._serve(self._apps, services, access, once))
            yield
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._apps is None:
            raise RuntimeError("the tool servers are not running")
        domain = scope["path"].removeprefix(scope.get("root_path", "")).strip("/")
        if domain not in list(ToolDomain):
            await _refusal(404, "not_found", _UNKNOWN)(scope, receive, send)
        elif scope["method"] != "POST":
            await _refusal(405, "method_not_allowed", _ONLY_POST)(scope, receive, send)
        else:
            self._asked.set()
            await (await asyncio.shield(self._apps))[domain](scope, receive, send)

    async def _serve(
        self, ready: asyncio.Future[dict[str, ASGIApp]], services: ToolServices, access: Access, once: OnlyOnce
    ) -> None:
        """The SDK wants its servers opened and closed by one task, and a request is not that."""
        await self._asked.wait()
        from mcp.server.transport_security import TransportSecuritySettings

        from apps.mcp.composition import TOOLBOXES, domain_server

        # The API's own middleware has checked host and origin already.
        trusted = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        async with AsyncExitStack() as stack:
            apps: dict[str, ASGIApp] = {}
            for toolbox in TOOLBOXES.values():
                server = domain_server(toolbox, services, access, once)
                server.streamable_http_app(stateless_http=True, json_response=True, transport_security=trusted)
                await stack.enter_async_context(server.session_manager.run())
                apps[toolbox.domain.value] = server.session_manager.handle_request
            ready.set_result(apps)
            await asyncio.Event().wait()


def _refusal(status: int, code: str, said: Message) -> JSONResponse:
    headers = {"allow": "POST"} if status == 405 else None
    error = {"code": code, "message": render(said, reader_language()), "details": {}}
    return JSONResponse({"error": error}, status, headers)
