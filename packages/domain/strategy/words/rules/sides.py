"""The rules of a text gathered by side: when to get in, when to get out, and what was said of stops and sizes."""

from dataclasses import dataclass, field, replace

from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.words.grammar.meanings import TURNED, Assumed, Directive, Meant, joined

LONG, SHORT = "long", "short"
# What is measured without a direction.
STILL = frozenset(
    ["volume", "volume_average", "relative_volume", "volume_zscore", "volume_ratio", "turnover", "adx", "adxr", "dx",
     "atr", "atr_percent", "true_range", "average_range", "range_percent", "chaikin_volatility", "choppiness",
     "standard_deviation", "realised_volatility", "parkinson_volatility", "garman_klass_volatility",
     "rogers_satchell_volatility", "yang_zhang_volatility", "ewma_volatility", "volatility_ratio", "mass_index",
     "efficiency_ratio", "vertical_horizontal_filter", "hurst", "r_squared"]
)  # fmt: skip


@dataclass(slots=True)
class WordedSide:
    """One direction: conditions to get in and out, each with the number of the clause that said it."""

    entries: list[tuple[int, Meant]] = field(default_factory=list)
    filters: list[tuple[int, Meant]] = field(default_factory=list)
    exits: list[tuple[int, Meant]] = field(default_factory=list)

    def entry(self) -> Meant | None:
        if not self.entries:
            return None
        whole = joined("any", [meant for _, meant in self.entries])
        return joined("all", [whole, *(meant for _, meant in self.filters)]) if self.filters else whole


@dataclass(slots=True)
class GatheredRules:
    """Everything that was understood of a text before it is a document."""

    sides: dict[str, WordedSide] = field(default_factory=lambda: {LONG: WordedSide(), SHORT: WordedSide()})
    directives: list[tuple[int, Directive]] = field(default_factory=list)
    assumed: list[Assumed] = field(default_factory=list)
    exit_unread: bool = False

    def named(self, name: str) -> list[tuple[int, Directive]]:
        return [(clause, each) for clause, each in self.directives if each.name == name]


def for_side(meant: Meant, side: str, entry: Document | None = None) -> Meant:
    """A return to a line is from where the trade began; where the entry does not say from which side of it, it is from
    below for who bought and from above for who sold short."""
    below = _began_below(meant.json, entry) if meant.turns and entry is not None else None
    turns = meant.turns and (side == SHORT if below is None else not below)
    return replace(meant, json=_turned(meant.json), turns=False) if turns else meant


def _began_below(back: Document, entry: Document) -> bool | None:
    """Whether the entry was at a lower line of the same bands, or at a lower level of the same oscillator."""
    [(sides, here), *_] = _places(back) or [(("", ""), 0.0)]
    there = {rank for each, rank in _places(entry) if each == sides and rank != here}
    return all(rank < here for rank in there) if there else None


_RANKS = {"lower": 0.0, "middle": 1.0, "upper": 2.0}


def _places(json: Json) -> list[tuple[tuple[str, str], float]]:
    """What is compared with which bands or with numbers, and how high that line or number is."""
    if not isinstance(json, dict):
        return []
    [(kind, body)] = json.items()
    if kind in ("all", "any") and isinstance(body, list):
        return [each for part in body for each in _places(part)]
    if kind not in ("cmp", "cross") or not isinstance(body, dict):
        return []
    left, right = body.get("left", body.get("a")), body.get("right", body.get("b"))
    compared = str(left.get("ref")) if isinstance(left, dict) else ""
    if isinstance(right, int | float):
        return [((compared, ""), float(right))]
    name, _, line = str(right.get("ref")).partition(".") if isinstance(right, dict) else ("", "", "")
    return [(("", name), _RANKS[line])] if line in _RANKS else []


def mirrored(meant: Meant) -> Meant | None:
    """The opposite event: the crossing the other way, the comparison turned round, the other end of an oscillator."""
    json = _mirrored(meant.json, meant)
    return replace(meant, json=json, is_neutral=False) if json is not None else None


def other_way(meant: Meant) -> Meant:
    """Of a cross that was said without its direction: the crossing the other way, wherever it is."""
    return replace(meant, json=_with_crossings_turned(meant.json), is_neutral=False)


def _with_crossings_turned(json: Document) -> Document:
    [(kind, body)] = json.items()
    if kind == "cross" and isinstance(body, dict):
        return {kind: {**body, "op": TURNED[str(body["op"])]}}
    if kind in ("all", "any") and isinstance(body, list):
        return {kind: [_with_crossings_turned(part) if isinstance(part, dict) else part for part in body]}
    return json


def crossed_back(meant: Meant) -> Meant | None:
    """The crossing back of what was compared or crossed; where it was then is not said again."""
    parts = meant.json.get("all")
    crossings = (
        [part for part in parts if isinstance(part, dict) and "cross" in part] if isinstance(parts, list) else []
    )
    if len(crossings) == 1:
        meant = replace(meant, json=crossings[0])
    json = _mirrored(meant.json, meant)
    [(kind, body)] = json.items() if json is not None else [("", None)]
    if kind == "cmp" and isinstance(body, dict):
        op = {"lt": "cross_below", "lte": "cross_below", "gt": "cross_above", "gte": "cross_above"}.get(str(body["op"]))
        return replace(meant, json={"cross": {"a": body["left"], "op": op, "b": body["right"]}}, is_neutral=False)
    return mirrored(meant)


def _mirrored(json: Json, meant: Meant) -> Document | None:
    if not isinstance(json, dict) or len(json) != 1:
        return None
    [(kind, body)] = json.items()
    if kind in ("all", "any") and isinstance(body, list):
        body = [part for part in body if not _is_still(part, meant)] or body
        parts = [_mirrored(part, meant) for part in body]
        known: list[Json] = [part for part in parts if part is not None]
        if len(known) != len(parts):
            return None
        return parts[0] if len(parts) == 1 else {kind: known}
    if kind in ("cmp", "cross") and isinstance(body, dict):
        turned = TURNED.get(str(body["op"]))
        return {kind: {**body, "op": turned}} if turned else None
    return None


def _is_still(part: Json, meant: Meant) -> bool:
    """A strong trend and a high volume have no direction, so that the opposite says nothing of them."""
    [body] = part.values() if isinstance(part, dict) and len(part) == 1 else [None]
    left = body.get("left") if isinstance(body, dict) else None
    if isinstance(body, dict) and not isinstance(body.get("right"), int | float):
        return left == {"ref": "volume"}
    name = str(left.get("ref", "")).partition(".")[0] if isinstance(left, dict) else ""
    return str(meant.factors.get(name, {}).get("type", name)) in STILL


def _turned(json: Document) -> Document:
    def inside(value: Json) -> Json:
        if isinstance(value, list):
            return [inside(each) for each in value]
        if isinstance(value, dict):
            if "op" in value:
                return {**value, "op": {**TURNED}.get(str(value["op"]), value["op"])}
            return {key: inside(each) for key, each in value.items()}
        return value

    made = inside(json)
    return made if isinstance(made, dict) else json
