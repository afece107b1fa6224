"""Who names a later step has not said that these are the rules; who denies it has asked for nothing."""

from dataclasses import replace

import pytest

from apps.api.agents.rule_changes.later_steps import without_later_steps
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding


def said(text: str) -> Understood:
    """The message with nothing read of it but its own words."""
    return Understood(said=RuleUnderstanding().read(text, AskedFields()).said)


@pytest.mark.parametrize("text", ["deploy it now", "直接部署吧"])
def test_an_order_to_deploy_waits_for_what_comes_first(text: str) -> None:
    assert without_later_steps(said(text)).wishes == (Wish.STRESS_TEST,)


@pytest.mark.parametrize("text", ["不要部署", "Do not deploy this yet", "先别部署，再看看"])
def test_a_deployment_that_is_denied_begins_nothing(text: str) -> None:
    waits = replace(said(text), wishes=(Wish.WAIT,))
    assert without_later_steps(waits) == waits
