"""Changes of the rules said when the person is done with them: made, or shown with what fits, and never lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.apps.api.stressed_chat import at_the_stress_test
from tests.chat import Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOO_WIDE = {"en": "make the stop 50%", "zh": "止损改成50%"}
OTHERS = {
    "en": "buy when RSI(14) < 25 and sell when RSI > 75, stop 4%, 10% of equity",
    "zh": "RSI(14)低于25买入，高于75卖出，止损4%，仓位10%",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("late_changes"))
    async with started(settings_at(home), None) as (_, client):
        yield Person(client, request.param)


async def test_a_change_beyond_a_limit_waits_with_what_fits_where_the_stress_test_is_due(person: Person) -> None:
    await at_the_stress_test(person)
    told = await person.says(TOO_WIDE[person.language])
    assert told.moves == [("stress_test", "strategy")]
    assert say(Language(person.language), "draft.held_change") in told.text
    assert told.card("choice_prompt")["choice_id"] == "fit"
    fitted = await person.clicks(told.card("choice_prompt"))
    [stop] = [
        each["stop"]["value"]
        for each in fitted.card("strategy_card")["dsl_json"]["trade"]["long"]["exits"]
        if each["type"] == "stop_loss"
    ]
    assert (fitted.card("strategy_card")["version"], stop) == (2, 0.5)
    assert say(Language(person.language), "noted.strategy_confirmed.false") not in fitted.text


async def test_whole_rules_take_the_place_of_those_that_wait_for_the_stress_test(person: Person) -> None:
    await at_the_stress_test(person)
    told = await person.says(OTHERS[person.language])
    assert told.moves == [("stress_test", "strategy")]
    assert told.card("strategy_card")["version"] == 2
    assert told.card("choice_prompt")["choice_id"] == "strategy_confirmed"
