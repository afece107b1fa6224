"""A bare number said to a person's options is the button with that number; before any question it is nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "4 years of trading, moderate risk, balanced growth", "zh": "交易4年，风险稳健，收益目标平衡增长"}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("numbers"))
    async with started(settings_at(home), None) as (_, client):
        yield Person(client, request.param)


async def test_a_number_before_any_question_answers_none(person: Person) -> None:
    told = await person.says("2")
    assert say(Language(person.language), "first_unread") in told.text
    assert told.card("choice_prompt")["choice_id"] == "trading_years_bucket"
    assert await person.profile("kyc") == {}


async def test_a_number_presses_the_option_with_that_number(person: Person) -> None:
    await person.tells(KYC[person.language])
    asked = await person.says({"en": "2", "zh": "第二个"}[person.language])
    assert (await person.profile("pre_strategy"))["target_market"] == "us_stocks"
    while asked.done["phase"] != "strategy":
        asked = await person.says("1")
    drafted = await person.says({"en": "1", "zh": "第一个"}[person.language])
    assert drafted.card("choice_prompt")["choice_id"] == "strategy_confirmed"
    changed = await person.says("2")
    assert say(Language(person.language), "what_to_change") in changed.text, "the second button changes something"
    beyond = await person.says("9")
    assert say(Language(person.language), "not_understood") in beyond.text
