"""Rules are confirmed once, and research on a company asks for nothing but research."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
RESEARCH = {"en": "research DEMO5", "zh": "研究一下 DEMO5"}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("once"))
    async with started(settings_at(home)) as (_, client):
        person = Person(client, request.param)
        await person.tells(KYC[person.language])
        yield person


def _asked(answer: Answer) -> list[str]:
    return [card["choice_id"] for card in answer.cards if card["type"] == "choice_prompt"]


async def test_research_makes_no_target_of_what_is_researched(person: Person) -> None:
    answer = await person.says(RESEARCH[person.language])
    assert answer.card("research_report")["symbol"] == "DEMO5"
    assert await person.profile("pre_strategy") == {}
    # What can follow a verdict is offered in the same turn where the research ends in it.
    asked = [each for each in _asked(answer) if each != "after_verdict"]
    assert asked == ["target_market"], "the open question, and not how often to trade DEMO5"


async def test_rules_that_were_confirmed_on_their_card_are_not_to_be_confirmed_again(person: Person) -> None:
    answer: Any = await person.says("US stocks" if person.language == "en" else "美股")
    while answer.done["phase"] != "strategy":
        answer = await person.accepts(answer) if "proposal" in _types(answer) else await _first(person, answer)
    card = (await _first(person, answer)).card("strategy_card")
    told = {"session_id": person.session_id, "dsl_json": card["dsl_json"], "strategy_id": card["strategy_id"]}
    await person.post("/strategies/confirm", told)
    answer = await person.says("continue" if person.language == "en" else "继续")
    assert "strategy_confirmed" not in _asked(answer)


def _types(answer: Answer) -> list[str]:
    return [card["type"] for card in answer.cards]


async def _first(person: Person, answer: Answer) -> Answer:
    return await person.clicks(answer.card("choice_prompt"))
