"""A model that takes its time, for the tests that watch research at work; it answers from a thread of its own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from tests.e2e.research_model import ResearchModel


@contextmanager
def slow_model(seconds: float) -> Iterator[dict[str, str]]:
    """The settings of a desk that asks it."""
    began, address = Event(), []
    loop = asyncio.new_event_loop()
    ended = asyncio.Event()

    async def answer() -> None:
        async with ResearchModel(seconds) as model:
            address.append(model.base_url)
            began.set()
            await ended.wait()

    thread = Thread(target=loop.run_until_complete, args=(answer(),))
    thread.start()
    began.wait()
    yield {"OPENAI_BASE_URL": address[0], "PARLEY_LLM_API": "chat_completions", "PARLEY_LLM_MODEL": "player"}
    loop.call_soon_threadsafe(ended.set)
    thread.join()
    loop.close()
