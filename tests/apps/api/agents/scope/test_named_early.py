"""What to trade, named while the desk still asks about the person, is kept and proposed when its turn comes."""

import pytest

from apps.api.agents.phases import Phase
from tests.apps.api.agents.early_desk import EarlyDesk


@pytest.mark.parametrize("text", ["I want to trade US stocks, I have traded for 4 years", "我想做美股，炒股4年了"])
async def test_a_market_of_the_first_message_is_proposed_after_kyc(text: str) -> None:
    desk = EarlyDesk()
    await desk.says(text)
    assert desk.proposed() == {"trading_years_bucket": "years_3_5"}
    await desk.accepts()
    await desk.says("Moderate")
    await desk.says("Growth")
    assert (desk.phase, desk.proposed()) == (Phase.PRE_STRATEGY, {"target_market": "us_stocks"})


async def test_an_instrument_names_its_market_then_too() -> None:
    desk = await EarlyDesk().answers("I'd like to trade AAPL", "4 years", "Moderate", "Growth")
    assert desk.values(Phase.PRE_STRATEGY) == {"target_market": "us_stocks", "target_instrument": "AAPL"}


async def test_a_pressed_button_names_nothing_for_later() -> None:
    desk = EarlyDesk()
    assert (await desk.told("Moderate")).understood.for_later == {}
