"""`parley mcp`: the tools of Parley for a desktop client or an editor, over standard input and output."""

import asyncio
import io
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, redirect_stdout, suppress

from apps.api.composition import open_app
from apps.api.services import AppContext
from apps.mcp.access import LocalAccess
from apps.mcp.composition import whole_server
from packages.core.errors import Forbidden
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.conversation.tool_calls import OnlyOnce
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.observability.logs import configure_logging
from packages.settings.auth import AuthMode
from packages.settings.load import Settings, load_settings


class NoLocalOwner(Forbidden):
    """A server with passwords has nobody who is let in without one."""


def serve_tools(*, writes: bool) -> None:
    """Until the client closes its end, or Ctrl-C."""
    settings = load_settings()
    configure_logging(settings.logs)
    if settings.auth_mode is not AuthMode.LOCAL:
        raise NoLocalOwner("cli.no_local_owner")
    asyncio.run(_serve(settings, writes))


async def _serve(settings: Settings, writes: bool) -> None:
    line = _closable_stdin()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, line.close)
    async with _quiet_app(settings) as app:
        door = LocalAccess(LOCAL_OWNER_ID, Ids(app.clock), writes=writes)
        server = whole_server(app, door, OnlyOnce(SqlToolCalls(app.database), app.clock))
        serving = asyncio.create_task(server.run_stdio_async())
        try:
            await asyncio.wait({serving})
        finally:
            line.close()
            await serving


def _closable_stdin() -> io.FileIO:
    """Puts a pipe in place of standard input and gives its other end: closed, the server meets the end of its input.
    Nothing else wakes a thread that waits for a client's next line."""
    client, (reads, writes) = os.dup(0), os.pipe()
    os.dup2(reads, 0)
    os.close(reads)
    line = io.FileIO(writes, "w")
    threading.Thread(target=_pass_on, args=(client, line), daemon=True, name="stdin").start()
    return line


def _pass_on(client: int, line: io.FileIO) -> None:
    with suppress(OSError, ValueError), line:  # who closes the line first has ended it
        while heard := os.read(client, 65536):
            while heard:
                heard = heard[line.write(heard) :]


@asynccontextmanager
async def _quiet_app(settings: Settings) -> AsyncIterator[AppContext]:
    """Standard output is the client's: whatever is printed while the app opens or closes goes to standard error."""
    async with AsyncExitStack() as stack:
        with redirect_stdout(sys.stderr):
            app = await stack.enter_async_context(open_app(settings))
        yield app
        with redirect_stdout(sys.stderr):
            await stack.aclose()
