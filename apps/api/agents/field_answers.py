"""Which fields a turn settles, and which it only proposes.

A choice binds: a pressed button, an option word for word, a plain yes or no to the decision that was asked. What was
understood from free words, by the rules or by a model, is proposed, and binds when the person accepts it or says it
again. A model never authorises, and neither reading overrules the other: where a model reads a field otherwise than the
person's own words were read, both are offered, the words first. What authorises nothing (to wait, to go back, to
change) counts as it is said.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import ToolOutcome
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.conversation.fields import FIELDS
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.model import MessageIntent, ProposalWord, Understood, Wish
from packages.domain.conversation.wording import field_named, say

CHOICE, WORDS, MODEL = "choice", "words", "model"
_NOT_AN_ANSWER = "{name} was not spoken of in this message: ask the person for it."
_A_CHOICE = "{name} was not spoken of: the person answered another question with a choice."
_HELD_BACK = "{name} stays open: the person wants to wait, or does not agree."
_OTHERWISE = "{name}: the person's own words were read as {said}, so both readings are offered to them."


_DECIDES_NOTHING = (MessageIntent.WAIT, MessageIntent.REFUSE, MessageIntent.BACK)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a turn comes to: values that bind, with where they come from; what waits for the person's word, with where
    it comes from; fields that the person wants to answer anew; and notes for the model. `disputed` is what a model
    reads in words that were read otherwise."""

    values: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    proposed: Mapping[str, str] = field(default_factory=dict)
    proposed_by: Mapping[str, str] = field(default_factory=dict)
    reopened: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    disputed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FieldStanding:
    """What is settled before the turn, and what waits for the person's word. `takes` are the fields that a patch may
    propose at all; the values in `harmless` authorise nothing. Answers are `firm`: they stay unless the person says
    that they change; a decision is taken anew by saying it."""

    phase: Phase
    settled: Mapping[str, str]
    pending: Mapping[str, str] = field(default_factory=dict)
    takes: Collection[str] | None = None
    harmless: Mapping[str, frozenset[str]] = field(default_factory=dict)
    firm: bool = True


def settle(standing: FieldStanding, understood: Understood, patches: Sequence[JsonObject]) -> Settled:
    values, sources = _bound(standing, understood)
    offered, notes = _patched(standing, understood, values, patches)
    reopened = understood.reopened.intersection(standing.settled).difference(values)
    said = {name: value for name, value in _said(standing, understood).items() if name not in values}
    kept = {} if understood.proposal is ProposalWord.CHANGE else _still_pending(standing, understood)
    disputed = {name: value for name, value in offered.items() if said.get(name, value) != value}
    notes = (*notes, *(_OTHERWISE.format(name=name, said=said[name]) for name in disputed))
    waiting = {
        name: value
        for name, value in {**kept, **offered, **said}.items()
        if name not in values and (name in reopened or standing.settled.get(name) != value)
    }
    by = {name: MODEL if offered.get(name) == value != said.get(name) else WORDS for name, value in waiting.items()}
    return Settled(values, sources, waiting, by, reopened, notes, disputed)


def _still_pending(standing: FieldStanding, understood: Understood) -> dict[str, str]:
    """What waits for the person's word, without what they speak against or want to answer anew."""
    against, anew = understood.denied, understood.reopened
    return {
        name: value
        for name, value in standing.pending.items()
        if name not in anew and value not in against.get(name, ())
    }


def goes_back(understood: Understood, *wishes: Wish) -> bool:
    """Who says the new answer in the same message changes it, and need not be asked again."""
    return bool(set(wishes or (Wish.BACK,)) & set(understood.wishes)) and not understood.answers


def back_to(understood: Understood) -> frozenset[str]:
    """The fields that are named; who wants another scope names the instrument."""
    return understood.topics | ({INSTRUMENT} if Wish.NEW_SCOPE in understood.wishes else frozenset())


def gone_back(
    names: Sequence[str], before: Mapping[str, str], pending: Mapping[str, str], topics: Collection[str] = ()
) -> Settled:
    """To the question that was named among `topics`, or else to the one before this one, in the order of `names`: what
    was last proposed, or else settled, is asked again."""
    named = frozenset(topics).intersection(before)
    if named:
        return Settled(reopened=named)
    waiting = [name for name in names if name in pending]
    if frozenset(topics).intersection(waiting):
        return Settled(proposed={name: pending[name] for name in waiting if name not in topics})
    if waiting:
        return Settled(proposed={name: pending[name] for name in waiting[:-1]})
    asked = next((place for place, name in enumerate(names) if name not in before), len(names))
    earlier = names[:asked] or [name for name in names if name in before]
    return Settled(reopened=frozenset(earlier[-1:]))


def _bound(standing: FieldStanding, understood: Understood) -> tuple[dict[str, str], dict[str, str]]:
    chosen = dict(understood.answers) if understood.is_explicit else {}
    accepted = dict(standing.pending) if understood.proposal is ProposalWord.ACCEPT else {}
    said = {} if chosen else _said(standing, understood)
    again = {name: value for name, value in said.items() if _counts_at_once(standing, understood, name, value)}
    sources = {**dict.fromkeys(again, WORDS), **dict.fromkeys((*accepted, *chosen), CHOICE)}
    return {**again, **accepted, **chosen}, sources


def _counts_at_once(standing: FieldStanding, understood: Understood, name: str, value: str) -> bool:
    """Said a second time, or nothing is authorised by it. An order for the next step does not say a decision again."""
    is_said_again = standing.pending.get(name) == value and (standing.firm or understood.named.get(name) == value)
    return is_said_again or value in standing.harmless.get(name, ())


def _said(standing: FieldStanding, understood: Understood) -> dict[str, str]:
    """What the rules read."""
    may_change = understood.changes or not standing.firm
    return {name: value for name, value in understood.answers.items() if may_change or name not in standing.settled}


def _patched(
    standing: FieldStanding, understood: Understood, bound: Mapping[str, str], patches: Sequence[JsonObject]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """What a model's patches propose, and why not all of it."""
    proposals = _proposals(standing, patches)
    offered: dict[str, str] = {}
    notes = list(proposals.notes)
    for name, value in proposals.values.items():
        if value in (bound.get(name), standing.settled.get(name), standing.pending.get(name)):
            continue
        refusal = _refusal(standing, understood, bound, name, value)
        if refusal is None:
            offered[name] = value
        else:
            notes.append(refusal.format(name=name))
    return offered, tuple(notes)


def _proposals(standing: FieldStanding, patches: Sequence[JsonObject]) -> "Proposals":
    """Where only some fields are taken, the others are somebody else's to judge."""
    every = [each.name for each in FIELDS[standing.phase.value]]
    if standing.takes is None:
        return proposed(standing.phase, patches, every)
    entries = [{name: value} for name, value in _entries(standing.phase, patches) if name in standing.takes]
    return proposed(standing.phase, entries, standing.takes)


def _refusal(
    standing: FieldStanding, understood: Understood, bound: Mapping[str, str], name: str, value: str
) -> str | None:
    """There has to be something that the person said, and a choice is that and nothing else. Who wants to wait has
    decided nothing."""
    authorises = not standing.firm and value not in standing.harmless.get(name, ())
    if authorises and (Wish.WAIT in understood.wishes or understood.intent in _DECIDES_NOTHING):
        return _HELD_BACK
    if understood.is_choice or name in bound:
        return _A_CHOICE
    return None if understood.may_answer else _NOT_AN_ANSWER


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


def left_out(
    phase: Phase, understood: Understood, patches: Sequence[JsonObject], taken: Collection[str], language: Language
) -> tuple[str, ...]:
    """What a model read in the person's words and nothing came of, by its name; `taken` are fields with a value, with a
    proposal or with a refusal that is told."""
    if understood.is_choice or not understood.may_answer:
        return ()
    own = {each.name for each in FIELDS[phase.value] if not each.derived}
    lost = [name for name, _ in _entries(phase, patches) if name in own and name not in taken]
    return (
        (say(language, "patch.left_out", fields=[field_named(name) for name in dict.fromkeys(lost)]),) if lost else ()
    )


def named_by(tools: Sequence[ToolOutcome], domain: ToolDomain, names: Collection[str], key: str) -> str | None:
    """The id under `key` in the last good result of one of these tools."""
    found = [each.result.get(key) for each in tools if each.ok and each.domain == domain and each.tool in names]
    return next((value for value in reversed(found) if isinstance(value, str) and value), None)


def _entries(phase: Phase, patches: Sequence[JsonObject]) -> Iterator[tuple[str, JsonValue]]:
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
