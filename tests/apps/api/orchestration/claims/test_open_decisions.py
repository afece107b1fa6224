"""What a model says was decided, and was not, is put right in the same answer."""

import pytest

from apps.api.agents.prompts import decision_prompt
from apps.api.agents.proposing import proposal_card
from apps.api.orchestration.claims.open_decisions import corrections
from packages.core.messages import Language
from packages.domain.conversation.claims.decided import claims_a_decision

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
