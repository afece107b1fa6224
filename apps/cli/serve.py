"""`parley serve`: the API and the page in one process."""

import dataclasses
import gc
import logging
import socket

import uvicorn
from fastapi import FastAPI

from apps.api.main import create_app
from packages.core.errors import Conflict
from packages.core.messages import message, reader_language, render
from packages.infra.observability.logs import configure_logging
from packages.settings.load import Settings, load_settings

_SHUTDOWN_SECONDS = 3
_NEW_OBJECTS = 20_000  # before the collector looks at them


class AddressInUse(Conflict):
    """Something else listens there."""


def serve(host: str | None, port: int | None) -> None:
    """Returns when the server was asked to stop; raises the `ParleyError` that kept it from starting."""
    settings = _with_address(load_settings(), host, port)
    configure_logging(settings.logs)
    listener = _listen(settings.server.host, settings.server.port)
    settings = _with_address(settings, None, listener.getsockname()[1])
    app = create_app(settings)
    logging.getLogger("uvicorn.error").addFilter(lambda _: not hasattr(app.state, "start_failure"))
    try:
        ParleyServer(app, settings.server.base_url).run(sockets=[listener])
    except SystemExit:  # as uvicorn ends when the app does not start
        if hasattr(app.state, "start_failure"):
            raise app.state.start_failure from None
        raise


class ParleyServer(uvicorn.Server):
    """Prints the address, once the server really answers there."""

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
            print(render(message("cli.serving", address=self._address), reader_language()), flush=True)


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
