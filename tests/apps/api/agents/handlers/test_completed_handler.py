"""After the deployment: another strategy takes a conversation of its own."""

import pytest

from apps.api.agents.phases import Phase
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Wish
from packages.domain.conversation.wording import say
from tests.apps.api.agents.late_desk import LateDesk

STAYS = say(Language.EN, "completed_stays")


@pytest.mark.parametrize(
    "text",
    [
        "I want to build another strategy",
        "a new strategy please",
        "我想再做一个新的策略",
        "再来一个策略",
        "新建一个对话",
        "change the stop to 3%",
        "把止损改成3%",
    ],
)
async def test_who_wants_another_strategy_is_led_to_a_new_conversation(text: str) -> None:
    desk = await LateDesk().deploying()
    desk.phase = Phase.COMPLETED
    read = (await desk.handler.build_prompt(await desk.hydrated(), text)).understood
    assert read.wishes == (Wish.NEW_SCOPE,), "nothing stops of what is at work"
    assert (await desk.says(text)).clauses == (STAYS,)


@pytest.mark.parametrize("text", ["stop it", "how is the strategy doing?", "停止策略", "这个策略怎么样了"])
async def test_who_speaks_of_the_one_at_work_is_not(text: str) -> None:
    desk = await LateDesk().deploying()
    desk.phase = Phase.COMPLETED
    assert STAYS not in (await desk.says(text)).clauses


@pytest.mark.parametrize(
    "text",
    ["stop it, I do not need another strategy", "停掉它，我不要再做一个新策略", "stop it please, no new strategy"],
)
async def test_another_strategy_that_is_denied_takes_no_stop_away(text: str) -> None:
    desk = await LateDesk().deploying()
    desk.phase = Phase.COMPLETED
    read = (await desk.handler.build_prompt(await desk.hydrated(), text)).understood
    assert Wish.STOP in read.wishes
    assert Wish.NEW_SCOPE not in read.wishes
