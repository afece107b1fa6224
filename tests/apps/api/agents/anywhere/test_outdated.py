"""An answer below a question that another window has answered is told, and binds nothing."""

from dataclasses import replace

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import Reply
from tests.apps.api.agents.early_desk import EarlyDesk, scoping


async def sent(desk: EarlyDesk, text: str, about: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """By a page that shows the question `about`."""
    context = replace(await desk.context(), about=about)
    understood = (await desk.handler.build_prompt(context, text)).understood
    result = await desk.handler.post_process(context, Reply(understood, ""))
    desk.blocks = {**context.artifacts, **result.artifacts}
    return desk.values(), result.clauses


async def test_the_second_window_is_told_what_was_answered_and_changes_nothing() -> None:
    desk = await scoping().answers("US stocks")
    values, clauses = await sent(desk, "Crypto", "target_market")
    assert values == {"target_market": "us_stocks"}
    assert "(market: US stocks), so what you sent here was not taken" in clauses[0]


@pytest.mark.parametrize("text", ["1", "the first one", "back", "continue"])
async def test_a_number_or_a_mere_yes_never_answers_another_question(text: str) -> None:
    desk = await scoping().answers("US stocks")
    values, clauses = await sent(desk, text, "target_market")
    assert (values, len(clauses)) == ({"target_market": "us_stocks"}, 1)


async def test_an_answer_to_the_question_in_view_counts() -> None:
    desk = await scoping().answers("US stocks")
    values, clauses = await sent(desk, "AAPL", "target_instrument")
    assert (values["target_instrument"], clauses) == ("AAPL", ())


async def test_a_question_is_answered_whatever_the_window_shows() -> None:
    desk = await scoping().answers("US stocks")
    _, clauses = await sent(desk, "what is a drawdown?", "target_market")
    assert clauses == ()


async def test_an_answer_of_kyc_that_comes_when_kyc_is_over_is_not_taken() -> None:
    desk = await scoping().answers("US stocks")
    assert desk.phase is Phase.PRE_STRATEGY
    values, clauses = await sent(desk, "Aggressive", "risk_tolerance")
    assert (values, len(clauses)) == ({"target_market": "us_stocks"}, 1)
