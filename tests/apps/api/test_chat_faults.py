"""Whatever an upstream does, in every phase: one `done`, in time, the person's words kept, and words they can read."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apps.api.agents.phases import Phase
from packages.core.messages import Language
from tests.apps.api.chat_faults import BROKEN, FAULTS
from tests.chat import ChatDesk, Person, scripted_desk, settings_at

pytestmark = pytest.mark.asyncio(loop_scope="module")
IDLE = 0.5
AGAIN = {"en": "again", "zh": "再"}
LANGUAGES = (Language.EN, Language.ZH)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    home = tmp_path_factory.mktemp("faults")
    shutil.copy(schema, home)
    async with scripted_desk(settings_at(home, PARLEY_CHAT_IDLE_TIMEOUT_SECONDS=str(IDLE))) as chat:
        yield chat


async def test_every_fault_ends_in_one_done_in_some_phase(chat: ChatDesk) -> None:
    assert len(FAULTS) >= 60
    await _suffer(chat, zip(FAULTS, cycle(Phase), cycle(LANGUAGES), strict=False))


@pytest.mark.trust
async def test_every_fault_ends_in_one_done_in_every_phase_and_language(chat: ChatDesk) -> None:
    grid = list(product(FAULTS, Phase, LANGUAGES))
    await _suffer(chat, grid)
    print(f"{len(grid)} turns with a fault, each with one done")


async def _suffer(chat: ChatDesk, grid: Iterable[tuple[str, Phase, Language]]) -> None:
    person = await chat.person()
    owner_id = await chat.owner_of(person)
    longest = 0.0
    for fault, phase, language in grid:
        session = await chat.desk.chat.sessions.create(owner_id, phase.value, language, chat.desk.clock.now())
        took = await _one(chat, Person(chat.client, language, person.headers, session.id), fault)
        longest = max(longest, took)
    print(f"the longest turn took {longest:.1f} s, with {IDLE} s of idle time")


async def _one(chat: ChatDesk, person: Person, fault: str) -> float:
    chat.streamer.plays(*FAULTS[fault])
    began = time.monotonic()
    async with asyncio.timeout(IDLE + 30):  # a machine that is busy elsewhere is no fault of ours
        answer = await person.says("…?")
    took = time.monotonic() - began
    what = f"{fault} in {answer.start['phase']} took {took:.1f} s: {answer.done} {answer.text[-200:]!r}"
    assert answer.text.strip(), what
    assert bool(answer.done["stream_error"]) or fault not in BROKEN, what
    if answer.done["stream_error"]:
        assert AGAIN[person.language] in answer.text, what
    messages = (await person.session())["messages"]
    assert _said(messages) == [("user", "…?"), ("assistant", answer.text)], what
    assert answer.done["assistant_message_id"] == messages[-1]["id"]
    assert [each["failure"] for each in messages] == [None, answer.done["stream_error_detail"]], what
    return took


def _said(messages: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in messages]
