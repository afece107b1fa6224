"""A person who asks questions all the way from the first message to the stress test, over HTTP and without a model."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.understanding.asking.glossary import term
from packages.domain.conversation.wording import say
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def person(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("questions") / "home")
    async with started(settings_at(home)) as (_, client):
        yield Person(client)


def _open(answer: Answer) -> list[str]:
    return [card["choice_id"] for card in answer.cards if card["type"] == "choice_prompt"]


async def test_questions_are_answered_on_the_way_and_change_nothing(person: Person) -> None:
    answer = await person.says("what is mean reversion?")
    assert term("mean_reversion").meaning(Language.EN) in answer.text
    assert _open(answer) == ["trading_years_bucket"]
    answer = await person.says("why do you ask?")
    assert say(Language.EN, "answer.why_asked.trading_years_bucket") in answer.text
    for said in ("5 years or more", "Moderate", "Balanced growth", "US stocks", "DEMO5", "A few times a week"):
        answer = await person.says(said)
    answer = await person.says("what did I answer?")
    assert "- risk tolerance: Moderate" in answer.text
    assert "- instrument: DEMO5" in answer.text
    assert _open(answer) == ["holding_period_bucket"]
    for said in ("Several days", "Mean reversion", "continue"):
        answer = await person.says(said)
    answer = await person.says("why are there no trades?")
    assert say(Language.EN, "answer.not_backtested") in answer.text
    assert "- Buy when " in answer.text
    assert _open(answer) == ["strategy_confirmed"]
    assert (await person.profile("strategy")).get("strategy_confirmed") is None


async def test_figures_of_the_backtest_are_explained_over_http(person: Person) -> None:
    answer = await person.says("Confirm this strategy")
    while not any(card["type"] == "backtest_charts" for card in answer.cards):
        answer = await person.says("continue")
    for question, told in (
        ("why only so few trades?", "From the backtest of version 1, 20"),
        ("how much can I lose?", 'Your risk tolerance is "Moderate"'),
        ("will I make money?", say(Language.EN, "answer.no_promise")),
        ("who wins the election?", say(Language.EN, "answer.no_fact")),
    ):
        answer = await person.says(question)
        assert told in answer.text
        assert _open(answer), question
        assert answer.done["phase"] in ("strategy", "stress_test")
