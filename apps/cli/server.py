"""The server that `parley serve` runs."""

import gc
import socket

import uvicorn
from fastapi import FastAPI

from packages.core.messages import message, reader_language, render
from packages.settings.server import ServerSettings

_SHUTDOWN_SECONDS = 3
_NEW_OBJECTS = 20_000  # before the collector looks at them


class ParleyServer(uvicorn.Server):
    """Prints the address, once the server really answers there."""

    def __init__(self, app: FastAPI, settings: ServerSettings) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
                server_header=False,
                proxy_headers=bool(settings.trusted_proxies),
                forwarded_allow_ips=settings.trusted_proxies,
            )
        )
        self._address = settings.base_url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _look_for_garbage_less_often()
            print(render(message("cli.serving", address=self._address), reader_language()), flush=True)


def _look_for_garbage_less_often() -> None:
    """What the desk is made of stays until it stops: the collector would walk through it again and again, and everybody
    who is being answered would wait."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 50)
    gc.enable()
