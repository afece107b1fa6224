"""A way out that is told while the scope is asked is kept for the draft, as a way in is."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "6 years of trading, aggressive, high growth", "zh": "交易6年，风险激进，收益目标高增长"}
EXIT = {"en": "sell when it's up 10%", "zh": "涨10%就卖"}
STOP = {"en": "and get out if it falls 5%", "zh": "跌5%就止损"}
ENTRY = {"en": "buy when RSI(14) < 30", "zh": "RSI(14)低于30买入"}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    """Who has answered the questions about themselves."""
    home = home_like(demo_home, tmp_path_factory.mktemp("exits"))
    async with started(settings_at(home), None) as (_, client):
        someone = Person(client, request.param)
        await someone.tells(KYC[someone.language])
        yield someone


async def _to_the_strategy(person: Person, told: Answer) -> Answer:
    while told.done["phase"] != "strategy":
        has_proposal = "proposal" in [card["type"] for card in told.cards]
        told = await (person.accepts(told) if has_proposal else person.clicks(told.card("choice_prompt")))
    return told


def _exits(told: Answer) -> dict[str, float]:
    exits = told.card("strategy_card")["dsl_json"]["trade"]["long"]["exits"]
    return {each["type"]: (each.get("target") or each["stop"])["value"] for each in exits}


async def test_exits_told_in_the_scope_are_those_of_the_draft(person: Person) -> None:
    person.session_id = None
    await person.says({"en": "hello", "zh": "你好"}[person.language])
    kept = await person.says(EXIT[person.language])
    assert say(Language(person.language), "idea_kept") in kept.text
    told = await person.says(STOP[person.language])
    told = await _to_the_strategy(person, told)
    assert told.card("choice_prompt")["choice_id"] == "rules_draft", "the way in is what lacks"
    drafted = await person.says(ENTRY[person.language])
    assert _exits(drafted) == {"take_profit": 0.1, "stop_loss": 0.05}


async def test_an_exit_given_after_its_entry_does_not_take_its_place(person: Person) -> None:
    person.session_id = None
    await person.says({"en": "hello", "zh": "你好"}[person.language])
    await person.says(ENTRY[person.language])
    told = await _to_the_strategy(person, await person.says(f"{EXIT[person.language]}, {STOP[person.language]}"))
    drafted = await person.says({"en": "continue", "zh": "继续"}[person.language])
    assert "strategy_card" in [card["type"] for card in (*told.cards, *drafted.cards)]
    shown = drafted if any(card["type"] == "strategy_card" for card in drafted.cards) else told
    assert _exits(shown) == {"take_profit": 0.1, "stop_loss": 0.05}
