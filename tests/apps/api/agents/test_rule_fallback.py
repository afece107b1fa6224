"""The desk does what a person asked for and a model left undone, and leaves alone what the model is at."""

from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PromptPieces, RuntimePolicy
from apps.api.agents.rule_fallback import rules_take_over
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.late_desk import told

RULES: dict[str, Any] = {"spoken_rules": {"dsl": {}}}


def due(phase: Phase, said: str, *called: str, **state: Any) -> bool:
    understood = RuleUnderstanding().read(said, AskedFields())
    done = [told(*name.split(".")) for name in called]
    return rules_take_over(phase, PromptPieces("", state, RuntimePolicy("stage"), understood), done)


@pytest.mark.parametrize(
    ("phase", "said", "state"),
    [
        (Phase.STRATEGY, "continue", {}),
        (Phase.STRATEGY, "buy when RSI is below 30, sell above 70", RULES),
        (Phase.STRATEGY, "make the stop 3%", {"spoken_edit": {"operations": [{}]}}),
        (Phase.STRATEGY, "confirm", {"understood": [{"field": "strategy_confirmed", "value": "true"}]}),
        (Phase.STRESS_TEST, "continue", {}),
        (Phase.DEPLOYMENT, "Confirm", {"understood": [{"field": "x", "value": "confirmed"}]}),
    ],
)
def test_what_was_asked_for_and_not_done_is_due(phase: Phase, said: str, state: dict[str, Any]) -> None:
    assert due(phase, said, **state)


@pytest.mark.parametrize(
    ("phase", "said", "state"),
    [
        (Phase.KYC, "continue", {}),
        (Phase.STRATEGY, "what is RSI?", {}),
        (Phase.STRATEGY, "back", RULES),
        (Phase.STRATEGY, "that is nice", {"spoken_rules": {"dsl": {}, "again": True}}),
        (Phase.STRATEGY, "no", {"understood": [{"field": "strategy_confirmed", "value": "false"}]}),
        (Phase.STRESS_TEST, "my dog is sick", {}),
    ],
)
def test_what_asks_for_no_work_is_left_to_the_model(phase: Phase, said: str, state: dict[str, Any]) -> None:
    assert not due(phase, said, **state)


@pytest.mark.parametrize("tool", ["strategy.upsert_dsl", "strategy.patch_dsl", "backtest.create_job"])
def test_a_model_that_is_at_work_is_not_disturbed(tool: str) -> None:
    assert not due(Phase.STRATEGY, "continue", tool, **RULES)
    assert due(Phase.STRATEGY, "continue", "strategy.get_dsl", **RULES), "looking is not doing"


@pytest.mark.parametrize("said", ["嗯", "好", "ok", "yes", "继续", "go on"])
def test_to_nod_at_the_verdict_is_no_wish_to_have_it_told_again(said: str) -> None:
    assert due(Phase.STRESS_TEST, said)
    assert due(Phase.STRESS_TEST, said, stress={"status": "running"})
    assert not due(Phase.STRESS_TEST, said, stress={"status": "done"})


@pytest.mark.parametrize("said", ["run the stress test again", "再跑一次压力测试"])
def test_another_stress_test_is_work_after_the_verdict_too(said: str) -> None:
    assert due(Phase.STRESS_TEST, said, stress={"status": "done"})
