"""Edits that say the old value and the new one, and of what was there already: 20和50换成10和30, `100, not 200`."""

from collections.abc import Callable
from typing import Any

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.edits.conditions import entries_joined
from packages.domain.strategy.words.edits.indicators import change_factor, done_with
from packages.domain.strategy.words.edits.levels import levels_in
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag

_SILENT = (
    Tag.NUMBER, Tag.FILTER, Tag.SET, Tag.TO, Tag.PRONOUN, Tag.INDICATOR, Tag.TIME_UNIT, Tag.LINE, Tag.SETTING,
    Tag.DAY_LINE, Tag.AVERAGE, Tag.RULE_WORD,
)  # fmt: skip
_FROM_TO = (Tag.NUMBER, Tag.SET, Tag.TO, Tag.REPLACE, Tag.TIME_UNIT, Tag.AVERAGE, Tag.LINE, Tag.DAY_LINE)
_PAIR = (Tag.NUMBER, Tag.AND, Tag.SLASH, Tag.LISTING, Tag.TIME_UNIT, Tag.INDICATOR, Tag.SET, Tag.REPLACE, Tag.TO)
_ALL = lazy_pattern(
    r"同时(?:满足|成立)|都(?:要|得|必须)?(?:满足|成立)|全部(?:满足|成立)|缺一不可"
    r"|\b(?:both|all)\b.{0,24}\b(?:must|have to|has to|need|needed|required)\b"
)


def swap_number(part: EditPart) -> EditDone | None:
    """A new length or level in the place of the one that is named, where only one is such; of two numbers the first is
    the old one: 把5日换成10日, `change 50 to 30`."""
    numbers = [*part.old_numbers, *(plain(word.value) for word in part.words if word.kind is Tag.NUMBER)]
    silent = _SILENT if part.old_numbers else _FROM_TO
    if len(numbers) != 2 or any(word.kind not in silent for word in part.words):
        return None
    if not part.old_numbers and not part.has(Tag.SET, Tag.REPLACE):
        return None
    old, new = numbers
    puts = [*_lengths_of(part, old), *(_levels_of(part, old) if part.old_numbers else ())]
    if len(puts) != 1:
        return None
    puts[0](new)
    return done_with(part, "setting")


def _lengths_of(part: EditPart, old: float) -> list[Callable[[Any], None]]:
    factors = part.draft.document["factors"]
    return [
        lambda value, name=name, factor=factor: change_factor(  # type: ignore[misc]
            part, name, {**factor, "params": {**factor["params"], "period": value}}
        )
        for name, factor in factors.items()
        if factor.get("params", {}).get("period") == old
    ]


def _levels_of(part: EditPart, old: float) -> list[Callable[[Any], None]]:
    if part.has(Tag.FILTER, Tag.TIME_UNIT, Tag.DAY_LINE):
        return []
    return [
        lambda value, level=level: level.body.__setitem__(level.key, value)  # type: ignore[misc]
        for level in levels_in(part)
        if level.value == old
    ]


def swap_lengths(part: EditPart) -> EditDone | None:
    """20和50换成10和30: both averages, where the first two numbers are the lengths that they have."""
    numbers = [int(word.value) for word in part.words if word.kind is Tag.NUMBER]
    if len(numbers) != 4 or any(word.kind not in _PAIR for word in part.words) or not part.has(Tag.SET, Tag.REPLACE):
        return None
    factors = part.draft.document["factors"]
    names = [name for name, factor in factors.items() if factor["type"] in AVERAGES]
    held = {factors[name].get("params", {}).get("period"): name for name in names}
    if len(names) != 2 or set(held) != set(numbers[:2]) or set(numbers[:2]) & set(numbers[2:]):
        return None
    for old, new in zip(numbers[:2], numbers[2:], strict=True):
        factor = factors[held[old]]
        change_factor(part, held[old], {**factor, "params": {**factor["params"], "period": new}})
    return done_with(part, "setting")


def set_volume_times(part: EditPart) -> EditDone | None:
    """放量条件改成1.5倍: how many times its average the volume has to be."""
    kinds = (Tag.SURGE, Tag.VOLUME, Tag.NUMBER, Tag.TIMES, Tag.SET, Tag.TO, Tag.FILTER, Tag.AT_LEAST, Tag.OVER)
    numbers = [plain(word.value) for word in part.words if word.kind is Tag.NUMBER]
    named = part.has(Tag.SURGE, Tag.VOLUME) and part.has(Tag.TIMES) and part.has(Tag.SET)
    if not named or len(numbers) != 1 or any(word.kind not in kinds for word in part.words):
        return None
    found = [level for level in levels_in(part) if level.owners == {"relative_volume"}]
    if len(found) != 1:
        return None
    found[0].body[found[0].key] = numbers[0]
    return done_with(part, "level")


def all_are_needed(part: EditPart) -> EditDone | None:
    """两个条件必须同时满足才买: what was any of them is all of them."""
    acts = {word.value for word in part.words if word.kind is Tag.ACTION}
    others = any(token.kind in (Tag.CONDITION, Tag.DIRECTIVE, Tag.EXIT) for token in part.tokens)
    if others or not acts <= {"buy", "short"} or not _ALL.search(part.text.lower()):
        return None
    return entries_joined(part, "any", "all")
