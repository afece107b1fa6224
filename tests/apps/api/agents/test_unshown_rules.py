"""Rules that were told before there was a scope and go beyond a limit: they are shown at the next word, not kept."""

from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from packages.core.messages import Language
from tests.apps.api.agents.late_desk import CAREFUL, LateDesk
from tests.apps.api.agents.test_spoken_rules import SCOPE

IDEAS = {
    Language.EN: "buy AAPL when RSI(14) is below 30, sell above 70, stop 20%, use 90% of my money",
    Language.ZH: "AAPL 的 RSI(14) 低于 30 买入，高于 70 卖出，止损 20%，仓位 90%",
}


async def shown_after(said: str, language: Language) -> dict[str, Any]:
    scope = PhaseBlock(SCOPE.profile, (), {**SCOPE.runtime, "idea": IDEAS[language]})
    desk = LateDesk(blocks={Phase.PRE_STRATEGY: scope}, profile=CAREFUL, language=language)
    context = await desk.hydrated()
    state: dict[str, Any] = dict((await desk.handler.build_prompt(context, said)).state)
    return dict(state["spoken_rules"])


@pytest.mark.parametrize(
    ("said", "language"),
    [("continue", Language.EN), ("ok", Language.EN), ("looks fine to me", Language.EN), ("继续", Language.ZH)],
)
async def test_rules_beyond_a_limit_are_shown_at_the_next_word(said: str, language: Language) -> None:
    rules = await shown_after(said, language)
    assert rules["refused"]
    assert rules["dsl"]
    assert not rules.get("again"), "nobody has seen them yet"


@pytest.mark.parametrize(("said", "language"), [("use 5% of my money", Language.EN), ("仓位改成5%", Language.ZH)])
async def test_a_change_is_made_before_they_are_shown(said: str, language: Language) -> None:
    rules = await shown_after(said, language)
    assert not rules.get("refused")
    assert rules["dsl"]["trade"]["long"]["position_sizing"] == {"mode": "pct_equity", "pct": 0.05}


@pytest.mark.parametrize(
    ("said", "language"), [("what is a stop?", Language.EN), ("什么是止损？", Language.ZH), ("not yet", Language.EN)]
)
async def test_a_question_and_a_wish_to_wait_show_nothing(said: str, language: Language) -> None:
    assert (await shown_after(said, language)).get("again")
