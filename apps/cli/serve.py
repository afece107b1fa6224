"""`parley serve`: the API and the page in one process.

The server is imported when the settings are sound and the address is free: a mistyped one is reported at once.
"""

import dataclasses
import gc
import logging
import socket

from packages.core.errors import Conflict
from packages.infra.observability.logs import configure_logging
from packages.settings.load import Settings, load_settings


class AddressInUse(Conflict):
    """Something else listens there."""


def serve(host: str | None, port: int | None) -> None:
    """Returns when the server was asked to stop; raises the `ParleyError` that kept it from starting."""
    settings = _with_address(load_settings(), host, port)
    settings.auth.mode_at(settings.server)  # raises where strangers could reach a desk without passwords
    configure_logging(settings.logs)
    listener = _listen(settings.server.host, settings.server.port)
    settings = _with_address(settings, None, listener.getsockname()[1])
    _run(settings, listener)


def _run(settings: Settings, listener: socket.socket) -> None:
    gc.disable()  # until the server is up: nothing of what it is made of is garbage
    from apps.api.main import create_app
    from apps.cli.server import ParleyServer

    app = create_app(settings)
    logging.getLogger("uvicorn.error").addFilter(lambda _: not hasattr(app.state, "start_failure"))
    try:
        ParleyServer(app, settings.server).run(sockets=[listener])
    except SystemExit:  # as uvicorn ends when the app does not start
        if hasattr(app.state, "start_failure"):
            raise app.state.start_failure from None
        raise


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
