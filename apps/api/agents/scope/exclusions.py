"""Values that a person ruled out ("anything but aggressive", 除了美股都行): the question is put without them."""

from collections.abc import Iterable, Mapping

from apps.api.agents.protocol import PhaseBlock
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonValue
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.wording import OPTIONS, label_of

_KEY = "ruled_out"  # in the runtime of a block
_BESIDE = 1  # a question needs something to choose

RuledOut = Mapping[str, frozenset[str]]


def ruled_out(block: PhaseBlock, understood: Understood | None, open_fields: Iterable[str]) -> RuledOut:
    """Of the fields that are still open, what was ruled out before and in this message, as long as something is left to
    choose."""
    before = _kept(block.runtime.get(_KEY))
    now = {} if understood is None or understood.is_choice else understood.denied
    found = {name: before.get(name, frozenset()) | _with_bolder(now.get(name, frozenset())) for name in open_fields}
    return {name: values for name, values in found.items() if values and _is_left(name, values)}


def ruled_out_json(values: RuledOut) -> Mapping[str, JsonValue]:
    """For the runtime of a block."""
    return {_KEY: {name: sorted(each) for name, each in values.items()} or None}


def ruled_out_labels(understood: Understood, values: RuledOut, language: Language) -> list[JsonValue]:
    """What this very message ruled out, in words."""
    now = [(name, value) for name, each in understood.denied.items() for value in sorted(each) if name in values]
    return [label_of(name, value, language) for name, value in now if name not in understood.answers]


def without_ruled_out(prompt: ChoicePrompt, values: RuledOut) -> ChoicePrompt:
    gone = values.get(prompt.choice_id, frozenset())
    return prompt.model_copy(update={"options": tuple(each for each in prompt.options if each.id not in gone)})


def _kept(stored: JsonValue) -> RuledOut:
    if not isinstance(stored, Mapping):
        return {}
    return {name: frozenset(map(str, each)) for name, each in stored.items() if isinstance(each, list | tuple)}


def _with_bolder(values: frozenset[str]) -> frozenset[str]:
    """Who will not be aggressive will not be very aggressive."""
    return values | {"very_aggressive"} if "aggressive" in values else values


def _is_left(field: str, values: frozenset[str]) -> bool:
    return len(set(OPTIONS.get(field, ())) - values) >= _BESIDE
