"""What a person says before its time, in parts, or of what was measured, is heard in both languages."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "4 years of trading, moderate risk, balanced growth", "zh": "交易4年，风险稳健，收益目标平衡增长"}
OTHERS = {"en": "hi, I'm aggressive and have traded for 6 years", "zh": "你好，我交易6年了，激进"}
PARTS = {
    "en": "daily chart, a few trades a month, hold for a couple of weeks",
    "zh": "日线，一周操作一两次，拿两三周",
}
STRESS = {"en": "run the stress test", "zh": "跑压力测试吧"}
RULES = {
    "en": "buy when RSI(14) < 40 and sell when RSI > 60, stop 5%, 20% of equity",
    "zh": "RSI(14)低于40买入，高于60卖出，止损5%，仓位20%",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    """Who has answered the questions about themselves."""
    home = home_like(demo_home, tmp_path_factory.mktemp("first_words"))
    async with started(settings_at(home), None) as (_, client):
        someone = Person(client, request.param)
        await someone.tells(KYC[someone.language])
        yield someone


def _words(person: Person, name: str, **values: str) -> str:
    return say(Language(person.language), name, **values)


async def test_answers_about_oneself_in_a_first_message_are_proposed_as_changes_of_the_profile(person: Person) -> None:
    person.session_id = None
    told = await person.says(OTHERS[person.language])
    assert told.card("proposal")["fields"] == {"risk_tolerance": "aggressive", "trading_years_bucket": "years_5_plus"}
    assert _words(person, "first_unread") not in told.text


async def test_answers_that_the_profile_has_already_are_heard(person: Person) -> None:
    person.session_id = None
    told = await person.says(KYC[person.language])
    assert _words(person, "profile.stays") in told.text
    assert _words(person, "first_unread") not in told.text


async def test_every_part_of_a_message_is_read_or_quoted(person: Person) -> None:
    person.session_id = None
    told = await person.says(PARTS[person.language])
    pace = {"en": "few_per_month", "zh": "few_per_week"}[person.language]
    assert told.card("proposal")["fields"] == {
        "opportunity_frequency_bucket": pace,
        "holding_period_bucket": "position_weeks_plus",
    }
    quote = {"en": "“daily chart”", "zh": "“日线”"}[person.language]
    assert _words(person, "parts_unread", quotes=quote) in told.text


async def test_a_stress_test_before_its_time_is_told_what_comes_first_with_its_button(person: Person) -> None:
    person.session_id = None
    told = await person.says(STRESS[person.language])
    assert _words(person, "early.stress_test") in (await person.says(STRESS[person.language])).text
    assert told.card("choice_prompt")["choice_id"] == "target_market"


async def test_figures_of_the_backtest_are_told_with_their_source(person: Person) -> None:
    person.session_id = None
    told = await person.says(STRESS[person.language])
    while told.done["phase"] != "strategy":
        has_proposal = "proposal" in [card["type"] for card in told.cards]
        told = await (person.accepts(told) if has_proposal else person.clicks(told.card("choice_prompt")))
    assert _words(person, "answer.not_measured_yet") in (await person.says(ASKED[person.language][0])).text
    await person.says(RULES[person.language])
    told = await person.says(STRESS[person.language])
    assert _words(person, "stress_after_confirming") in told.text
    told = await person.clicks(told.card("choice_prompt"))
    while told.done["phase"] != "stress_test":
        told = await person.waits() or await person.says({"en": "continue", "zh": "继续"}[person.language])
    for question in ASKED[person.language]:
        answer = await person.says(question)
        assert {"en": "from the backtest of version 1", "zh": "来自版本 1 的回测"}[person.language] in answer.text, (
            question
        )


ASKED = {
    "en": (
        *("how many trades did it make?", "what was the win rate", "how much did it make?", "sharpe?", "worst fall?"),
        *("profit factor", "how much did it pay in fees?"),
    ),
    "zh": ("交易了多少笔？", "胜率多少", "赚了多少", "夏普是多少", "最大回撤多少？", "盈亏比", "手续费花了多少"),
}
