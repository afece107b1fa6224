"""The number of a document that an edit names: a stop, a target, a time, a size, a level or a period."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from packages.domain.strategy.words.edits.amounts import quantities
from packages.domain.strategy.words.edits.indicators import change_factor, named_in
from packages.domain.strategy.words.edits.lengths import rank_of
from packages.domain.strategy.words.edits.levels import levels_in
from packages.domain.strategy.words.edits.part import EditPart
from packages.domain.strategy.words.edits.trades import NAMED_EXITS
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag

SHARE, LENGTH, LEVEL, OTHER = "share", "length", "level", "other"
_SIZES = ("pct", "cash", "qty", "target")
_PERIODS = ("period", "length", "window")


@dataclass(frozen=True, slots=True)
class EditedNumber:
    """One number with what it counts, where it stands, and how it is set."""

    kind: str
    value: float
    measure: str
    pointer: str
    put: Callable[[Any], None]


def numbers_named(part: EditPart) -> list[EditedNumber]:
    """All that the words may mean; of several that are no twins the edit cannot choose."""
    exits = [word.kind for word in part.words if word.kind in NAMED_EXITS]
    if exits:
        return list(_exits(part, exits[0])) if len(exits) == 1 else []
    if part.has(Tag.SIZE, Tag.RISK, Tag.PORTION, Tag.EQUITY) or _is_said(part, "much"):
        return list(_sizes(part))
    if _says_only_how_much(part):
        return list(_sizes(part))
    if _is_said(part, "long", "longer"):
        return list(_exits(part, Tag.HOLD))
    if _names_period(part):
        return list(_periods(part))
    return list(_levels(part)) if part.has(Tag.SETTING, Tag.INDICATOR, Tag.ACTION, Tag.STATE) else []


_BESIDE_SHARES = {
    Tag.ACTION, Tag.RULE_WORD, Tag.SET, Tag.TO, Tag.ONLY, Tag.PRONOUN, Tag.AND, Tag.PER_TRADE, Tag.ALSO,
}  # fmt: skip
_SHARES = {Tag.PERCENT, Tag.FRACTION, Tag.MULTIPLE, Tag.DOUBLE}


def _says_only_how_much(part: EditPart) -> bool:
    """`Use 20% less`, 加到两倍: a share without a word of what is one of the size; `double it` may be anything."""
    said = quantities(part.words)
    ways = {token.value for token in said if token.kind is Tag.SET}
    acts = {token.value for token in said if token.kind in (Tag.ACTION, Tag.RULE_WORD)}
    kinds = {token.kind for token in said} - _BESIDE_SHARES
    grows = any(token.kind in (Tag.MULTIPLE, Tag.DOUBLE) and token.value > 1 for token in said)
    is_open = grows and part.has(Tag.PRONOUN)
    fits = bool(kinds) and kinds <= _SHARES and acts <= {"buy", "trade"}
    return fits and not is_open and not ways & {"wider", "tighter"}


def _is_said(part: EditPart, *verbs: str) -> bool:
    """`Half as much`, `twice as long`: the word tells of what, where nothing else is named."""
    others = part.has(Tag.INDICATOR, Tag.SETTING, Tag.AVERAGE, Tag.OUTPUT)
    said = {part.quote([word]).lower() for word in part.words if word.kind is Tag.SET}
    return bool(said & set(verbs)) and not others


def _exits(part: EditPart, name: Tag) -> Iterator[EditedNumber]:
    for side, rules in part.draft.sides.items():
        for place, exit_ in enumerate(rules["exits"]):
            if exit_["type"] not in NAMED_EXITS[name]:
                continue
            pointer = f"/trade/{side}/exits/{place}"
            if exit_["type"] == "time_exit":
                yield EditedNumber("time", exit_["bars"], LENGTH, pointer, _putting(exit_, "bars"))
                continue
            distance = exit_["stop"] if "stop" in exit_ else exit_["target"]
            measure = SHARE if distance["kind"] == "pct" else OTHER
            kind = "target" if name is Tag.TAKE_PROFIT else "stop"
            yield EditedNumber(kind, distance["value"], measure, pointer, _putting(distance, "value"))


def _sizes(part: EditPart) -> Iterator[EditedNumber]:
    for side, rules in part.draft.sides.items():
        sizing = rules["position_sizing"]
        key = next(key for key in sizing if key in _SIZES)
        is_share = key in ("pct", "target")
        pointer = f"/trade/{side}/position_sizing"
        yield EditedNumber("size", sizing[key], SHARE if is_share else OTHER, pointer, _putting(sizing, key))


def _names_period(part: EditPart) -> bool:
    """RSI周期, the slow average, the lookback: a length, and not the level beside it."""
    says = any(word.kind is Tag.SETTING and word.value == "period" for word in part.words)
    if any(word.kind is Tag.SETTING and word.value == "level" for word in part.words):
        return False
    ranked = any(rank_of(word) is not None for word in part.words)
    averages = [kind for kind in named_in(part.words) if kind in AVERAGES]
    return says or ranked or bool(averages) or (part.has(Tag.TIME_UNIT) and part.has(Tag.INDICATOR))


def _periods(part: EditPart) -> Iterator[EditedNumber]:
    factors = part.draft.document["factors"]
    for name in _factors_named(part):
        params = factors[name].get("params", {})
        key = next((each for each in _PERIODS if each in params), None)
        if key is not None:
            yield EditedNumber("setting", params[key], LENGTH, f"/factors/{name}", _resizing(part, name, key))


def _factors_named(part: EditPart) -> list[str]:
    factors = part.draft.document["factors"]
    ranks = [rank for word in part.words if (rank := rank_of(word)) is not None]
    averages = sorted(
        (name for name, factor in factors.items() if factor["type"] in AVERAGES),
        key=lambda name: factors[name].get("params", {}).get("period", 0),
    )
    if ranks:
        return [averages[0 if ranks[0] == "fast" else 1]] if len(averages) == 2 else []
    kinds = set(named_in(part.words))
    return [name for name, factor in factors.items() if not kinds or factor["type"] in kinds]


def _levels(part: EditPart) -> Iterator[EditedNumber]:
    for level in levels_in(part):
        yield EditedNumber(
            "level", level.body[level.key], LEVEL, f"/trade/{level.side}", _putting(level.body, level.key)
        )


def _putting(holder: dict[str, Any], key: str) -> Callable[[Any], None]:
    def put(value: Any) -> None:
        holder[key] = value

    return put


def _resizing(part: EditPart, name: str, key: str) -> Callable[[Any], None]:
    def put(value: Any) -> None:
        factor = part.draft.document["factors"][name]
        change_factor(part, name, {**factor, "params": {**factor["params"], key: value}})

    return put
