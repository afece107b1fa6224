"""Edits of settings: periods, multipliers and the lengths of averages."""

from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.edits.indicators import SETTING_TAGS, change_factor, done_with, named_in
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag


def set_settings(part: EditPart) -> EditDone | None:
    """MACD参数改成8 17 9, 布林周期改30, use a 7 period RSI, 布林宽度用2.5倍标准差."""
    kinds = [kind for kind in named_in(part.words) if kind != "standard_deviation"]
    if not kinds and "standard_deviation" in named_in(part.words):
        kinds = ["bollinger"]
    if len(kinds) != 1 or part.has(
        Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.ADD, Tag.REMOVE, Tag.GOLDEN, Tag.STOP_LOSS, Tag.ACTION
    ):
        return None
    if any(word.kind is Tag.SET and word.value in ("more", "less") for word in part.words) and not part.has(
        Tag.SETTING
    ):
        return None
    kind = kinds[0]
    factors = part.draft.document["factors"]
    found = [name for name, factor in factors.items() if factor["type"] == kind]
    params = _new_settings(part, kind)
    if not found or not params:
        return None
    if kind in AVERAGES and len(found) > 1:
        return None
    for name in found:
        changed = {**factors[name], "params": {**factors[name].get("params", {}), **params}}
        change_factor(part, name, changed)
    return done_with(part, "setting")


def _new_settings(part: EditPart, kind: str) -> dict[str, Any]:
    slots = [each for each in CATALOGUE[kind].parameters if each.kind in ("int", "float")]
    numbers = [plain(word.value) for word in part.words if word.kind is Tag.NUMBER]
    wide = part.has(Tag.TIMES) or any(word.kind is Tag.SETTING and word.value == "multiplier" for word in part.words)
    wide = wide or "standard_deviation" in named_in(part.words)
    multiplier = next((each for each in slots if each.name == "multiplier"), None)
    if wide:
        allowed = all(word.kind in (*SETTING_TAGS, Tag.TIMES, Tag.UNKNOWN, Tag.OUTPUT) for word in part.words)
        return {multiplier.name: numbers[0]} if multiplier is not None and len(numbers) == 1 and allowed else {}
    rest = [word for word in part.words if word.kind not in (*SETTING_TAGS, Tag.TIME_UNIT, Tag.PRONOUN)]
    named = part.has(Tag.SETTING, Tag.TIME_UNIT, Tag.SET, Tag.OPEN) or len(numbers) > 1
    if rest or not numbers or not named or len(numbers) > len(slots):
        return {}
    return {slot.name: value for slot, value in zip(slots, numbers, strict=False)}


def _is_swap(part: EditPart) -> bool:
    """One length instead of another one is no pair of lengths."""
    places = [at for at, word in enumerate(part.words) if word.kind is Tag.NUMBER]
    instead = part.place(Tag.INSTEAD)
    return instead is not None and places[0] < instead < places[-1]


def set_lengths(part: EditPart) -> EditDone | None:
    """Make it 50/200, 改用20日和60日: the two averages that cross, the shorter one first; 55 bar breakout instead."""
    numbers = [plain(word.value) for word in part.words if word.kind is Tag.NUMBER]
    kinds = (
        Tag.NUMBER,
        Tag.TIME_UNIT,
        Tag.AND,
        Tag.SLASH,
        Tag.SET,
        Tag.INSTEAD,
        Tag.LISTING,
        Tag.DAY_LINE,
        Tag.INDICATOR,
        Tag.TO,
        Tag.PRONOUN,
        Tag.GOLDEN,
    )
    if len(numbers) != 2 or any(word.kind not in kinds for word in part.words) or _is_swap(part):
        return None
    named = named_in(part.words)
    factors = part.draft.document["factors"]
    found = sorted(
        (name for name, factor in factors.items() if factor["type"] in AVERAGES),
        key=lambda name: factors[name].get("params", {}).get("period", 0),
    )
    if len(found) != 2 or any(kind not in AVERAGES for kind in named):
        return None
    changed = {name: {**factors[name], "params": {**factors[name].get("params", {}), "period": int(value)}}
               for name, value in zip(found, sorted(numbers), strict=True)}  # fmt: skip
    overlaps = int(min(numbers)) == factors[found[1]].get("params", {}).get("period")
    order = found[::-1] if overlaps else found
    for name in order:
        change_factor(part, name, changed[name])
    return done_with(part, "setting")
