"""What words mean before they have a place in a document: values, conditions, and what was assumed for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Document, Json


@dataclass(frozen=True, slots=True)
class Assumed:
    """A default that was taken because the words gave none; `code` and `params` are worded by the catalogue."""

    code: str
    params: tuple[tuple[str, str], ...] = ()

    @property
    def said(self) -> Message:
        return Message(f"strategy.words.assumed.{self.code}", dict(self.params))

    @property
    def pointer(self) -> str:
        """Where in the document it stands; empty for what is part of a rule."""
        return dict(self.params).get("pointer", "")


def assumed(code: str, **params: object) -> Assumed:
    return Assumed(code, tuple((name, str(value)) for name, value in params.items()))


@dataclass(frozen=True, slots=True)
class Value:
    """Something that can be compared. `scale` says with what: price, volume, level (an indicator's own) or number.
    `more` are others that the same is said of: the 50- and 200-day averages."""

    json: Json
    scale: str
    factors: Mapping[str, Document] = field(default_factory=dict)
    assumed: tuple[Assumed, ...] = ()
    indicator: str = ""
    params: tuple[tuple[str, Any], ...] = ()
    output: str = ""
    extreme: str = ""
    timeframe: str | None = None
    more: tuple["Value", ...] = ()

    def with_lag(self, lag: int) -> "Value":
        """The same some bars earlier; a number has no time."""
        if not isinstance(self.json, dict) or lag == 0:
            return self
        if "ref" not in self.json:
            return replace(self, json={"lag": {"of": self.json, "bars": lag}})
        before = self.json.get("lag", 0)
        return replace(self, json={**self.json, "lag": (before if isinstance(before, int) else 0) + lag})


@dataclass(frozen=True, slots=True)
class Meant:
    """A condition as the document will have it.

    `turns` is True where the direction of the trade decides how it is compared: a return to the middle band is a rise
    for who bought and a fall for who sold short. `is_neutral` when a cross was said without its direction. `closes`
    when the opposite of it ends the trade, as in `long while …`. `is_elided` where its words do not say of what,
    `ends_bare` where its last word is a number, which a word after it may be the unit of.
    """

    json: Document
    factors: Mapping[str, Document] = field(default_factory=dict)
    assumed: tuple[Assumed, ...] = ()
    left: Value | None = None
    right: Value | None = None
    turns: bool = False
    is_neutral: bool = False
    closes: bool = False
    is_elided: bool = False
    ends_bare: bool = False


def compared(left: Value, op: str, right: Value, *more: Assumed, turns: bool = False) -> Meant:
    """A comparison of two values, or the crossing of them where `op` is one."""
    if op in ("cross_above", "cross_below"):
        json: Document = {"cross": {"a": left.json, "op": op, "b": right.json}}
    else:
        json = {"cmp": {"left": left.json, "op": op, "right": right.json}}
    factors, taken = {**left.factors, **right.factors}, (*left.assumed, *right.assumed, *more)
    return Meant(json, factors, tuple(dict.fromkeys(taken)), left, right, turns)


def joined(word: str, parts: Iterable[Meant]) -> Meant:
    """`all` or `any` of some conditions; one alone is itself, and lists inside lists of the same word are one."""
    several = list(parts)
    if len(several) == 1:
        return several[0]
    items: list[Json] = []
    for part in several:
        inside = part.json.get(word)
        more = inside if isinstance(inside, list) else [part.json]
        items.extend(item for item in more if item not in items)
    if len(items) == 1 and isinstance(items[0], dict):
        return several[0]
    factors = {name: factor for part in several for name, factor in part.factors.items()}
    taken = dict.fromkeys(each for part in several for each in part.assumed)
    turns, closes = any(part.turns for part in several), any(part.closes for part in several)
    neutral = any(part.is_neutral for part in several)
    whole = Meant({word: items}, factors, tuple(taken), several[0].left, several[0].right, turns, neutral)
    return replace(whole, closes=closes)


def negated(meant: Meant) -> Meant:
    return replace(meant, json={"not": meant.json})


_TURNED = {"gt": "lt", "lt": "gt", "gte": "lte", "lte": "gte"}
TURNED = {**_TURNED, "eq": "eq", "cross_above": "cross_below", "cross_below": "cross_above"}


def number(value: float) -> Value:
    return Value(int(value) if float(value).is_integer() else value, "number")


def price(name: str, lag: int = 0) -> Value:
    scale = "volume" if name == "volume" else "price"
    return Value({"ref": name, "lag": lag} if lag else {"ref": name}, scale, output=name)


@dataclass(frozen=True, slots=True)
class Directive:
    """One thing that is said of the whole strategy; `name` is stop, target, trailing, time, reward, size, …"""

    name: str
    value: Any
    assumed: tuple[Assumed, ...] = ()
