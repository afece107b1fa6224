"""A process that only works: it takes jobs from the shared queue until it is asked to stop."""

import asyncio
import signal

from apps.api.composition import open_app
from packages.core.messages import message, reader_language, render
from packages.settings.load import Settings


async def work(settings: Settings) -> None:
    """Opens the same desk as the API, without its HTTP face."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stop.set)
    async with open_app(settings):
        print(render(message("cli.worker_ready"), reader_language()), flush=True)
        await stop.wait()
