"""The levels that rules compare with, found by what an edit says of them; and a new one in a word or two."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packages.domain.strategy.words.edits.amounts import quantities
from packages.domain.strategy.words.edits.document_parts import refs_of
from packages.domain.strategy.words.edits.indicators import done_with, named_in
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.meanings import Assumed, assumed
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.lexing.tokens import Tag

_OUT = frozenset({"sell", "exit", "cover", "close_long"})
_DOWN = frozenset({"lt", "lte", "cross_below"})
_ELIDED = (
    Tag.ACTION, Tag.OVER, Tag.PLACE, Tag.NUMBER, Tag.SET, Tag.TO, Tag.PRONOUN, Tag.WHEN, Tag.MARK, Tag.ONLY,
    Tag.INSTEAD, Tag.INDICATOR,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ComparedLevel:
    """A number that something is compared with, within the condition that has it."""

    side: str
    role: str
    owners: frozenset[str]
    is_low: bool
    body: dict[str, Any]
    key: str

    @property
    def value(self) -> float:
        return float(self.body[self.key])


def levels_in(part: EditPart) -> Iterator[ComparedLevel]:
    """Those of the indicator, the way in or out, and the extreme that are named."""
    kinds, actions = set(named_in(part.words)), {word.value for word in part.words if word.kind is Tag.ACTION}
    states = {word.value for word in part.words if word.kind is Tag.STATE}
    for level in _every_level(part):
        if actions and (level.role == "exit") is not bool(actions & _OUT):
            continue
        if (not kinds or kinds & level.owners) and (not states or ("low" in states) is level.is_low):
            yield level


def set_elided_level(part: EditPart) -> EditDone | None:
    """`Buy below 25, not 30`, 25以下才买: of the one level that is compared that way. The old one has to be its own."""
    over = [word.value for word in part.words if word.kind in (Tag.OVER, Tag.PLACE)]
    numbers = [token.value for token in quantities(part.words) if token.kind is Tag.NUMBER]
    if len(over) != 1 or len(numbers) != 1 or not (part.has(Tag.ACTION) or part.old_numbers):
        return None
    if any(token.kind not in _ELIDED for token in quantities(part.words)):
        return None
    found = [level for level in levels_in(part) if level.is_low is (over[0] in _DOWN)]
    if len(found) != 1 or len(found[0].owners) != 1:
        return None
    [level], [owner] = found, found[0].owners
    if any(old != level.value for old in part.old_numbers):
        return None
    level.body[level.key] = plain(numbers[0])
    return done_with(part, "level", *_read_as(part, owner, plain(numbers[0])))


def _read_as(part: EditPart, owner: str, level: float) -> tuple[Assumed, ...]:
    """Whose level it is, where the words do not say it."""
    if part.has(Tag.INDICATOR):
        return ()
    if owner in ("close", "open", "high", "low"):
        return (assumed("price_level", level=level),)
    return (assumed("level_of", level=level, indicator=owner.upper().replace("_", " ")),)


def _every_level(part: EditPart) -> Iterator[ComparedLevel]:
    types = {str(name): str(factor["type"]) for name, factor in part.draft.document["factors"].items()}
    for role in ("entry", "exit"):
        for side, holder in part.draft.conditions(role):
            for atom in _atoms(holder["condition"]):
                [(word, body)] = atom.items()
                key = "right" if word == "cmp" else "b"
                owners = frozenset(types.get(name, name) for name in refs_of(atom))
                if isinstance(body[key], int | float):
                    yield ComparedLevel(side, role, owners, body["op"] in _DOWN, body, key)


def _atoms(condition: Any) -> Iterator[dict[str, Any]]:
    [(word, body)] = condition.items()
    if word in ("all", "any"):
        for each in body:
            yield from _atoms(each)
    elif word in ("cmp", "cross"):
        yield condition
