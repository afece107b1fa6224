"""The real app with a voice that does as it is told, on a desk whose time stands where a test puts it."""

import json
import socket
import sys
from collections.abc import AsyncGenerator
from datetime import datetime
from functools import partial
from pathlib import Path

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.orchestration.shared import TurnRequest, UpstreamEvent
from apps.cli.server import ParleyServer
from packages.core.clock import Clock, SystemClock
from packages.core.errors import Unavailable
from packages.infra.observability.logs import configure_logging
from packages.settings.load import load_settings
from packages.settings.server import ServerSettings
from tests.apps.api.work import run_in_memory
from tests.fakes.scripted_streamer import Breaks, Says, ScriptedStreamer, Step, card, message_in

SHOW, BREAK = "show", "break off"
HALF, DEAD = "So far, so ", "The line to the model went dead."
_CLOCK = "clock"


class Obedient(ScriptedStreamer):
    """`show {…}` is answered with that card, `break off` with half an answer."""

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> "Obedient":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        self.plays(*_asked(message_in(request)))
        async for event in super().stream_events(request):
            yield event


def _asked(said: str) -> tuple[Step, ...]:
    if said.startswith(SHOW):
        return (Says(f"Look.\n\n{card(**json.loads(said.removeprefix(SHOW)))}"),)
    if said.startswith(BREAK):
        return (Says(HALF), Breaks(Unavailable(DEAD)))
    return (Says("Yes."),)


class WrittenClock:
    """Stands where it was put last."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text())


def put_clock(home: Path, at: datetime) -> None:
    """Before the server starts, its time stands still from then on; nobody reads half of it."""
    new = home / f"{_CLOCK}.new"
    new.write_text(at.isoformat())
    new.replace(home / _CLOCK)


def _clock(home: Path) -> Clock:
    return WrittenClock(home / _CLOCK) if (home / _CLOCK).exists() else SystemClock()


def main(port: int) -> None:
    settings = load_settings()
    configure_logging(settings.logs)
    clock = _clock(settings.home.home)
    opening = partial(open_app, run_jobs=run_in_memory, clock=clock, trades=True, streamers=Obedient())
    app = create_app(settings, opening)
    where = ServerSettings(host="127.0.0.1", port=port)
    ParleyServer(app, where).run(sockets=[socket.create_server(("127.0.0.1", port))])


if __name__ == "__main__":
    main(int(sys.argv[1]))
