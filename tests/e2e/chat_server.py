"""The real app with a voice that drips words, for the tests that leave it, kill it, or talk to it all at once."""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncGenerator
from functools import partial

from apps.api.composition import open_app
from apps.api.main import create_app
from apps.api.orchestration.shared import TurnRequest, UpstreamEvent
from apps.cli.server import ParleyServer
from packages.contracts.chat_events import Engine
from packages.settings.load import load_settings
from packages.settings.server import ServerSettings
from src.modules.llm_platform.domain.requests import StreamRequest
from tests.apps.api.work import run_in_memory
from tests.fakes.scripted_events import ScriptedResponse
from tests.fakes.scripted_streamer import USAGE, message_in

WORDS = 40


class Dripping:
    """Answers every turn with the same number of words, `pause` seconds apart; each word says when it was due, and is a
    line of its own: an answer leaves by whole sentences."""

    engine: Engine = "llm"

    def __init__(self, pause: float, words: int) -> None:
        self._pause = pause
        self._words = words

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> "Dripping":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        asked = StreamRequest(owner_id=request.owner_id, input=message_in(request))
        response = ScriptedResponse(f"resp_{request.turn_id}", asked, "dripping")
        for event in response.opening():
            yield event
        due = time.time()
        for event in response.said([""]):
            if event["type"] != "response.output_text.delta":
                yield event
                continue
            for _ in range(self._words):
                due += self._pause
                await asyncio.sleep(due - time.time())  # at once where it is late: the pace is kept
                yield {**event, "delta": f"{due:.6f}\n"}
        yield response.closing(USAGE)


def main(port: int, pause: float, words: int) -> None:
    voice = Dripping(pause, words)
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory, streamers=voice))
    address = ("127.0.0.1", port)
    where = ServerSettings(host="127.0.0.1", port=port)
    ParleyServer(app, where).run(sockets=[socket.create_server(address, backlog=2048)])


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
