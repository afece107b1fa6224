"""Starting over is offered with its button, and happens when that is pressed."""

import pytest

from apps.api.agents.phases import Phase
from packages.contracts.genui import ChoicePrompt
from packages.core.messages import Language
from packages.domain.conversation.wording import say
from tests.apps.api.agents.early_desk import EarlyDesk, scoping
from tests.apps.api.agents.late_desk import LateDesk

SAID = ["start over", "从头来", "重新开始"]
PRESSED = [say(language, "option.start_over") for language in Language]


@pytest.mark.parametrize("text", SAID)
async def test_the_words_alone_drop_nothing_and_offer_the_button(text: str) -> None:
    desk = await scoping().answers("US stocks", "AAPL")
    result = await desk.says(text)
    assert desk.values() == {"target_market": "us_stocks", "target_instrument": "AAPL"}
    assert [card.choice_id for card in result.cards if isinstance(card, ChoicePrompt)] == ["start_over"]


@pytest.mark.parametrize("label", PRESSED)
async def test_the_button_drops_the_scope_and_keeps_the_answers_about_the_person(label: str) -> None:
    desk = await scoping().answers("US stocks", "AAPL")
    profile = desk.profile
    await desk.says(label)
    assert (desk.phase, desk.values(), desk.profile) == (Phase.PRE_STRATEGY, {}, profile)


async def test_in_kyc_the_button_drops_the_answers_so_far() -> None:
    desk = await EarlyDesk().answers("4 years", "moderate")
    await desk.says("start over")
    assert len(desk.values()) == 2
    await desk.says(PRESSED[0])
    assert (desk.values(), desk.prompt.choice_id) == ({}, "trading_years_bucket")


async def test_from_the_stress_test_it_leads_past_the_strategy_to_the_scope() -> None:
    desk = await LateDesk().stressing()
    result = await desk.says(PRESSED[0])
    assert (result.via, result.next_phase) == ((Phase.STRATEGY,), Phase.PRE_STRATEGY)
    assert desk.value("strategy_id", Phase.STRATEGY) is None
