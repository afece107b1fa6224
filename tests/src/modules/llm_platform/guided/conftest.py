"""A desk with the demo companies and its tool servers, which the guided voice reaches in process."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from apps.api.composition import open_app
from apps.api.conversation.own_tools import OwnTools
from apps.api.conversation.streamers import GuidedChatStreamer
from apps.api.services import AppContext
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.settings.load import load_settings
from src.modules.llm_platform.infrastructure.guided.streamer import GuidedStreamer
from tests.apps.api.work import run_in_memory
from tests.src.modules.llm_platform.guided.talk import BASE, Talk

BeginTalk = Callable[[Language], Talk]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AppContext]:
    folder = tmp_path_factory.mktemp("guided") / "home"
    shutil.copytree(demo_home, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLEY_HOME", str(folder))
        patch.setenv("PARLEY_DEMO_DATA", "false")
        patch.delenv("PARLEY_DATABASE_URL", raising=False)
        async with open_app(load_settings(), run_jobs=run_in_memory) as desk:
            yield desk


async def _briefly(seconds: float) -> None:
    """The next message looks again, so a test has no need of the voice's timeouts."""
    await asyncio.sleep(min(seconds, 0.3))


@pytest.fixture
def begin(desk: AppContext) -> BeginTalk:
    tools = OwnTools(desk.tools, desk.tool_tokens, BASE, desk.clock)
    voice = GuidedChatStreamer(GuidedStreamer(tools, desk.clock, Ids(desk.clock), _briefly))
    return lambda language: Talk(voice, desk.tool_tokens, Ids(desk.clock), language)
