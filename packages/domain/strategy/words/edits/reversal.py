"""Edits of the side: the same rules the other way round."""

from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.meanings import assumed
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.rules.reflection import NoMirror, Reflection
from packages.domain.strategy.words.rules.sides import LONG, SHORT

_IN = ("short", "buy")


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
    is_that = is_that or (part.draft.is_reversed and _names_the_crosses(part))
    return EditDone("direction", f"/trade/{part.sides[0]}") if is_that else None


def _names_the_crosses(part: EditPart) -> bool:
    """`Short the death cross and cover on the golden cross`: as the rules are by now."""
    side = part.draft.sides[part.sides[0]]
    held = {"in": [side["entry"]], "out": [each for each in side["exits"] if each["type"] == "signal_exit"]}
    if any(word.kind not in (Tag.ACTION, Tag.GOLDEN, Tag.AND, Tag.COMMA) for word in part.words):
        return False
    said = [word for word in part.words if word.kind in (Tag.ACTION, Tag.GOLDEN)]
    pairs = list(zip(said[::2], said[1::2], strict=False))
    if not pairs or any((one.kind, other.kind) != (Tag.ACTION, Tag.GOLDEN) for one, other in pairs):
        return False
    return all(
        any(f"'{cross.value}'" in str(holder["condition"]) for holder in held["in" if act.value in _IN else "out"])
        for act, cross in pairs
    )
