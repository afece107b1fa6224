"""Which fields a turn settles: by what the person said, and by a model's patch only as a reading of that.

A patch never speaks before the person, against them, or of what their message does not touch. Where the rules read
an answer, that counts. Where they did not, and the message is about the field (it was asked, or named), the model's
reading is taken. A pressed button is that button and nothing else. What is refused goes to the model as a note.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import ToolOutcome
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject
from packages.domain.conversation.fields import FIELDS
from packages.domain.conversation.understanding.model import Understood

CHOICE, WORDS, MODEL = "choice", "words", "model"


@dataclass(frozen=True, slots=True)
class Settled:
    """What a turn settles: values with where they come from, fields that the person wants to answer anew, and notes."""

    values: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    reopened: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldStanding:
    """What is settled before the turn; `asked` is what was really asked. `closed` fields take no patch."""

    phase: Phase
    settled: Mapping[str, str]
    asked: object = None
    closed: Collection[str] = ()


def settle(standing: FieldStanding, understood: Understood, patches: Sequence[JsonObject]) -> Settled:
    read = _read(standing, understood)
    taken, notes = _readings_of_model(standing, understood, read, patches)
    sources = dict.fromkeys(read, CHOICE if understood.is_choice else WORDS) | dict.fromkeys(taken, MODEL)
    values = {**read, **taken}
    reopened = understood.reopened.intersection(standing.settled).difference(values)
    return Settled(values, sources, reopened, notes)


def _read(standing: FieldStanding, understood: Understood) -> dict[str, str]:
    """What is settled stays unless the person chooses anew or says that it changes."""
    changes = understood.changes or understood.is_choice
    return {name: value for name, value in understood.answers.items() if changes or name not in standing.settled}


def _readings_of_model(
    standing: FieldStanding, understood: Understood, read: Mapping[str, str], patches: Sequence[JsonObject]
) -> tuple[dict[str, str], tuple[str, ...]]:
    takes = [each.name for each in FIELDS[standing.phase.value]]
    proposals = proposed(standing.phase, patches, takes)
    taken: dict[str, str] = {}
    notes = list(proposals.notes)
    for name, value in proposals.values.items():
        if value in (read.get(name), standing.settled.get(name)):
            continue
        refusal = _refusal(standing, understood, read, name, value)
        if refusal is None:
            taken[name] = value
        else:
            notes.append(refusal)
    return taken, tuple(notes)


def _refusal(
    standing: FieldStanding, understood: Understood, read: Mapping[str, str], name: str, value: str
) -> str | None:
    if name in read:
        return f"{name} is {read[name]}: that is what the person said, and not {value}."
    if name in standing.closed:
        return f"{name} is not asked yet: leave it out of the patch."
    if understood.is_choice:
        return f"{name} was not spoken of: the person answered another question with a choice."
    if value in understood.denied.get(name, ()):
        return f"{name} is not {value}: the person said so."
    if name in standing.settled and not understood.changes:
        return f"{name} is {standing.settled[name]}, and the person did not change it."
    if not _is_about(standing, understood, read, name):
        return f"{name} was not spoken of in this message: ask the person for it."
    return None


def _is_about(standing: FieldStanding, understood: Understood, read: Mapping[str, str], name: str) -> bool:
    """It is named, or it was asked and the message says nothing else."""
    if not understood.may_answer:
        return False
    return (standing.asked == name and not read) or name in understood.topics


@dataclass(frozen=True, slots=True)
class Proposals:
    """`values` are still to be checked; `notes` tell the model what was refused, and why."""

    values: Mapping[str, str]
    notes: tuple[str, ...]


def proposed(phase: Phase, patches: Sequence[JsonObject], takes: Collection[str]) -> Proposals:
    """Of all patches of a turn the last word counts; only the fields in `takes` can be proposed at all."""
    values: dict[str, str] = {}
    notes: list[str] = []
    for name, value in _entries(phase, patches):
        refusal = _not_taken(phase, name, value, takes)
        if refusal:
            notes.append(refusal)
        else:
            values[name] = str(value)
    return Proposals(values, tuple(dict.fromkeys(notes)))


def named_by(tools: Sequence[ToolOutcome], domain: ToolDomain, names: Collection[str], key: str) -> str | None:
    """The id under `key` in the last good result of one of these tools."""
    found = [each.result.get(key) for each in tools if each.ok and each.domain == domain and each.tool in names]
    return next((value for value in reversed(found) if isinstance(value, str) and value), None)


def _entries(phase: Phase, patches: Sequence[JsonObject]) -> Iterator[tuple[str, object]]:
    """The fields, whether they stand by themselves or under the name of the phase."""
    for patch in patches:
        for name, value in patch.items():
            if name == phase.value and isinstance(value, Mapping):
                yield from value.items()
            else:
                yield name, value


def _not_taken(phase: Phase, name: str, value: object, takes: Collection[str]) -> str | None:
    field = next((each for each in FIELDS[phase.value] if each.name == name), None)
    if field is None:
        return f"{name[:60]} is no field of {phase.value}: leave it out of the patch."
    if field.derived:
        return f"{name} follows from what the desk has stored: use the tools, and leave it out of the patch."
    if name not in takes:
        return (
            f"{name} is taken from the person's own words or from tool results only: ask the person, or use the tool."
        )
    if not isinstance(value, str) or (field.values is not None and value not in field.values):
        return f"{name} cannot be {str(value)[:60]!r}: {', '.join(field.values or ('send the id as text',))}."
    return None
