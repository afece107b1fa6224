"""Edits of the side: the same rules the other way round."""

from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.meanings import assumed
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.rules.reflection import NoMirror, Reflection
from packages.domain.strategy.words.rules.sides import LONG, SHORT


def reverse_side(part: EditPart) -> EditDone | None:
    """改做空，反过来; a condition without a mirror is told, and nothing changes."""
    actions = {word.value for word in part.words if word.kind is Tag.ACTION}
    kinds = (Tag.SET, Tag.ACTION, Tag.OPPOSITE, Tag.INSTEAD, Tag.LONG_ONLY, Tag.TO, Tag.PRONOUN, Tag.GO)
    wanted = {"short": SHORT, "buy": LONG}
    if len(actions) != 1 or len(part.sides) != 1 or any(word.kind not in kinds for word in part.words):
        return None
    target = wanted.get(actions.pop())
    if target is None or target == part.sides[0] or not part.has(Tag.SET, Tag.OPPOSITE, Tag.INSTEAD):
        return None
    draft = part.draft
    reflection = Reflection(draft.document["factors"], draft.factor_name)
    side = draft.sides[part.sides[0]]
    holders = [side["entry"], *(each for each in side["exits"] if each["type"] == "signal_exit")]
    try:
        turned = [reflection.of(holder["condition"]) for holder in holders]
    except NoMirror as unclear:
        draft.no_mirror = unclear.condition
        return None
    for holder, condition in zip(holders, turned, strict=True):
        holder["condition"] = condition
    draft.sides[target] = draft.sides.pop(part.sides[0])
    draft.is_reversed = True
    return EditDone("direction", f"/trade/{target}", (assumed("mirrored"),))


def repeated_reversal(part: EditPart) -> EditDone | None:
    """反过来 after 改做空 says the same again."""
    is_that = part.draft.is_reversed and all(word.kind in (Tag.OPPOSITE, Tag.SET) for word in part.words)
    return EditDone("direction", f"/trade/{part.sides[0]}") if is_that else None
