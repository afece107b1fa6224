"""What is at hand is answered from it, and a stress test that is done is not taken for a decision."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.apps.api.stressed_chat import at_the_stress_test
from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
QUESTIONS = {
    "en": (
        ("what is the stop?", "5% below the entry price"),
        ("how big is each position?", "takes 20% of the equity"),
        ("what is the entry?", "Buy when RSI(14) is below 40"),
        ("when does it sell?", "Sell when RSI(14) is above 60"),
        ("what is the take profit?", "have none"),
        ("what fees are assumed?", "slippage 0.05%"),
        ("what period does the data cover?", "to 2025-12-31, source demo data"),
        ("what is a stop?", "(glossary)"),
    ),
    "zh": (
        ("止损是多少？", "下方 5%"),
        ("仓位多大？", "占权益的 20%"),
        ("入场条件是什么？", "低于 40 时买入"),
        ("什么时候卖出？", "高于 60 时卖出"),
        ("止盈设在多少？", "没有这一项"),
        ("手续费怎么算的？", "滑点 0.05%"),
        ("数据是从什么时候到什么时候的？", "至 2025-12-31，来源：演示数据"),
        ("什么是止损？", "（术语表）"),
    ),
}
TEST_IT = {"en": "run the stress test", "zh": "跑压力测试"}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("at_hand"))
    async with started(settings_at(home)) as (_, client):
        someone = Person(client, request.param)
        await at_the_stress_test(someone)
        yield someone


def _words(person: Person, name: str, **values: str) -> str:
    return say(Language(person.language), name, **values)


def _asked(told: Answer) -> list[str]:
    return [card["choice_id"] for card in told.cards if card["type"] == "choice_prompt"]


async def test_questions_of_the_rules_the_costs_and_the_data_are_answered_from_what_is_stored(person: Person) -> None:
    for question, answer in QUESTIONS[person.language]:
        told = await person.says(question)
        assert answer in told.text, question
        assert _words(person, "answer.no_fact") not in told.text, question


async def test_a_stress_test_that_is_done_is_said_to_be_done_and_nothing_is_decided(person: Person) -> None:
    told = await person.says(TEST_IT[person.language])
    await person.waits()
    told = await person.says(TEST_IT[person.language])
    verdicts = [_words(person, f"verdict.{each}") for each in ("pass", "revise", "reject")]
    assert told.text.strip() in [_words(person, "stress_has_run", verdict=each) for each in verdicts]
    assert _asked(told) == ["stress_test_decision"]
    assert "proposal" not in [card["type"] for card in told.cards]
    assert (await person.profile("stress_test")).get("stress_test_decision") is None
