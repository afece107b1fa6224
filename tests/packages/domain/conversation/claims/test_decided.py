"""A model's own question is told from the decision that the desk asks."""

import pytest

from packages.domain.conversation.claims.decided import asks_something_else
from tests.timing import growth


@pytest.mark.parametrize(
    "said",
    [
        "Shall I lower the stop to 5 % as well?",
        "The rules are below. Do you like them better with a filter? They buy strength.",
        "Should I confirm and fetch the news?",
        "How about a wider stop?",
        "What if I add a filter?",
        "要不要我顺便把止损放宽到 10%？",
        "规则如下。你喜欢这个配色吗？",
        "确认还是修改？",
        "Do you agree that I drop the stop?",
    ],
)
def test_a_yes_may_be_meant_for_a_question_of_the_models_own(said: str) -> None:
    assert asks_something_else(said)


@pytest.mark.parametrize(
    "said",
    [
        "The rules are below.",
        "Do you confirm these rules?",
        "What do they do? They buy strength. Shall it be these rules?",
        "Does it look right?",
        "Ready to deploy it on paper?",
        "规则如下，确认这套策略吗？",
        "为什么是 5%？因为你选了保守。可以吗？",
    ],
)
def test_a_yes_to_what_the_desk_asks_too_is_one_to_it(said: str) -> None:
    assert not asks_something_else(said)


def test_a_flood_without_an_end_is_read_in_the_time_that_it_is_long() -> None:
    costs = growth(asks_something_else, "x" * 2_000, "x" * 20_000, 10)
    assert costs.within_bounds, costs
    assert asks_something_else("x" * 5_000_000 + ". Shall I lower the stop?")
