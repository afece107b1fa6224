"""What a model proposes: ids out of tool results and patches, before anybody has looked whether they are true."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import ToolOutcome
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject
from packages.domain.conversation.fields import FIELDS


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
        refusal = _refusal(phase, name, value, takes)
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


def _refusal(phase: Phase, name: str, value: object, takes: Collection[str]) -> str | None:
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
