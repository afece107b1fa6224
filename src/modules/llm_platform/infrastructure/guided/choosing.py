"""For who asks which choice to take: what each means and what was measured. The desk has no opinion of its own."""

from collections.abc import Sequence

from src.modules.llm_platform.infrastructure.guided.reasons import describe_measured
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script

_MOST_OPTIONS = 12
# What a figure can decide: decisions about rules that may have been tested.
_OF_RESULTS = frozenset(
    {"strategy_confirmed", "stress_test_decision", "deployment_target", "deployment_confirmation_status"}
)


def choices_compared(turn: GuidedTurn) -> Script:
    prompt = turn.state.at("next_prompt")
    options = [each for each in prompt.rows("options") if each.text("label")]
    if not options:
        yield Say(turn.words.say("answer.nothing_to_choose"))
        return
    yield Say(turn.words.say("answer.your_choice"))
    yield Say(_listed(turn, options))
    yield from _what_hangs_on_it(turn, prompt.text("choice_id"))


def _listed(turn: GuidedTurn, options: Sequence[JsonView]) -> str:
    lines = (_means(turn, each) for each in options[:_MOST_OPTIONS])
    return "\n".join(f"- {each}" for each in lines)


def _means(turn: GuidedTurn, option: JsonView) -> str:
    """Its label alone where nothing is known of it."""
    label, meaning = option.text("label"), option.text("subtitle")
    return turn.words.say("answer.choice", label=label, meaning=meaning) if meaning else label


def _what_hangs_on_it(turn: GuidedTurn, choice_id: str) -> Script:
    """Why it is asked; for decisions about rules, what was measured of them."""
    yield Say(turn.words.own(f"answer.why_asked.{choice_id}", turn.words.say("answer.why_asked.other")))
    if choice_id in _OF_RESULTS:
        yield from describe_measured(turn)
