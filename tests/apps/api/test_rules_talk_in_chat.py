"""How a person talks about rules at hand: agrees in passing words, keeps them as they were, or hears why they wait."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.chat import Answer, Person, home_like, settings_at, started

pytestmark = pytest.mark.asyncio(loop_scope="module")
KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
TOO_WIDE = {"en": "make the stop 50%", "zh": "止损改成50%"}
FITTING = {
    "en": "buy when RSI(14) < 30 and sell when RSI > 70, stop 5%, 10% of equity",
    "zh": "RSI(14)低于30买入，高于70卖出，止损5%，仓位10%",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["en", "zh"])
async def person(
    request: pytest.FixtureRequest, demo_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Person]:
    home = home_like(demo_home, tmp_path_factory.mktemp("rules_talk"))
    async with started(settings_at(home), None) as (_, client):
        yield Person(client, request.param)


async def _at_the_strategy(person: Person, rules: dict[str, str] | None = None) -> Answer:
    """In a conversation of its own, the first of everything chosen; then with these rules."""
    person.session_id = None
    told = await person.says("hello" if person.language == "en" else "你好")
    while told.done["phase"] != "strategy":
        if "proposal" in [card["type"] for card in told.cards]:
            told = await person.accepts(told)
        elif told.done["phase"] == "kyc":
            told = await person.says(KYC[person.language])
        else:
            told = await person.clicks(told.card("choice_prompt"))
    return told if rules is None else await person.says(rules[person.language])


async def test_what_the_scope_says_is_not_called_assumed(person: Person) -> None:
    told = await _at_the_strategy(person, FITTING)
    for unsaid in ("No instrument was named", "No timeframe was named", "没有说标的", "没有说周期"):
        assert unsaid not in told.text


@pytest.mark.parametrize("passing", [0, 1, 2])
async def test_rules_beyond_a_limit_are_explained_once_and_then_in_one_sentence(person: Person, passing: int) -> None:
    await _at_the_strategy(person, FITTING)
    held = await person.says(TOO_WIDE[person.language])
    assert held.text.count("\n- ") > 3
    word = {"en": ("looks good", "yes", "next"), "zh": ("挺好", "好", "下一步")}[person.language]
    told = await person.says(word[passing])
    assert told.text.strip().count("\n") == 0, told.text
    assert told.card("choice_prompt")["choice_id"] == "fit"
    assert [card["type"] for card in told.cards] == ["choice_prompt"], "what a limit holds back is not to be confirmed"


async def test_never_mind_gives_up_a_change_that_goes_beyond_a_limit(person: Person) -> None:
    await _at_the_strategy(person, FITTING)
    held = await person.says(TOO_WIDE[person.language])
    assert held.card("choice_prompt")["choice_id"] == "fit"
    told = await person.says("never mind, keep it as it was" if person.language == "en" else "算了，还是按原来的")
    assert told.card("choice_prompt")["choice_id"] == "strategy_confirmed"
    assert told.card("strategy_card")["version"] == 1


async def test_never_mind_takes_back_a_change_that_was_made(person: Person) -> None:
    first = await _at_the_strategy(person, FITTING)
    changed = await person.says("make the stop 4%" if person.language == "en" else "止损改成4%")
    assert changed.card("strategy_card")["version"] == 2
    told = await person.says("leave it as it was" if person.language == "en" else "算了，保持原样")
    assert told.card("strategy_card")["version"] == 3
    stops = [card.card("strategy_card")["dsl_json"]["trade"]["long"]["exits"] for card in (first, changed, told)]
    assert stops[0] == stops[2] != stops[1]


@pytest.mark.parametrize("order", [0, 1, 2])
async def test_an_order_for_the_next_step_accepts_rules_that_wait_for_a_word_and_names_them(
    person: Person, order: int
) -> None:
    await _at_the_strategy(person, FITTING)
    waits = await person.says("I think these rules are what I had in mind" if person.language == "en" else "我觉得可以")
    assert waits.card("proposal")["fields"] == {"strategy_confirmed": "true"}
    said = {"en": ("ok next", "run it", "yes, run the backtest"), "zh": ("好，下一步", "跑吧", "行，去回测")}
    told = await person.says(said[person.language][order])
    assert (await person.session())["artifacts"]["strategy"]["profile"]["strategy_confirmed"] == "true"
    assert (await person.session())["title"] in told.text, "the person hears which rules they confirmed"
