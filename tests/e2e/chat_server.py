"""The real app with a voice that drips words, for the tests that leave it, kill it, or talk to it all at once."""

import asyncio
import sys
import time
from collections.abc import AsyncGenerator
from functools import partial

import uvicorn

from apps.api.composition import open_desk
from apps.api.main import create_app
from apps.api.orchestration.shared import TurnRequest, UpstreamEvent
from packages.contracts.chat_events import Engine
from packages.settings.load import load_settings
from src.modules.llm_platform.domain.requests import StreamRequest
from tests.apps.api.work import run_in_memory
from tests.fakes.scripted_events import ScriptedResponse
from tests.fakes.scripted_streamer import USAGE

WORDS = 40


class Dripping:
    """Answers every turn with the same number of words, `pause` seconds apart; each word says when it was sent."""

    engine: Engine = "llm"

    def __init__(self, pause: float) -> None:
        self._pause = pause

    async def for_turn(self, owner_id: str, turn_id: str) -> "Dripping":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        asked = StreamRequest(owner_id=request.owner_id, input=request.said)
        response = ScriptedResponse(f"resp_{request.turn_id}", asked, "dripping")
        for event in response.opening():
            yield event
        for event in response.said([""] * WORDS):
            if event["type"] == "response.output_text.delta":
                await asyncio.sleep(self._pause)
                event = {**event, "delta": f"{time.time():.6f} "}
            yield event
        yield response.closing(USAGE)


def main(port: int, pause: float) -> None:
    voice = Dripping(pause)
    app = create_app(load_settings(), partial(open_desk, run_jobs=run_in_memory, streamers=voice))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
