"""`parley mcp`: the tools of Parley for a desktop client or an editor, over standard input and output.

Two threads stand between the client and the desk. What the front can answer it answers at once; the first message
that it cannot, or the client's first look at the tools, opens the desk, and everything else goes through to it."""

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, redirect_stdout, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from apps.mcp.whole.front import INITIALIZE, Front
from apps.mcp.whole.manifest import manifest
from apps.mcp.whole.selection import ToolSelection
from packages.core.errors import Forbidden
from packages.settings.auth import AuthMode
from packages.settings.load import Settings, load_settings

if TYPE_CHECKING:
    from apps.api.services import AppContext


_THE_END = b"\0\n"  # of what the desk says: who writes to the pipe leaves its end open


class NoLocalOwner(Forbidden):
    """A server with passwords has nobody who is let in without one."""


def serve_tools(selection: ToolSelection) -> None:
    """Until the client closes its end, or Ctrl-C."""
    settings = load_settings()
    if settings.auth_mode is not AuthMode.LOCAL:
        raise NoLocalOwner("cli.no_local_owner")
    asyncio.run(_serve(settings, selection))


async def _serve(settings: Settings, selection: ToolSelection) -> None:
    line = ClientLine(Front(manifest(), selection, version("parley-desk")), asyncio.get_running_loop())
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, line.close)
    line.open()
    if not await line.wanted():
        return
    try:
        await _serve_tools(settings, selection, line)
    finally:
        line.close()
        await line.drained()


async def _serve_tools(settings: Settings, selection: ToolSelection, line: "ClientLine") -> None:
    from apps.mcp.access import LocalAccess
    from apps.mcp.whole.server import whole_server
    from packages.core.ids import Ids
    from packages.domain.accounts.model import LOCAL_OWNER_ID
    from packages.domain.conversation.tool_calls import OnlyOnce
    from packages.infra.conversation.tool_calls import SqlToolCalls
    from packages.infra.observability.logs import configure_logging

    configure_logging(settings.logs)
    async with _quiet_app(settings) as app:
        door = LocalAccess(LOCAL_OWNER_ID, Ids(app.clock), writes=not selection.read_only)
        once = OnlyOnce(SqlToolCalls(app.database), app.clock)
        server = whole_server(app, door, once, manifest(), lambda _: selection)
        await server.run_stdio_async()


class ClientLine:
    """Puts pipes in the place of standard input and output: closed, the desk meets the end of its input. Nothing else
    wakes a thread that waits for a client's next line."""

    def __init__(self, front: Front, loop: asyncio.AbstractEventLoop) -> None:
        self._front = front
        self._loop = loop
        self._writing = threading.Lock()
        self._wanted: asyncio.Future[bool] = loop.create_future()
        self._drained: asyncio.Future[None] = loop.create_future()
        self._greeted: list[Any] = []  # ids of handshakes that were answered here

    def open(self) -> None:
        self._client_in, self._client_out = os.dup(0), os.dup(1)
        server_in, self._to_server = os.pipe()
        self._from_server, server_out = os.pipe()
        os.dup2(server_in, 0)
        os.dup2(server_out, 1)
        os.close(server_in)
        os.close(server_out)
        for work, name in ((self._pass_in, "stdin"), (self._pass_out, "stdout")):
            threading.Thread(target=work, daemon=True, name=name).start()

    async def wanted(self) -> bool:
        """True once the desk is needed, False where the client left before."""
        return await self._wanted

    async def drained(self) -> None:
        """Until what the desk has said has reached the client."""
        os.write(1, _THE_END)
        await self._drained

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._to_server)
        self._settle(self._wanted, False)

    def _pass_in(self) -> None:
        with os.fdopen(self._client_in, "rb") as lines, suppress(OSError, ValueError):
            for line in lines:
                self._take(line)
        self._loop.call_soon_threadsafe(self.close)

    def _take(self, line: bytes) -> None:
        message = _read(line)
        answer = self._front.answer(message)
        method = message.get("method")
        if method == INITIALIZE and answer is not None:
            self._greeted.append(message["id"])
        if answer is not None:
            self._say(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        if answer is None or method == INITIALIZE:
            self._hand_on(line)
        if method == "tools/list" or (answer is None and "id" in message):
            self._loop.call_soon_threadsafe(self._settle, self._wanted, True)

    def _hand_on(self, line: bytes) -> None:
        rest = line if line.endswith(b"\n") else line + b"\n"
        while rest:
            rest = rest[os.write(self._to_server, rest) :]

    def _pass_out(self) -> None:
        with os.fdopen(self._from_server, "rb") as lines, suppress(OSError, ValueError):
            for line in iter(lines.readline, b""):
                if line == _THE_END:
                    break
                if not self._is_second_greeting(line):
                    self._say(line)
        self._loop.call_soon_threadsafe(self._settle, self._drained, None)

    def _is_second_greeting(self, line: bytes) -> bool:
        answer = _read(line) if self._greeted else {}
        if "method" in answer or answer.get("id") not in self._greeted:
            return False
        self._greeted.remove(answer["id"])
        return True

    def _say(self, line: bytes) -> None:
        with self._writing:
            while line:
                line = line[os.write(self._client_out, line) :]

    @staticmethod
    def _settle(awaited: "asyncio.Future[Any]", value: object) -> None:
        if not awaited.done():
            awaited.set_result(value)


def _read(line: bytes) -> dict[str, Any]:
    """Nothing of what is no message: the desk says what is wrong with it."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


@asynccontextmanager
async def _quiet_app(settings: Settings) -> "AsyncIterator[AppContext]":
    """Standard output is the client's: whatever is printed while the app opens or closes goes to standard error."""
    from apps.api.composition import open_app

    async with AsyncExitStack() as stack:
        with redirect_stdout(sys.stderr):
            app = await stack.enter_async_context(open_app(settings))
        yield app
        with redirect_stdout(sys.stderr):
            await stack.aclose()
