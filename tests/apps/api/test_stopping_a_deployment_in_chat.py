"""Who stops a deployment is asked what becomes of the positions, and a yes to that says neither."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from tests.apps.api.stressed_chat import at_the_stress_test
from tests.chat import Answer, Person, home_like, settings_at, started
from tests.fakes.clock import StoppedClock

pytestmark = pytest.mark.asyncio(loop_scope="module")
LAST_BARS = datetime(2026, 1, 1, 1, tzinfo=UTC)  # right after those of the demo companies
STOP = {"en": "stop the strategy", "zh": "停止策略"}
YES = {"en": "yes", "zh": "好"}
NO = {"en": "never mind", "zh": "算了"}
KEEP = {"en": "keep them", "zh": "留着"}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    """Whose strategy trades on paper, against the verdict."""
    home = home_like(demo_home, tmp_path_factory.mktemp("stops"))
    async with started(settings_at(home), None, StoppedClock(LAST_BARS)) as (_, client):
        someone = Person(client, request.param)
        await _deployed(someone)
        yield someone


async def _deployed(person: Person) -> None:
    told = await at_the_stress_test(person)
    told = await person.clicks(told.card("choice_prompt"))
    told = await person.waits() or told
    told = await person.goes_on(told.card("choice_prompt"))
    [where] = [card for card in told.cards if card.get("choice_id") == "deployment_target"]
    await person.clicks(where)
    reason = {"en": "I want to see how it behaves", "zh": "我想先看看它在模拟盘上的表现"}[person.language]
    told = await person.says(f"{OVERRIDE_PHRASES[Language(person.language)]}: {reason}")
    assert told.done["phase"] == "completed", told.text


def _words(person: Person, name: str) -> str:
    return say(Language(person.language), name)


def _is_asked_how(told: Answer) -> bool:
    return [card["choice_id"] for card in told.cards if card["type"] == "choice_prompt"] == ["stop_how"]


async def test_a_yes_to_what_becomes_of_the_positions_is_asked_which_and_a_no_stops_nothing(person: Person) -> None:
    assert _is_asked_how(await person.says(STOP[person.language]))
    which = await person.says(YES[person.language])
    assert _words(person, "stop_which") in which.text
    assert _is_asked_how(which)
    left = await person.says(NO[person.language])
    assert left.text.strip() == _words(person, "stop_left")


async def test_a_button_leaves_it_running(person: Person) -> None:
    asked = await person.says(STOP[person.language])
    [how] = [card for card in asked.cards if card.get("choice_id") == "stop_how"]
    left = await person.clicks(how, [option["id"] for option in how["options"]].index("cancel"))
    assert left.text.strip() == _words(person, "stop_left")


async def test_the_choice_survives_a_yes_and_stops_it_with_that(person: Person) -> None:
    await person.says(STOP[person.language])
    await person.says(YES[person.language])
    stopped = await person.says(KEEP[person.language])
    assert stopped.text.strip() == _words(person, "done.stop")


async def test_what_is_stopped_is_not_asked_about_again(person: Person) -> None:
    again = await person.says(STOP[person.language])
    assert again.text.strip() == _words(person, "stopped_already")
    assert not _is_asked_how(again)


async def test_who_starts_over_after_the_deployment_hears_what_to_do(person: Person) -> None:
    told = await person.says({"en": "start over", "zh": "从头开始"}[person.language])
    assert told.text.strip() == _words(person, "completed_stays")
    [offered] = [card for card in told.cards if card.get("choice_id") == "watch"]
    assert "new_conversation" in [option["id"] for option in offered["options"]]
