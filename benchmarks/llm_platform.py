"""What the platform adds to the bare SDK against the same local server: to an answer, and to a stream's first delta.

Each pair is measured turn by turn in one run, so that a busy machine weighs on both alike.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

from openai import AsyncOpenAI
from pydantic import SecretStr

from packages.core.clock import SystemClock
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.home import HomeSettings
from packages.settings.llm import LlmSettings
from packages.settings.load import Settings, load_settings
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.ledger import CallScope

_ROUNDS = 300
_WARM_UP = 30
_PROMPT = "Which way does it lean?"
_SERVER = """
import asyncio
from tests.servers.model_server import ModelServer
from tests.servers.steps import Reply, SlowDrip

async def serve():
    async with ModelServer(otherwise={step}) as server:
        print(server.base_url, flush=True)
        await asyncio.Event().wait()

asyncio.run(serve())
"""

Ask = Callable[[], Awaitable[float]]


async def compared(bare: Ask, ours: Ask) -> tuple[float, float]:
    """Medians in milliseconds."""
    times: tuple[list[float], list[float]] = ([], [])
    for round_number in range(_WARM_UP + _ROUNDS):
        for asks, taken in zip((bare, ours), times, strict=True):
            seconds = await asks()
            if round_number >= _WARM_UP:
                taken.append(seconds * 1000)
    return median(times[0]), median(times[1])


async def measure(base_url: str, home: Path) -> None:
    settings = _settings(base_url, home)
    database = Database(settings.database_url)
    await upgrade(database)
    platform = LlmPlatformContainer(database, settings, SystemClock())
    llm = platform.service(CallScope(owner_id="bench", caller="bench"))
    client = AsyncOpenAI(base_url=base_url, api_key="bench", max_retries=0)

    async def bare_answer() -> float:
        begun = time.perf_counter()
        await client.responses.create(
            model="bench", input=_PROMPT, temperature=0.7, max_output_tokens=4096, store=False
        )
        return time.perf_counter() - begun

    async def our_answer() -> float:
        begun = time.perf_counter()
        await llm.generate(_PROMPT)
        return time.perf_counter() - begun

    async def bare_delta() -> float:
        begun = time.perf_counter()
        took = 0.0
        stream = await client.responses.create(model="bench", input=_PROMPT, stream=True, max_output_tokens=4096)
        async for event in stream:
            if event.type == "response.output_text.delta" and not took:
                took = time.perf_counter() - begun
        return took

    async def our_delta() -> float:
        begun = time.perf_counter()
        took = 0.0
        async for event in llm.stream_events(input=_PROMPT):
            if event["type"] == "response.output_text.delta" and not took:
                took = time.perf_counter() - begun
        return took

    print("| what | bare SDK, median | through the platform | added |\n|---|---|---|---|")
    for name, bare, ours in (
        ("generate", bare_answer, our_answer),
        ("stream_events, to the first delta", bare_delta, our_delta),
    ):
        alone, whole = await compared(bare, ours)
        print(f"| {name} | {alone:.2f} ms | {whole:.2f} ms | {whole - alone:.2f} ms |")
    await client.close()
    await platform.aclose()
    await database.aclose()


def _settings(base_url: str, home: Path) -> Settings:
    """The desk's usual settings in a home of its own, with the local server as its model."""
    llm = LlmSettings(
        openai_base_url=base_url, openai_api_key=SecretStr("bench"), llm_model="bench", llm_api="responses"
    )
    return replace(load_settings(), home=HomeSettings(home=home), llm=llm)


@contextmanager
def model_server(step: str = 'Reply("BULLISH, on balance.")') -> Iterator[str]:
    """A model server in a process of its own that answers everything like this; its address."""
    command = [sys.executable, "-c", _SERVER.format(step=step)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip() if server.stdout else ""
        finally:
            server.terminate()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, model_server() as base_url:
        asyncio.run(measure(base_url, Path(folder) / "home"))


if __name__ == "__main__":
    main()
