"""A change that is spoken in the deployment is made, and leads back to be agreed to."""

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.strategy_standing import SHOWN_HASH
from packages.contracts.tool_grants import ToolDomain
from tests.apps.api.agents.late_desk import OTHER_RULES, LateDesk, told


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("use 20% less", "spoken_edit"),
        ("only half the money", "spoken_edit"),
        ("少投20%", "spoken_edit"),
        ("tighter stop", "tune"),
    ],
)
async def test_the_turn_may_change_the_rules_and_knows_how(text: str, key: str) -> None:
    desk = await LateDesk().deploying()
    pieces = await desk.handler.build_prompt(await desk.hydrated(), text)
    assert pieces.state[key]
    assert "patch_dsl" in pieces.policy.tools[ToolDomain.STRATEGY]
    assert pieces.state["understood"] == []


async def test_changed_rules_lead_back_to_the_strategy_as_they_were_shown() -> None:
    desk = await LateDesk().deploying()
    changed = desk.save(dsl=OTHER_RULES, version=2)
    result = await desk.says("use 20% less", told("strategy", "patch_dsl", strategy_id="s1"))
    assert (result.next_phase, result.clauses) == (Phase.STRATEGY, ())
    assert desk.blocks[Phase.STRATEGY].runtime[SHOWN_HASH] == changed.content_hash
    assert desk.value("strategy_confirmed", Phase.STRATEGY) != "true"


@pytest.mark.parametrize("late", ["stressing", "deploying"])
@pytest.mark.parametrize("text", ["change the market", "换个市场", "another instrument"])
async def test_another_market_leads_to_the_scope_past_the_strategy(late: str, text: str) -> None:
    desk = await getattr(LateDesk(), late)()
    result = await desk.says(text)
    assert (result.via, result.next_phase) == ((Phase.STRATEGY,), Phase.PRE_STRATEGY)
