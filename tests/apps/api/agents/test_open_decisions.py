"""What a model says was decided, and was not, is put right in the same answer."""

import pytest

from apps.api.agents.open_decisions import asks_something_else, claims_a_decision, corrections
from apps.api.agents.prompts import decision_prompt
from apps.api.agents.proposing import proposal_card
from packages.core.messages import Language
from tests.timing import growth

DUE = decision_prompt("strategy_confirmed", Language.EN)


@pytest.mark.parametrize(
    "said",
    [
        "Great, confirmed!",
        "Your strategy has been confirmed. On to the backtest.",
        "太好了，已确认！",
        "已经帮你部署好了。",
        "¡Perfecto, estrategia confirmada!",
        "Alles klar, bestätigt.",
    ],
)
def test_a_decision_that_did_not_happen_is_denied(said: str) -> None:
    assert corrections(said, (DUE,), Language.EN) == (
        "For the record: the rules are not confirmed yet. "
        "Only your own word does that, with the button below or in your words.",
    )


@pytest.mark.parametrize(
    "said",
    [
        "Shall it be these rules?",
        "Once you have confirmed, I start the backtest.",
        "The rules are not confirmed yet.",
        "等你确认之后就开始回测。",
        "规则还没有确认。",
        "These rules buy strength.",
    ],
)
def test_what_is_supposed_denied_or_asked_claims_nothing(said: str) -> None:
    assert not claims_a_decision(said)
    assert corrections(said, (DUE,), Language.EN) == ()


def test_where_nothing_is_open_nothing_is_put_right() -> None:
    assert corrections("Great, confirmed!", (), Language.EN) == ()


def test_beside_a_proposal_it_is_said_that_it_waits_whatever_the_model_says_in_whatever_language() -> None:
    (card,) = proposal_card("t1", {"strategy_confirmed": "true"}, Language.ZH)
    assert corrections("Onaylandı!", (card, DUE), Language.ZH) == ("以上理解要你点头才算数。",)


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
