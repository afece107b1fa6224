"""`parley serve`: the API and the page in one process."""

import dataclasses
import gc
import socket

import uvicorn
from fastapi import FastAPI

from apps.api.main import create_app
from packages.core.errors import Conflict
from packages.infra.observability.logs import configure_logging
from packages.settings.load import Settings, load_settings

_SHUTDOWN_SECONDS = 3
_NEW_OBJECTS = 20_000  # before the collector looks at them


class AddressInUse(Conflict):
    """Something else listens there."""


def serve(host: str | None, port: int | None) -> None:
    """Returns when the server was asked to stop."""
    settings = _with_address(load_settings(), host, port)
    configure_logging(settings.logs)
    listener = _listen(settings.server.host, settings.server.port)
    settings = _with_address(settings, None, listener.getsockname()[1])
    DeskServer(create_app(settings), settings.server.base_url).run(sockets=[listener])


class DeskServer(uvicorn.Server):
    """Says where the desk is, once it really answers there."""

    def __init__(self, app: FastAPI, address: str) -> None:
        super().__init__(
            uvicorn.Config(
                app, log_config=None, access_log=False, timeout_graceful_shutdown=_SHUTDOWN_SECONDS, server_header=False
            )
        )
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _look_for_garbage_less_often()
            print(f"Parley is at {self._address}  (stop with Ctrl-C)", flush=True)


def _look_for_garbage_less_often() -> None:
    """What the desk is made of stays until it stops: the collector would walk through it again and again, and everybody
    who is being answered would wait."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 50)


def _with_address(settings: Settings, host: str | None, port: int | None) -> Settings:
    changes: dict[str, object] = {"host": host, "port": port}
    server = settings.server.model_copy(update={name: value for name, value in changes.items() if value is not None})
    return dataclasses.replace(settings, server=server)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise AddressInUse(
            "cli.address_in_use", host=host, port=port, reason=error.strerror, other_port=port + 1 if port else 8001
        ) from error
