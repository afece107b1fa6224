"""A started app with the demo companies, whose voice plays a script; one for all tests of a module."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.chat import ChatDesk, Person, home_like, scripted_desk, settings_at


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    async with scripted_desk(settings_at(home_like(demo_home, tmp_path_factory.mktemp("chat")))) as chat:
        yield chat


@pytest_asyncio.fixture(loop_scope="module")
async def ann(chat: ChatDesk) -> Person:
    """Somebody who was never here before, and speaks English."""
    return await chat.person()


@pytest_asyncio.fixture(loop_scope="module")
async def lin(chat: ChatDesk) -> Person:
    """Somebody who was never here before, and speaks Chinese."""
    return await chat.person("zh")
