"""A number that a person says to options on the page: the button that it stands for."""

from collections.abc import Mapping, Sequence

from packages.core.events import JsonValue
from packages.domain.conversation.model import Role, SessionMessage
from packages.domain.conversation.understanding.choices import number_named
from packages.domain.conversation.understanding.message.buttons import pressed

# Of these a number is an answer by itself: four years, a loss of 20.
_COUNTED = frozenset({"trading_years_bucket", "risk_tolerance", "return_expectation"})


def as_pressed(message: str, earlier: Sequence[SessionMessage]) -> str:
    """The message, or the button that its number stands for in the one question that was shown last."""
    number = number_named(message)
    said = next((each for each in reversed(earlier) if each.role is Role.ASSISTANT), None)
    if number is None or said is None:
        return message
    prompts = [card for card in said.cards if card.get("type") == "choice_prompt"]
    if len(prompts) != 1 or prompts[0].get("choice_id") in _COUNTED:
        return message
    options = _options(prompts[0])
    if not 1 <= number <= len(options):
        return message
    chosen = options[number - 1]
    return pressed(str(prompts[0].get("choice_id")), str(chosen.get("id")), str(chosen.get("label")))


def _options(prompt: Mapping[str, JsonValue]) -> list[Mapping[str, JsonValue]]:
    options = prompt.get("options")
    return [each for each in options if isinstance(each, Mapping)] if isinstance(options, list | tuple) else []
