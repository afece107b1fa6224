"""Edits of the lengths that rules have: of the faster and the slower average, and of breakouts; and what stays."""

from typing import Any

from packages.domain.strategy.words.edits.document_parts import refs_of
from packages.domain.strategy.words.edits.indicators import change_factor, done_with
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_SILENT = (
    Tag.SET, Tag.TO, Tag.TIME_UNIT, Tag.SETTING, Tag.PRONOUN, Tag.DAY_LINE, Tag.INSTEAD, Tag.RULE_WORD, Tag.AND,
    Tag.LINE, Tag.ADD, Tag.REPLACE,
)  # fmt: skip

_OF_AVERAGES = (Tag.NUMBER, Tag.INDICATOR, Tag.AVERAGE, Tag.FILTER)


def unchanged(part: EditPart) -> EditDone | None:
    """止损不变, 别的不动: nothing is asked for."""
    held = [word.value for word in part.words if word.kind is Tag.SYMBOL]
    keeps = bool(held) and {word.kind for word in part.words} <= {Tag.HOLD, Tag.SYMBOL, Tag.AND, Tag.LISTING, Tag.ALSO}
    if keeps and part.has(Tag.HOLD) and set(held) <= set(part.draft.document["universe"]["tickers"]):
        return EditDone("setting")
    numbers = part.has(Tag.NUMBER, Tag.ADD, Tag.REMOVE, Tag.REPLACE, Tag.PERCENT_OF, Tag.SET, Tag.INSTEAD, Tag.DOUBLE)
    return EditDone("setting") if part.has(Tag.SAME) and not numbers else None


def set_faster_or_slower(part: EditPart) -> EditDone | None:
    """快线改成20日: of the two averages that are there."""
    ranks = [rank for word in part.words if (rank := rank_of(word)) is not None]
    numbers = [int(word.value) for word in part.words if word.kind is Tag.NUMBER]
    rest = [word for word in part.words if word.kind not in (*_SILENT, Tag.NUMBER) and rank_of(word) is None]
    factors = part.draft.document["factors"]
    found = sorted(
        (name for name, factor in factors.items() if factor["type"] in AVERAGES),
        key=lambda name: factors[name].get("params", {}).get("period", 0),
    )
    if len(ranks) != 1 or len(numbers) != 1 or rest or len(found) != 2:
        return None
    name = found[0 if ranks[0] == "fast" else 1]
    if any(factors[other].get("params", {}).get("period") == numbers[0] for other in found if other != name):
        return None
    change_factor(part, name, {**factors[name], "params": {**factors[name].get("params", {}), "period": numbers[0]}})
    return done_with(part, "setting")


def set_only_average(part: EditPart) -> EditDone | None:
    """`Use the 50-day instead`, `fifty-day instead of twenty`: of the one average that there is, or that has the old
    length."""
    place = part.place(Tag.INSTEAD)
    numbers = [(at, int(word.value)) for at, word in enumerate(part.words) if word.kind is Tag.NUMBER]
    named = [word for word in part.words if word.kind is Tag.INDICATOR]
    rest = [word for word in part.words if word.kind not in (*_SILENT, *_OF_AVERAGES)]
    factors = part.draft.document["factors"]
    old = [number for at, number in numbers if place is not None and at > place]
    averages = [name for name, factor in factors.items() if factor["type"] in AVERAGES]
    found = [name for name in averages if factors[name].get("params", {}).get("period") in old] if old else averages
    if place is None or rest or len(found) != 1 or not part.has(Tag.TIME_UNIT) or len(numbers) not in (1, 2):
        return None
    held = factors[found[0]]
    if any(str(word.value) != held["type"] for word in named):
        return None
    new = [number for at, number in numbers if at < place]
    if len(new) != 1 or len(old) > 1:
        return None
    change_factor(part, found[0], {**held, "params": {**held.get("params", {}), "period": new[0]}})
    return done_with(part, "setting")


def rank_of(word: Token) -> str | None:
    if word.kind is Tag.OUTPUT and word.value in ("fast", "slow"):
        return str(word.value)
    if word.kind is Tag.INDICATOR and str(word.value).endswith(("@fast", "@slow")):
        return str(word.value).partition("@")[2]
    return None


def set_breakout(part: EditPart) -> EditDone | None:
    """55 day breakout; 20 day exit; 突破周期改到60日: the channel of the way in or out."""
    numbers = [int(word.value) for word in part.words if word.kind is Tag.NUMBER]
    breaks = [word for word in part.words if word.kind in (Tag.BREAKOUT, Tag.CROSS)]
    exits = [word for word in part.words if word.kind is Tag.ACTION and word.value in ("exit", "sell")]
    rest = [
        word
        for word in part.words
        if word.kind not in (*_SILENT, Tag.NUMBER, Tag.EXTREME, Tag.FROM)
        and word not in (*breaks, *exits)
        and not (word.kind is Tag.ACTION and breaks and not part.has(Tag.EXTREME))
    ]
    if len(numbers) != 1 or rest or bool(breaks) is bool(exits) or not 1 < numbers[0] <= 500:
        return None
    sets = any(word.kind is Tag.SET and word.value == "to" for word in part.words) and not part.has(Tag.TIME_UNIT)
    if exits and not sets and not part.has(Tag.SETTING, Tag.EXTREME) and part.words[-1] not in exits:
        return None  # `exit in 10 days` is a time
    role = "exit" if exits else "entry"
    if any(word.value not in ("high", "break", "cross_above") for word in breaks):
        return None
    return _set_channel(part, role, numbers[0])


def _set_channel(part: EditPart, role: str, length: int) -> EditDone | None:
    factors = part.draft.document["factors"]
    kinds = ("highest", "lowest", "donchian")
    found: set[str] = set()

    def look(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
        found.update(name for name in refs_of(atom) if factors.get(name, {}).get("type") in kinds)
        return atom

    part.draft.change_atoms(role, look)
    if len(found) != 1:
        return None
    name = found.pop()
    change_factor(part, name, {**factors[name], "params": {**factors[name].get("params", {}), "period": length}})
    return done_with(part, "setting")
