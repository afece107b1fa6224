"""The real app with a voice that says what it is asked for: hostile text, and tools that answer with it."""

import re
import socket
import sys
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from typing import TypeAlias

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.orchestration.shared import TurnRequest, UpstreamEvent
from apps.cli.server import ParleyServer
from packages.infra.observability.logs import configure_logging
from packages.settings.load import load_settings
from packages.settings.server import ServerSettings
from tests.apps.api.work import run_in_memory
from tests.e2e.page.hostile import Payload, payloads
from tests.fakes.scripted_events import ToolCall
from tests.fakes.scripted_streamer import Pretends, Says, ScriptedStreamer, message_in

END = "That was all."
_ASKED = re.compile(r"(words|tools) (\d+) (\d+)")
_DELTA = 4_000  # characters
_Steps: TypeAlias = Sequence[Says | Pretends]


class Hostile(ScriptedStreamer):
    """`words 0 100` is answered with the first hundred pieces as text, `tools 0 100` likewise."""

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> "Hostile":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        asked = _ASKED.search(message_in(request))
        if asked is not None:
            kind, first, last = asked[1], int(asked[2]), int(asked[3])
            self.plays(*_ANSWERS[kind](payloads()[first:last]), Says(END))
        async for event in super().stream_events(request):
            yield event


def _words(pieces: Sequence[Payload]) -> _Steps:
    """In a line with the mark, and standing alone."""
    return [Says("".join(f"{piece.line}\n\n{piece.paragraphs}" for piece in pieces), _DELTA)]


def _tools(pieces: Sequence[Payload]) -> _Steps:
    return [
        Pretends(
            ToolCall(
                server_label="strategy",
                name="validate_dsl",
                arguments={"text": piece.line},
                output=piece.line,
                error=piece.line if number % 2 else None,
            )
        )
        for number, piece in enumerate(pieces)
    ]


_ANSWERS = {"words": _words, "tools": _tools}


def main(port: int) -> None:
    settings = load_settings()
    configure_logging(settings.logs)
    app = create_app(settings, partial(open_app, run_jobs=run_in_memory, streamers=Hostile()))
    where = ServerSettings(host="127.0.0.1", port=port)
    ParleyServer(app, where).run(sockets=[socket.create_server(("127.0.0.1", port))])


if __name__ == "__main__":
    main(int(sys.argv[1]))
