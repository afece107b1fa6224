"""A mere yes after a question of a model's own begins nothing; the button, and the name of the work, do."""

from dataclasses import replace

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in, asked_otherwise
from packages.core.events import JsonValue
from packages.domain.conversation.understanding.consent import BEGIN_STRESS_TEST, consents
from tests.apps.api.agents.late_desk import LateDesk


async def stressing(**asked: JsonValue) -> LateDesk:
    desk = await LateDesk().stressing()
    block = desk.blocks[Phase.STRESS_TEST]
    desk.blocks[Phase.STRESS_TEST] = replace(block, runtime={**block.runtime, **asked})
    return desk


@pytest.mark.parametrize("said", ["yes", "go ahead", "sure", "好的", "是的", "可以"])
async def test_a_mere_yes_after_a_models_own_question_begins_no_stress_test(said: str) -> None:
    desk = await stressing(**asked_otherwise())
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert not consents(pieces.understood, BEGIN_STRESS_TEST)
    assert pieces.policy.withheld == {"create"}


@pytest.mark.parametrize("said", ["Continue", "继续", "run the stress test", "跑压力测试"])
async def test_the_button_and_the_name_of_the_work_begin_it(said: str) -> None:
    desk = await stressing(**asked_otherwise())
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert consents(pieces.understood, BEGIN_STRESS_TEST)
    assert not pieces.policy.withheld


@pytest.mark.parametrize("said", ["yes", "go ahead", "好的"])
async def test_a_yes_after_the_desks_own_question_begins_it(said: str) -> None:
    desk = await stressing(**asked_in(()))
    pieces = await desk.handler.build_prompt(await desk.hydrated(), said)
    assert consents(pieces.understood, BEGIN_STRESS_TEST)
