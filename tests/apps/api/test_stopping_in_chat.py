"""A person stops a stress test that runs, in words or by its button, and begins it anew."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.apps.api.stressed_chat import at_the_stress_test
from tests.chat import Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
STOP = {"en": ("stop it", "cancel the stress test", "please stop the test"), "zh": ("停下来", "取消压力测试", "别跑了")}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    """Before the stress test."""
    home = home_like(demo_home, tmp_path_factory.mktemp("stopping"))
    async with started(settings_at(home), None) as (_, client):
        someone = Person(client, request.param)
        await at_the_stress_test(someone)
        yield someone


@pytest.mark.parametrize("way", [0, 1, 2, "button"])
async def test_a_stress_test_that_runs_is_stopped_by_the_word_of_the_person(person: Person, way: int | str) -> None:
    running = await person.says({"en": "continue", "zh": "继续"}[person.language])
    report_id = running.card("stress_report")["stress_report_id"]
    if isinstance(way, int):
        told = await person.says(STOP[person.language][way])
    else:
        told = await person.clicks(running.card("choice_prompt"), option=1)
    assert told.text.strip() == say(Language(person.language), "stopped.stress_test")
    assert (await person.get(f"/stress/{report_id}")).json()["status"] == "cancelled"
    assert told.card("choice_prompt")["choice_id"] == "continue"
    assert await person.waits() is None, "what was stopped tells no end"
