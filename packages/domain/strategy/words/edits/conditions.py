"""Edits of when to get in and out: further conditions, either of two."""

from packages.domain.strategy.words.edits.named_again import without_named_again
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.meanings import Meant, negated
from packages.domain.strategy.words.grammar.moves import volume_filter
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.rules.joining import combined
from packages.domain.strategy.words.rules.parts import Part, parts_of
from packages.domain.strategy.words.rules.sides import LONG, SHORT, for_side

_AS_WELL = frozenset({"as well", "additionally", "in addition", "on top", "on top of that", "moreover"})
_ADDING = frozenset({"加上", "再加上", "外加", "还有", "配合", "结合"})
_REQUIRING = frozenset({"还要", "还得", "又要", "同时还要", "并且要", "同时要求", "并要求", "而且要"})


def add_condition(part: EditPart) -> EditDone | None:
    """A further condition to get in, or another way in or out."""
    tokens = [token for token in part.tokens if token.kind is not Tag.INSTEAD]
    action = next((token.value for token in tokens if token.kind is Tag.ACTION), "")
    words = [token for token in tokens if token.kind not in (Tag.ACTION, Tag.RULE_WORD, Tag.DIRECTIVE)]
    parts = [each for each in parts_of(words) if not each.says_nothing]
    parts = without_named_again(parts, part.draft)
    known = [each for each in parts if each.says_a_condition and not _has_unknown(each)]
    if not known or any(each.joint in ("or", "unless") for each in parts[1:] if each.understood is None):
        return None
    meant = combined(known)
    denies = part.words[0].kind in (Tag.INSTEAD, Tag.NOT) and action not in ("", "avoid")
    if meant is None or _says_remove(part) or denies or part.words[0].kind is Tag.INSTEAD:
        return None
    unread = tuple(part.quote(each.tokens) for each in parts if each not in known)
    return _joined(part, action, meant, unread)


def _has_unknown(part: Part) -> bool:
    return any(token.kind is Tag.UNKNOWN for token in part.tokens)


def _says_remove(part: EditPart) -> bool:
    return part.has(Tag.REMOVE, Tag.REPLACE)


def _joined(part: EditPart, action: str, meant: Meant, unread: tuple[str, ...]) -> EditDone | None:
    side = part.sides[0]
    if action == "avoid":
        part.draft.join("entry", "all", negated(meant).json, meant.factors)
        return EditDone("filter", f"/trade/{side}/entry/condition", meant.assumed, unread)
    is_out = action in ("sell", "exit", "cover", "close_long")
    is_also = part.has(Tag.ALSO) or part.words[0].kind is Tag.OR or _joins(part, _AS_WELL)
    if action in ("short", "buy") and {"short": SHORT, "buy": LONG}[action] != side:
        return None
    if action == "cover" and side != SHORT:
        return None
    joins = is_also or part.has(Tag.ADD) or _leads_with_and(part) or _requires(part)
    if unread and not joins:
        return None
    if is_out:
        turned = for_side(meant, side, part.draft.sides[side]["entry"]["condition"])
        if joins:
            part.draft.join("exit", "any", turned.json, meant.factors)
        else:
            part.draft.set_condition("exit", turned.json, meant.factors)
        return EditDone("exit", f"/trade/{side}/exits", meant.assumed, unread)
    if not _entered(part, action, meant, is_also=is_also, joins=joins):
        return None
    return EditDone("entry", f"/trade/{side}/entry/condition", meant.assumed, unread)


def _entered(part: EditPart, action: str, meant: Meant, *, is_also: bool, joins: bool) -> bool:
    """Another way in, another level of the one there is, a further condition, or another condition in its place."""
    filters = part.has(Tag.ADD, Tag.ONLY, Tag.FILTER, Tag.ALSO) or _leads_with_and(part) or _requires(part)
    if part.words[0].kind is Tag.OR or (is_also and action and not part.has(Tag.ADD, Tag.ONLY)):
        part.draft.join("entry", "any", meant.json, meant.factors)
    elif part.has(Tag.ONLY) and not joins and part.draft.set_level("entry", meant.json, meant.factors):
        return True
    elif filters:
        part.draft.join("entry", "all", meant.json, meant.factors)
    elif action in ("buy", "short") or part.has(Tag.INSTEAD):
        part.draft.set_condition("entry", meant.json, meant.factors)
    else:
        return False
    return True


def _requires(part: EditPart) -> bool:
    """买的时候还要RSI低于35: one more condition, though the words stand in the middle."""
    return _joins(part, _REQUIRING) or _adds_first(part)


def _adds_first(part: EditPart) -> bool:
    """买入条件加上MACD金叉: added to what there is; between two conditions it joins those."""
    named = part.place(Tag.INDICATOR, Tag.FIELD, Tag.VOLUME, Tag.NUMBER, Tag.GOLDEN, Tag.OUTPUT, Tag.SURGE)
    words = part.words[: named or 0]
    said = [part.text[word.start : word.end] for word in words if word.kind is Tag.AND]
    return bool(said) and said[-1] in _ADDING and not any(word.kind is Tag.SET for word in words)


def _joins(part: EditPart, words: frozenset[str]) -> bool:
    return any(part.text[word.start : word.end].lower() in words for word in part.words if word.kind is Tag.AND)


def _leads_with_and(part: EditPart) -> bool:
    return part.words[0].kind is Tag.AND


def add_volume_filter(part: EditPart) -> EditDone | None:
    """`Add a volume filter` says no more than that; the volume is then above its average."""
    kinds = (Tag.ADD, Tag.AND, Tag.VOLUME, Tag.FILTER, Tag.SET, Tag.ALSO, Tag.RULE_WORD)
    if not part.has(Tag.VOLUME) or not part.has(Tag.FILTER) or not part.has(Tag.ADD, Tag.AND, Tag.SET):
        return None
    if any(word.kind not in kinds for word in part.words):
        return None
    meant = volume_filter()
    part.draft.join("entry", "all", meant.json, meant.factors)
    return EditDone("filter", f"/trade/{part.sides[0]}/entry/condition", meant.assumed)


def any_is_enough(part: EditPart) -> EditDone | None:
    """Either condition is enough to enter."""
    entry_words = part.has(Tag.EITHER) and not any(
        token.kind in (Tag.CONDITION, Tag.DIRECTIVE) for token in part.tokens
    )
    action = {word.value for word in part.words if word.kind is Tag.ACTION}
    if not entry_words or action - {"buy"} or not action:
        return None
    return entries_joined(part, "all", "any")


def entries_joined(part: EditPart, before: str, after: str) -> EditDone | None:
    """The conditions of every entry that were joined by one word are joined by another."""
    changed = False
    for side in part.draft.sides.values():
        held = side["entry"]["condition"]
        if before in held:
            side["entry"]["condition"] = {after: held[before]}
            changed = True
    return EditDone("entry", f"/trade/{part.sides[0]}/entry/condition") if changed else None
