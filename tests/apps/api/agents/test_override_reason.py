"""The override in two messages: the sentence, then the reason; nothing that was not read goes back to the strategy."""

from typing import Any

import pytest

from apps.api.agents.phases import Phase
from packages.contracts.tool_grants import TypedOverride
from tests.apps.api.agents.late_desk import LateDesk, asking
from tests.src.modules.llm_platform.guided.played import play

PHRASE = "deploy without a passing stress test"
ASKED = (asking("deployment_confirmation_status"),)


async def _typed(said: str = PHRASE) -> LateDesk:
    """With the sentence typed, and no reason."""
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=ASKED)
    await desk.says(said, cards=ASKED)
    return desk


async def _override(desk: LateDesk, said: str) -> TypedOverride | None:
    return (await desk.handler.build_prompt(await desk.hydrated(), said)).policy.override


@pytest.mark.parametrize(
    "reason",
    [
        "because I want to learn",
        "because I want to learn how it trades",
        "因为我想看看它怎么交易的",
        "paper money only, my risk",
        "Now I want to learn on paper",
        "Nothing to lose on paper money",
    ],
)
async def test_a_reason_in_its_own_message_completes_the_sentence_before_it(reason: str) -> None:
    desk = await _typed()
    override = await _override(desk, reason)
    assert override is not None
    assert (override.phrase, override.reason) == (PHRASE, reason)
    await desk.says(reason)
    assert (desk.phase, desk.value("deployment_confirmation_status")) == (Phase.DEPLOYMENT, "confirmed")


@pytest.mark.parametrize(
    "said",
    ["no, forget it", "cancel everything please", "what does that mean for me?", "算了，先不部署了", "too short"],
)
async def test_a_change_of_mind_a_question_or_too_few_words_are_no_reason(said: str) -> None:
    assert await _override(await _typed(), said) is None


NOT_TYPED = [
    f'what happens if I type "{PHRASE}: I want to see it run"?',
    f"I'd never {PHRASE}, it is far too risky",
    f"Do not {PHRASE}: it is far too risky",
    f"{PHRASE} is far too risky for me and my family",
    f"{PHRASE}: no, I would never do such a thing",
    f"he wrote {PHRASE}: only to see how it runs, I did not",
    "难道未通过压力测试仍要部署吗？这也太冒险了吧，我不要",
    "未通过压力测试仍要部署吗，这也太冒险了吧我不想",
    "他写的是“未通过压力测试仍要部署：我只是想看看它怎么跑而已”，我没写",
    "未通过压力测试仍要部署：我不要，这样太冒险了，还是算了",
]


@pytest.mark.parametrize("is_second", [False, True], ids=["at once", "after a sentence without its reason"])
@pytest.mark.parametrize("said", NOT_TYPED)
async def test_who_asks_about_the_sentence_denies_it_or_quotes_it_has_not_typed_it(said: str, is_second: bool) -> None:
    desk = await _typed(PHRASE if is_second else "what next?")
    assert await _override(desk, said) is None
    await desk.says(said, cards=ASKED)
    assert desk.value("deployment_confirmation_status") != "confirmed"


@pytest.mark.parametrize(
    "said",
    [
        f"  {PHRASE.title()}: only to see how it runs",
        f"{PHRASE} because I want to see how it runs",
        f"{PHRASE}\nI want to see how it runs",
        "未通过压力测试仍要部署，我想看看它在模拟盘上怎么跑",
    ],
)
async def test_the_sentence_may_be_set_apart_from_its_reason_in_several_ways(said: str) -> None:
    assert await _override(await _typed("what next?"), said) is not None


async def test_the_sentence_waits_for_one_message_and_not_for_ever() -> None:
    desk = await _typed()
    await desk.says("no, forget it", cards=ASKED)
    assert await _override(desk, "because I want to learn") is None


async def test_who_typed_the_sentence_hears_that_only_the_reason_lacks() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=ASKED)
    state: dict[str, Any] = dict((await desk.handler.build_prompt(await desk.hydrated(), PHRASE)).state)
    assert state["reason_lacks"] is True
    phase = state.pop("phase")
    assert "only your reason lacks" in play(PHRASE, str(phase), {}, **state).text


@pytest.mark.parametrize("said", ["because I want to learn", "fine, but use 20% less", "my dog is sick"])
async def test_what_is_only_guessed_to_be_a_change_leaves_the_deployment_as_it_is(said: str) -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=ASKED)
    await desk.says(said, cards=ASKED)
    assert (desk.phase, desk.value("deployment_confirmation_status")) == (Phase.DEPLOYMENT, "pending")


async def test_who_says_that_something_shall_change_is_still_taken_back() -> None:
    desk = await LateDesk().deploying()
    await desk.says("Paper trading", cards=ASKED)
    await desk.says("Change something first", cards=ASKED)
    assert desk.phase is Phase.STRATEGY
