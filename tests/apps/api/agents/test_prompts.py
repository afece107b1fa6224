"""The questions: in both languages, complete, and within what a card may hold."""

from dataclasses import replace
from datetime import date

import pytest

from apps.api.agents.prompts import instrument_options, prompt_of, shown_prompt
from apps.api.agents.scope_offers import Offers
from apps.mcp.composition import TOOLBOXES
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.contracts.phases import Phase
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, RiskTolerance, largest_drawdown
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.conversation.wording import is_worded, note_of
from tests.apps.api.agents.early_desk import BOLD, INSTRUMENTS, instrument, scoping

CHOICES = [field for field in (*KYC, *PRE_STRATEGY) if field.values is not None]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("field", CHOICES, ids=lambda field: field.name)
def test_every_value_is_an_option_with_words_of_its_own(field: object, language: Language) -> None:
    assert field in CHOICES
    known = next(each for each in CHOICES if each == field)
    prompt = prompt_of(known.name, language)
    assert prompt is not None
    assert known.name in prompt.choice_id
    assert tuple(option.id for option in prompt.options) == known.values
    assert all(option.subtitle for option in prompt.options)
    labels = [option.label for option in prompt.options]
    assert len(set(labels)) == len(labels)
    assert all(label.isascii() == (language is Language.EN) or "–" in label for label in labels)


def test_every_field_that_is_asked_has_a_name() -> None:
    assert all(is_worded(f"field.{field.name}") for field in (*KYC, *PRE_STRATEGY))


def test_the_drawdown_that_an_answer_shows_is_the_one_that_it_is_held_to() -> None:
    for tolerance in RiskTolerance:
        most = f"{abs(largest_drawdown(Profile(tolerance))[0]):.0%}"
        assert all(most in note_of("risk_tolerance", tolerance.value, language) for language in Language)


def test_nothing_to_offer_is_no_question() -> None:
    assert prompt_of("target_instrument", Language.EN, ()) is None


def test_instruments_are_offered_with_their_name_and_what_data_there_is() -> None:
    demo = instrument("DEMO1.SZ", "cn_stocks", "青山科技", "Qingshan Tech", "1d", "1w", demo=True)
    (option,) = instrument_options((demo,), Language.ZH)
    assert (option.id, option.label) == ("DEMO1.SZ", "青山科技 DEMO1.SZ")
    assert option.subtitle == "虚构的演示数据，有数据的周期：1d, 1w"


def test_what_was_delisted_is_offered_last_and_said_to_be_for_tests_alone() -> None:
    gone = replace(
        instrument("DEMO13.SZ", "cn_stocks", "旧梦纺织", "Fadeaway", demo=True), delisted_on=date(2022, 6, 30)
    )
    listed = instrument("DEMO2.SZ", "cn_stocks", "白河电器", "Baihe", demo=True)
    offers = Offers(constraints_of(BOLD), (gone, listed))
    assert offers.tradable({}) == (listed, gone)
    *_, last = instrument_options(offers.tradable({}), Language.EN)
    assert last.subtitle == "delisted on 2022-06-30: rules can be tested on it, not traded"


@pytest.mark.parametrize("language", list(Language))
def test_every_offered_instrument_is_understood_by_its_label(language: Language) -> None:
    field = "target_instrument"
    asked = AskedFields((field,), instruments=INSTRUMENTS)
    for each, option in zip(INSTRUMENTS, instrument_options(INSTRUMENTS, language), strict=False):
        for text in (option.label, option.id):
            assert RuleUnderstanding().read(text, asked).answers[field] == each.symbol


async def test_every_tool_of_the_scoping_policy_exists_and_may_be_used_there() -> None:
    desk = scoping()
    policy = (await desk.told("hello")).policy
    for domain, names in policy.tools.items():
        for name in names:
            assert Phase.PRE_STRATEGY in TOOLBOXES[domain].tools[name].rule.phases, name
    assert policy.phase_stage == "scoping"
    assert desk.handler.phase is Phase.PRE_STRATEGY


@pytest.mark.parametrize(("choice_id", "stays"), [("research_instrument", True), ("what_i_would_ask", False)])
def test_the_next_question_waits_where_data_are_offered_for_research(choice_id: str, stays: bool) -> None:
    offer = ChoicePrompt(choice_id=choice_id, question="?", options=(ChoiceOption(id="fetch:TSLA", label="Fetch"),))
    question = prompt_of("target_market", Language.EN)
    assert shown_prompt([offer], question) == ((offer,) if stays else (question,))
