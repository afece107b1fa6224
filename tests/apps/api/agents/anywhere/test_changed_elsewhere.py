"""Answers that another conversation changed are told once in this one."""

from dataclasses import replace

from apps.api.agents.anywhere.changed_elsewhere import SEEN, describe_changed_elsewhere, seen_now
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, RiskTolerance
from tests.apps.api.agents.early_desk import BOLD

CAREFUL_NOW = replace(BOLD, risk_tolerance=RiskTolerance.MODERATE)


def test_what_changed_since_the_last_turn_is_told_in_both_languages() -> None:
    seen = seen_now(BOLD)
    assert describe_changed_elsewhere(seen, CAREFUL_NOW, Language.EN) == (
        "Since the last answer here, your own answers changed elsewhere. Now: risk tolerance: Moderate. "
        "The limits here follow them.",
    )
    assert describe_changed_elsewhere(seen, CAREFUL_NOW, Language.ZH) == (
        "上次在这里对话之后，你的回答在别处改过。现在是：风险偏好：稳健。这里的限制也随之调整。",
    )


def test_what_stayed_or_was_told_before_is_not_told() -> None:
    assert describe_changed_elsewhere(seen_now(BOLD), BOLD, Language.EN) == ()
    assert describe_changed_elsewhere(seen_now(CAREFUL_NOW), CAREFUL_NOW, Language.EN) == ()


def test_a_conversation_that_has_answered_nothing_yet_has_nothing_to_tell() -> None:
    assert describe_changed_elsewhere({}, BOLD, Language.EN) == ()
    assert seen_now(Profile()) == {SEEN: {}}
