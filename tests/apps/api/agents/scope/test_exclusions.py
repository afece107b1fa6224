"""What a person rules out is not offered, and what was proposed of it is dropped."""

import pytest

from tests.apps.api.agents.early_desk import EarlyDesk, scoping


def offered(desk: EarlyDesk) -> list[str]:
    return [option.id for option in desk.prompt.options if option.id != "back"]


@pytest.mark.parametrize("text", ["anything but aggressive", "not aggressive", "除了激进都行", "别激进"])
async def test_the_question_is_put_without_what_was_ruled_out(text: str) -> None:
    desk = EarlyDesk()
    await desk.says(text)
    assert desk.proposed() == {}
    assert (desk.prompt.choice_id, offered(desk)) == ("risk_tolerance", ["conservative", "moderate"])
    await desk.says("the second one")
    await desk.accepts()
    assert desk.values() == {"risk_tolerance": "moderate"}, "numbers count what is shown"


async def test_what_was_proposed_goes_when_the_person_speaks_against_it() -> None:
    desk = EarlyDesk()
    await desk.says("I am quite aggressive")
    assert desk.proposed() == {"risk_tolerance": "aggressive"}
    await desk.says("no, not aggressive")
    assert "risk_tolerance" not in desk.proposed()


async def test_a_market_is_ruled_out_alike() -> None:
    desk = scoping()
    await desk.says("anything but crypto")
    assert desk.prompt.choice_id == "target_market"
    assert "crypto" not in offered(desk)
    assert "us_stocks" in offered(desk)
