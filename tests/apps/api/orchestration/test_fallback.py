"""The desk's own sentences, and when it says that it is time to stop."""

import pytest

from apps.api.agents.phases import WORKFLOW, Phase
from apps.api.orchestration.constants import TURN_LIMIT
from apps.api.orchestration.fallback import StopCriterion, empty_reply, interrupted, limit_remarks, no_better, reached
from packages.core.messages import Language
from packages.domain.conversation.facts import BacktestFact
from packages.domain.conversation.fields import FIELDS
from packages.domain.conversation.wording import say

LANGUAGES = tuple(Language)


def measured(*sharpes: float | None) -> list[BacktestFact]:
    """The newest first, as the facts tell them."""
    return [BacktestFact(str(n), "s", n, "h", "done", None, 9, each) for n, each in enumerate(reversed(sharpes))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", ["timeout", "refused", "crashed", "whatever"])
def test_a_broken_answer_says_that_the_message_is_kept(language: Language, category: str) -> None:
    said = interrupted(language, category, "")
    assert ("已保存" if language == "zh" else "is kept") in said
    assert interrupted(language, category, "Half of") == f"\n\n{said}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", WORKFLOW)
def test_an_empty_answer_names_what_is_missing(language: Language, phase: Phase) -> None:
    for wanted in FIELDS[phase]:
        if wanted.needed:
            assert say(language, f"needed.{wanted.name}") in empty_reply(language, phase, [wanted.name])


def test_an_empty_answer_with_nothing_missing_still_says_something() -> None:
    assert empty_reply(Language.ZH, Phase.COMPLETED, [])
    assert empty_reply(Language.EN, Phase.STRATEGY, [])


def test_three_backtests_without_gain_are_seen_and_two_are_not() -> None:
    assert no_better(measured(1.0, 0.9, 1.0, 0.5))
    assert not no_better(measured(1.0, 0.9, 0.8))
    assert not no_better(measured(1.0, 0.9, 0.8, 1.1))
    assert not no_better(measured(0.9, None, 0.8, 0.7))
    assert not no_better([])


def test_each_criterion_is_told_once_in_a_phase() -> None:
    tried = measured(1.0, 0.9, 0.8, 0.7)
    first = reached(Phase.STRATEGY, TURN_LIMIT, tried, {"other": 1})
    assert first.criteria == (StopCriterion.TURNS, StopCriterion.PERFORMANCE)
    assert first.metadata["other"] == 1
    assert reached(Phase.STRATEGY, TURN_LIMIT + 1, tried, first.metadata).criteria == ()
    assert reached(Phase.STRESS_TEST, TURN_LIMIT, [], first.metadata).criteria == (StopCriterion.TURNS,)
    assert reached(Phase.STRATEGY, TURN_LIMIT - 1, [], {}).criteria == ()
    assert reached(Phase.DEPLOYMENT, 99, tried, {}).criteria == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_are_told_behind_the_answer(language: Language) -> None:
    assert limit_remarks(language, [], "text") == ""
    assert limit_remarks(language, [StopCriterion.TURNS], "text").startswith("\n\n")
    assert not limit_remarks(language, [StopCriterion.TURNS], "").startswith("\n")
