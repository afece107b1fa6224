"""Rules in a person's own words reach the strategy: told early, told in its time, and as changes of what there is."""

from typing import Any

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from tests.apps.api.agents.early_desk import scoping
from tests.apps.api.agents.late_desk import LateDesk, told

SCOPE = PhaseBlock({"target_market": "us_stocks", "target_instrument": "AAPL"}, (), {"timeframe": "1d"})
SENTENCE = "buy when RSI(14) is below 30 and sell when RSI(14) is above 70, stop 5%"


async def state_of(desk: LateDesk, said: str) -> dict[str, Any]:
    return dict((await desk.handler.build_prompt(await desk.hydrated(), said)).state)


async def test_rules_in_words_are_read_for_the_instrument_of_the_scope() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    spoken = (await state_of(desk, SENTENCE))["spoken_rules"]
    assert spoken["dsl"]["universe"]["tickers"] == ["AAPL"]
    assert spoken["not_understood"] == []
    assert any("AAPL" in each for each in spoken["assumed"]), "what was not said is told"


async def test_what_cannot_be_put_into_rules_is_quoted() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    spoken = (await state_of(desk, f"{SENTENCE}, but only when the mood is right"))["spoken_rules"]
    assert any("mood" in each for each in spoken["not_understood"])


async def test_rules_that_are_told_before_there_is_a_scope_are_kept_for_the_strategy() -> None:
    desk = scoping()
    await desk.says("buys AAPL when RSI is below 30 and sells above 70")
    assert desk.proposed()["target_instrument"] == "AAPL"
    await desk.accepts()
    idea = desk.blocks[Phase.PRE_STRATEGY].runtime["idea"]
    assert idea == "buys AAPL when RSI is below 30 and sells above 70"
    scope = PhaseBlock(SCOPE.profile, (), {**SCOPE.runtime, "idea": idea})
    later = LateDesk(blocks={Phase.PRE_STRATEGY: scope})
    assert (await state_of(later, "continue"))["spoken_rules"]["said"] == idea


async def test_a_change_in_words_is_a_patch_of_the_rules_that_there_are() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    spoken = (await state_of(desk, "make the stop 5%"))["spoken_edit"]
    assert spoken["operations"]


async def test_words_about_something_else_are_no_rules() -> None:
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: SCOPE})
    desk.save()
    await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
    for said in ("continue", "I confirm", "what is RSI?", "确认", "another instrument"):
        assert not {"spoken_rules", "spoken_edit"} & set(await state_of(desk, said)), said
