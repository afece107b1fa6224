"""Edits of the indicators that rules compare: another one, other settings, another level, or none."""

from typing import Any

from packages.domain.strategy.words.edits.document_parts import refs_of
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.crosses import PAIRS
from packages.domain.strategy.words.grammar.lines import line
from packages.domain.strategy.words.grammar.meanings import Assumed, Meant, Value, assumed, compared, number
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.grammar.states import LEVELS
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sides import mirrored

SETTING_TAGS = (
    Tag.INDICATOR,
    Tag.NUMBER,
    Tag.SET,
    Tag.SETTING,
    Tag.TO,
    Tag.COMMA,
    Tag.LISTING,
    Tag.SLASH,
    Tag.OPEN,
    Tag.CLOSE,
)
_SILENT = (Tag.SET, Tag.TO, Tag.PRONOUN, Tag.SETTING, Tag.FILTER, Tag.INSTEAD, Tag.CHART, Tag.LINE)


def types_of(part: EditPart) -> dict[str, str]:
    return {str(name): str(factor["type"]) for name, factor in part.draft.document["factors"].items()}


def done_with(part: EditPart, kind: str, *assumptions: Assumed) -> EditDone:
    return EditDone(kind, f"/trade/{part.sides[0]}", assumptions)


def named_in(words: list[Token]) -> list[str]:
    return [str(word.value).partition("@")[0] for word in words if word.kind is Tag.INDICATOR]


def replace_indicator(part: EditPart, old: list[Token], new: list[Token]) -> EditDone | None:
    """One average for another, one period for another, or one oscillator for another with its customary rule."""
    olds, news = part.chunks(old), part.chunks(new)
    old_values = [token.value for token in olds if isinstance(token.value, Value)]
    new_values = [token.value for token in news if isinstance(token.value, Value)]
    conditions = [token.value for token in news if isinstance(token.value, Meant)]
    if any(word.kind is Tag.UNKNOWN for word in [*old, *new]):
        return None
    if len(conditions) == 1 and len(named_in(old)) == 1:
        return _by_condition(part, named_in(old)[0], conditions[0])
    if len(old_values) == 1 and len(new_values) == 1:
        one, other = old_values[0], new_values[0]
        if {one.indicator, other.indicator} <= AVERAGES or one.indicator == other.indicator:
            return _swap_factor(part, one, other)
    if len(named_in(old)) == 1 and len(named_in(new)) == 1:
        return _swap_types(part, named_in(old)[0], named_in(new)[0])
    return None


def _swap_factor(part: EditPart, old: Value, new: Value) -> EditDone | None:
    """Of the factors that are the old one, name and settings change; what refers to them stays."""
    factors = part.draft.document["factors"]
    period = dict(old.params).get("period")
    found = [
        name
        for name, factor in factors.items()
        if factor["type"] == old.indicator and factor.get("params", {}).get("period", period) == period
    ]
    if not found:
        return None
    for name in found:
        source = {key: value for key, value in factors[name].get("params", {}).items() if key == "source"}
        [made] = new.factors.values()
        params = made["params"] if isinstance(made["params"], dict) else {}
        change_factor(part, name, {**made, "params": {**source, **params}})
    return done_with(part, "replace")


def change_factor(part: EditPart, name: str, factor: Any) -> None:
    """A factor changes in place, under a name that tells what it is now."""
    draft = part.draft
    del draft.document["factors"][name]
    numbers = [str(value).replace(".", "p") for key, value in factor["params"].items() if key != "source"]
    wanted = "_".join([factor["type"], *numbers])[:60]
    for role in ("entry", "exit"):
        for _, holder in draft.conditions(role):
            holder["condition"] = draft.with_factors(
                _pointing(holder["condition"], name, wanted), {wanted: factor} if _mentions(holder, name) else {}
            )


def _mentions(holder: Any, name: str) -> bool:
    return f"'{name}'" in str(holder) or f"'{name}." in str(holder)


def _pointing(json: Any, old: str, new: str) -> Any:
    if isinstance(json, list):
        return [_pointing(each, old, new) for each in json]
    if not isinstance(json, dict):
        return json
    made = {key: _pointing(each, old, new) for key, each in json.items()}
    if isinstance(json.get("ref"), str):
        name, dot, output = json["ref"].partition(".")
        made["ref"] = f"{new if name == old else name}{dot}{output}"
    return made


def _swap_types(part: EditPart, old: str, new: str) -> EditDone | None:
    if old in AVERAGES and new in AVERAGES:
        return _swap_averages(part, old, new)
    types = types_of(part)
    if old not in types.values() or old == new:
        return None
    changed = 0
    for role in ("entry", "exit"):

        def change(side: str, atom: dict[str, Any], role: str = role) -> dict[str, Any] | None:
            if not any(types.get(name) == old for name in refs_of(atom)):
                return atom
            meant = _customary(new, is_in=(role == "entry") is (side == "long"), crosses="cross" in atom)
            return part.draft.with_factors(meant.json, meant.factors) if meant is not None else atom

        changed += part.draft.change_atoms(role, change)
    return done_with(part, "replace", assumed("customary_rule", indicator=new)) if changed else None


def swap_average_kind(part: EditPart) -> EditDone | None:
    """Use exponential averages instead, 改用指数均线: all averages, with the lengths they have."""
    kinds = named_in(part.words)
    silent = (*_SILENT, Tag.INDICATOR, Tag.REPLACE, Tag.AVERAGE, Tag.RULE_WORD)
    if len(kinds) != 1 or kinds[0] not in AVERAGES or any(word.kind not in silent for word in part.words):
        return None
    alone = len(part.words) == 1 and part.quote(part.words).lower().endswith(("averages", "ones", "均线"))
    if not alone and not part.has(Tag.SET, Tag.INSTEAD, Tag.REPLACE):
        return None
    olds = {str(factor["type"]) for factor in part.draft.document["factors"].values()} & AVERAGES - {kinds[0]}
    done = [_swap_averages(part, old, kinds[0]) for old in olds]
    return done[0] if done else None


def _swap_averages(part: EditPart, old: str, new: str) -> EditDone | None:
    factors = part.draft.document["factors"]
    found = [name for name, factor in factors.items() if factor["type"] == old]
    for name in found:
        change_factor(part, name, {**factors[name], "type": new})
    return done_with(part, "replace") if found else None


def _customary(kind: str, *, is_in: bool, crosses: bool = False) -> Meant | None:
    """How an indicator is usually traded: its lines cross, or it comes from an extreme; a cross stays a cross."""
    context = SentenceContext()
    if kind in PAIRS and (kind not in LEVELS or crosses):
        value = indicator_value(kind, [], context, PAIRS[kind][0])
        op = "cross_above" if is_in else "cross_below"
        return compared(line(value, PAIRS[kind][0]), op, line(value, PAIRS[kind][1])) if value is not None else None
    if kind in LEVELS:
        value = indicator_value(kind, [], context, "k" if kind in PAIRS else None)
        low, high = LEVELS[kind]
        if value is None:
            return None
        return compared(value, "lt", number(low)) if is_in else compared(value, "gt", number(high))
    return None


def _by_condition(part: EditPart, old: str, meant: Meant) -> EditDone | None:
    types = types_of(part)

    def change(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
        if not any(types.get(name) == old for name in refs_of(atom)):
            return atom
        made: dict[str, Any] = part.draft.with_factors(meant.json, meant.factors)
        return made

    turned = mirrored(meant)

    def turn(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
        if turned is None or not any(types.get(name) == old for name in refs_of(atom)):
            return atom
        made: dict[str, Any] = part.draft.with_factors(turned.json, turned.factors)
        return made

    changed = part.draft.change_atoms("entry", change)
    part.draft.change_atoms("exit", turn)
    return done_with(part, "replace", *meant.assumed) if changed else None


def set_level(part: EditPart) -> EditDone | None:
    """RSI threshold 25 instead of 30; RSI condition to 30: the level of the rule that has the indicator."""
    kinds = named_in(part.words)
    numbers = [plain(word.value) for word in part.words if word.kind is Tag.NUMBER]
    if part.has(Tag.TIME_UNIT, Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.ADD, Tag.REMOVE) or len(kinds) > 1:
        return None
    is_level = any(word.kind is Tag.SETTING and word.value == "level" for word in part.words)
    takes_other = part.has(Tag.INSTEAD) and len(numbers) == 2 and (not kinds or kinds[0] in LEVELS)
    acts = part.has(Tag.ACTION) and not kinds and len(numbers) == 1 and not part.has(Tag.OPEN)
    is_level = (
        is_level
        or takes_other
        or acts
        or (
            bool(kinds)
            and (kinds[0] in LEVELS or kinds[0] == "adx")
            and not part.has(Tag.SETTING)
            and part.has(Tag.SET, Tag.TO)
        )
    )
    rest = [
        word
        for word in part.words
        if word.kind not in (*SETTING_TAGS, Tag.INSTEAD, Tag.FROM, Tag.ACTION, Tag.STATE, Tag.LINE)
    ]
    if not is_level or rest or len(numbers) not in (1, 2) or part.has(Tag.OPEN):
        return None
    old = None
    if len(numbers) == 2:
        new, old = (numbers[1], numbers[0]) if part.has(Tag.FROM) or not part.has(Tag.INSTEAD) else numbers
    else:
        new = numbers[0]
    return _relevel(part, kinds[0] if kinds else None, new, old)


def _relevel(part: EditPart, kind: str | None, new: Any, old: Any) -> EditDone | None:
    """The one level it can be: that which was named, or that on the same side of the middle."""
    types = types_of(part)
    actions = {word.value for word in part.words if word.kind is Tag.ACTION}
    states = [word.value for word in part.words if word.kind is Tag.STATE]
    changed = 0
    for role in ("entry", "exit"):
        if actions and (role == "exit") is bool(actions & {"buy", "short"}):
            continue

        def change(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
            [(word, body)] = atom.items()
            key = "right" if word == "cmp" else "b"
            if word == "ref" or not isinstance(body[key], int | float):
                return atom
            owners = [types.get(name) for name in refs_of(atom)]
            if (kind is not None and kind not in owners) or (old is not None and body[key] != old):
                return atom
            if old is None and not _same_half(owners, body[key], new, states):
                return atom
            return {word: {**body, key: new}}

        changed += part.draft.change_atoms(role, change)
    return done_with(part, "level") if changed == 1 else None


def _same_half(owners: list[str | None], old: float, new: float, states: list[str]) -> bool:
    kind = next((owner for owner in owners if owner in LEVELS), None)
    if kind is None:
        return True
    middle = sum(LEVELS[kind]) / 2
    if states:
        return (old < middle) is (states[0] == "low")
    return (old < middle) is (new < middle)
