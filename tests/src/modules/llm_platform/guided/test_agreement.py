"""The guided answer and the phase's handler act on the same reading of a message."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from src.modules.llm_platform.infrastructure.guided.scripts import script_of
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say
from tests.apps.api.agents.early_desk import BOLD, EarlyDesk, scoping
from tests.apps.api.agents.late_desk import LateDesk

SCOPE = ("US stocks", "AAPL", "a few times a week", "several days")


async def guided(desk: LateDesk | EarlyDesk, text: str) -> list[str]:
    """What the guide says until it first needs a tool."""
    context = await desk.hydrated() if isinstance(desk, LateDesk) else await desk.context()
    pieces = await desk.handler.build_prompt(context, text)
    turn = GuidedTurn(
        owner_id="me",
        session_id="session",
        turn_id="turn",
        language=Language.EN,
        state=JsonView(pieces.state),
        understood=pieces.understood,
    )
    said = []
    for step in script_of(turn):
        if not isinstance(step, Say):
            break
        said.append(step.text)
    return said


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("another instrument", True),
        ("换个股票", True),
        ("start over", False),
        ("back to the strategy", False),
        ("I do not want another instrument", False),
        ("can I change the instrument?", False),
    ],
)
async def test_who_is_told_to_choose_again_is_back_in_the_scope_and_nobody_else(text: str, leaves: bool) -> None:
    desk = await LateDesk().confirmed()
    says_so = say(Language.EN, "back.pre_strategy") in await guided(desk, text)
    moved = (await desk.says(text)).transition_reason == "person_wants_another_scope"
    assert (says_so, moved) == (leaves, leaves)


@pytest.mark.parametrize("text", ["yes", "ok", "nothing", "继续", "好的", "hm", "行情如何"])
async def test_who_is_told_that_the_scope_is_settled_moves_on(text: str) -> None:
    desk = await scoping(BOLD).answers(*SCOPE, "trend following")
    desk.phase = desk.handler.phase.PRE_STRATEGY
    says_so = say(Language.EN, "settled.pre_strategy") in await guided(desk, text)
    assert (await desk.says(text)).completed is says_so


async def test_a_confirmation_is_acknowledged_plainly() -> None:
    assert "Rules confirmed: “Trend”, version 1." in await guided(await LateDesk().confirmed(), "I confirm")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what does 96.6% mean?", "answer.no_figures"),
        ("what happens if I confirm?", "answer.confirming.other"),
        ("我确认了会怎么样？", "answer.confirming.other"),
        ("为什么问这个？", "answer.why_asked.target_instrument"),
    ],
)
async def test_a_question_is_answered_while_something_waits_for_the_persons_word(text: str, answer: str) -> None:
    desk = await scoping(BOLD).answers("US stocks")
    await desk.says("no wait, crypto")
    assert desk.proposed() == {"target_market": "crypto"}
    said = await guided(desk, text)
    is_looked_up = answer == "answer.no_figures"  # by tools, so that the guide says nothing before
    assert is_looked_up or say(Language.EN, answer) in said
    assert say(Language.EN, "proposal.said") not in said
    await desk.says(text)
    assert desk.proposed() == {"target_market": "crypto"}


@pytest.mark.parametrize("text", ["紫色的大象", "purple elephants"])
async def test_words_that_say_nothing_here_are_quoted_while_something_waits(text: str) -> None:
    desk = await scoping(BOLD).answers("US stocks", "AAPL")
    await desk.says("maybe a few times a week I guess")
    assert desk.proposed()
    assert say(Language.EN, "proposal.unread", quote=text) in await guided(desk, text)
