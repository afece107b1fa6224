"""The flow of a conversation over HTTP, without a model: every message is read where it stands, and nothing is lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.chat import Answer, Person, home_like, settings_at, started
from tests.servers.vendor_server import vendor_server

pytestmark = pytest.mark.asyncio(loop_scope="module")
ABOUT_ME = {"en": "4 years, moderate risk, balanced growth", "zh": "3-5年，风险偏好稳健，收益目标平衡增长"}
LANGUAGES = [each.value for each in Language]


@pytest_asyncio.fixture(loop_scope="module")
async def client_of(demo_home: Path, tmp_path: Path) -> AsyncIterator[Person]:
    """Somebody who was never here before, at a desk that has one source, which knows nothing of NVDA."""
    with vendor_server() as server:
        sources = {"PARLEY_SOURCES": "tiingo", "TIINGO_API_KEY": "the-key", "PARLEY_TIINGO_URL": server.url}
        async with started(settings_at(home_like(demo_home, tmp_path), **sources)) as (_, client):
            yield Person(client)


def _prompts(answer: Answer) -> list[str]:
    return [card["choice_id"] for card in answer.cards if card["type"] == "choice_prompt"]


async def _pressed(person: Person, answer: Answer, option: str) -> Answer:
    """As the page does it, which tells what the newest question in its view is about."""
    seen = next((card["about"] for card in answer.cards if card.get("about")), None)
    for card in answer.cards:
        ids = [each["id"] for each in card.get("options", ())]
        if option in ids and card["type"] == "choice_prompt":
            return await person.clicks(card, ids.index(option), about=seen)
    raise AssertionError(f"no {option} in {_prompts(answer)}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_message_is_greeted_and_read_in_the_same_turn(client_of: Person, language: str) -> None:
    client_of.language = language
    first = await client_of.says(
        "I want to trade crypto, I have traded for 4 years" if language == "en" else "我想做美股，炒股4年了"
    )
    assert first.text.startswith(say(Language(language), "hello.brief"))
    assert first.card("proposal")["fields"] == {"trading_years_bucket": "years_3_5"}
    assert ("Crypto" if language == "en" else "美股") in first.text, "what comes too early is kept, and that is said"
    await client_of.accepts(first)
    thanks = await client_of.says("thanks" if language == "en" else "谢谢")
    assert say(Language(language), "small_talk") in thanks.text
    assert _prompts(thanks) == ["risk_tolerance"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_one_answer_changes_and_starting_over_takes_the_button(client_of: Person, language: str) -> None:
    client_of.language, words = language, Language(language)
    await client_of.tells(ABOUT_ME[language])
    changed = await client_of.says(
        "change my risk tolerance to very aggressive" if language == "en" else "把风险偏好改成非常激进"
    )
    assert changed.card("proposal")["fields"] == {"risk_tolerance": "very_aggressive"}
    after = await client_of.accepts(changed)
    assert say(words, "profile.others_stay") in after.text
    assert (after.done["phase"], after.done["kyc_status"]) == ("pre_strategy", "complete")
    await client_of.says("US stocks" if language == "en" else "美股")
    offered = await client_of.says("start over" if language == "en" else "重新开始")
    assert say(words, "start_over.means") in offered.text
    assert (await client_of.profile("pre_strategy"))["target_market"] == "us_stocks"
    done = await _pressed(client_of, offered, "start_over")
    assert (await client_of.profile("pre_strategy"), _prompts(done)) == ({}, ["target_market"])
    await _pressed(client_of, done, "us_stocks")
    assert (await client_of.profile("pre_strategy")) == {"target_market": "us_stocks"}, "the first press counts"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_goes_back_reads_the_question_whose_buttons_they_see(client_of: Person, language: str) -> None:
    client_of.language = language
    asked = await client_of.tells(ABOUT_ME[language])
    about_me = await _pressed(client_of, asked, "back")
    assert _prompts(about_me) == ["return_expectation"]
    _says_what_it_asks(about_me)
    answered = await _pressed(client_of, about_me, "balanced_growth")
    for option in ("us_stocks", "DEMO5", "few_per_week", "swing_days"):
        answered = await _pressed(client_of, answered, option)
    other = await client_of.says("go back to the instrument" if language == "en" else "退回到选标的")
    assert _prompts(other) == ["target_instrument"]
    _says_what_it_asks(other)
    market = await _pressed(client_of, other, "back")
    assert _prompts(market) == ["target_market"], "the question before, whatever was answered after it"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_leaves_the_rules_reads_the_question_whose_buttons_they_see(client_of: Person, language: str) -> None:
    client_of.language = language
    answered = await client_of.tells(ABOUT_ME[language])
    for option in ("us_stocks", "DEMO5", "few_per_week", "swing_days", "trend_continuation"):
        answered = await _pressed(client_of, answered, option)
    assert answered.done["phase"] == "strategy"
    family = await _pressed(client_of, answered, "back")
    assert _prompts(family) == ["strategy_family_choice"]
    _says_what_it_asks(family)
    await _pressed(client_of, family, "trend_continuation")
    other = await client_of.says("go back to the instrument" if language == "en" else "退回到选标的")
    assert _prompts(other) == ["target_instrument"]
    _says_what_it_asks(other)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_family_that_was_named_before_the_instrument_is_not_asked_again(
    client_of: Person, language: str
) -> None:
    client_of.language = language
    await client_of.tells(ABOUT_ME[language])
    answered = await client_of.says("mean reversion" if language == "en" else "均值回归")
    for option in ("us_stocks", "DEMO5", "few_per_week", "swing_days"):
        answered = await _pressed(client_of, answered, option)
    assert answered.done["phase"] == "strategy"
    assert (await client_of.profile("pre_strategy"))["strategy_family_choice"] == "mean_reversion"


def _says_what_it_asks(answer: Answer) -> None:
    """One question, and the text above its buttons puts it."""
    assert len(_prompts(answer)) == 1
    assert answer.text.strip().endswith(answer.card("choice_prompt")["question"]), answer.text


async def test_a_second_window_is_told_that_its_question_was_answered(client_of: Person) -> None:
    answer = await client_of.tells(ABOUT_ME["en"])
    seen = answer.card("choice_prompt")["about"]
    assert seen == "target_market"
    await client_of.says("US stocks", about=seen)
    late = await client_of.says("Crypto", about=seen)
    assert "answered in another window (market: US stocks)" in late.text
    assert late.text.count("another window") == 1
    assert (await client_of.profile("pre_strategy")) == {"target_market": "us_stocks"}
    assert _prompts(late) == ["target_instrument"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_fetch_that_fails_says_so_and_why_and_offers_it_again(client_of: Person, language: str) -> None:
    client_of.language, words = language, Language(language)
    await client_of.tells(ABOUT_ME[language])
    await client_of.says("US stocks" if language == "en" else "美股")
    asked = await client_of.says("NVDA")
    await _pressed(client_of, asked, "fetch:NVDA")
    told = await client_of.waits()
    assert told is not None
    why = "No source returned daily bars for NVDA" if language == "en" else "没有来源返回 NVDA 的日K线"
    assert why in told.text
    assert say(words, "fetch_import") in told.text
    again = await _pressed(client_of, told, "fetch:NVDA")
    assert again.card("data_fetch")["symbol"] == "NVDA"
    assert (await client_of.waits()) is not None, "a second fetch is told too"
    assert await client_of.waits() is None


async def test_research_without_an_entry_says_why_and_what_can_be_done(client_of: Person) -> None:
    await client_of.tells(ABOUT_ME["en"])
    begun = await client_of.says("research DEMO5")
    told = await client_of.waits() or begun  # on a quick machine it ends in its own turn
    assert told.card("proposal")["fields"] == {"target_market": "us_stocks", "target_instrument": "DEMO5"}
    assert "so there is no entry" in told.text
    assert _prompts(told) == ["after_verdict", "target_market"], "what was only researched is no target yet"
    asked = await client_of.says("turn it into a strategy")
    assert "so there is no entry" in asked.text
    assert say(Language.EN, "how.write_rules") in (await _pressed(client_of, asked, "write_rules")).text
    assert say(Language.EN, "how.research_another") in (await _pressed(client_of, told, "research_another")).text
