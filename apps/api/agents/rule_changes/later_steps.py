"""A message in the strategy phase as a change of the rules, and as no consent to them where it names a later step."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from packages.core.events import JsonObject
from packages.domain.conversation.understanding.model import Understood, Wish

_CONFIRMED = "strategy_confirmed"


def without_later_steps(understood: Understood) -> Understood:
    """Who wants it deployed has not said that these are the rules: the backtest and the stress test come first."""
    asks = understood.is_choice or understood.question or understood.answers.get(_CONFIRMED) == "false"
    if asks or not understood.said.wants_deployment:
        return understood
    answers = {name: value for name, value in understood.answers.items() if name != _CONFIRMED}
    return replace(understood, answers=answers, is_explicit=False, named={}, wishes=(Wish.STRESS_TEST,))


def as_change(understood: Understood, from_words: JsonObject) -> Understood:
    """What changes the rules is a change, though it says to hold."""
    edit, rules = from_words.get(EDIT), from_words.get(RULES)
    is_made = isinstance(edit, Mapping) and bool(edit.get("operations") or edit.get("not_understood"))
    is_made = is_made or (isinstance(rules, Mapping) and bool(rules.get("dsl")) and not rules.get("again"))
    if not is_made:
        return understood
    wishes = tuple(wish for wish in understood.wishes if wish is not Wish.WAIT)
    return replace(understood, changes=True, wishes=wishes)
