"""Readings of which one thing is another than the words say, to see whether the last look refuses them."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.backing.rules import without_unbacked
from packages.domain.strategy.words.grammar.chunks import Chunked, chunked, words_of
from packages.domain.strategy.words.grammar.meanings import TURNED, Directive, Meant
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import cut
from packages.domain.strategy.words.rules.gathering import gathered_from
from packages.domain.strategy.words.rules.sentences import Reading

_OTHERS = {
    "sma": "ema", "ema": "sma", "rsi": "mfi", "mfi": "rsi", "cci": "rsi", "bollinger": "keltner", "macd": "ppo",
    "highest": "lowest", "lowest": "highest", "stochastic": "stochastic_rsi", "kdj": "stochastic", "adx": "plus_di",
}  # fmt: skip
_OUTPUTS = {
    "upper": "lower", "lower": "upper", "middle": "upper", "signal": "histogram", "histogram": "signal", "k": "d",
    "d": "k", "j": "k", "macd": "signal",
}  # fmt: skip
_FIELDS = {"close": "open", "open": "close", "high": "low", "low": "high", "volume": "close"}
_KINDS = {"stop": "target", "target": "stop", "trailing": "stop"}
_MODES = {"pct_equity": "risk_per_trade", "risk_per_trade": "pct_equity"}


@dataclass(frozen=True, slots=True)
class Mutated:
    """What was changed, and the reading with that change."""

    kind: str
    reading: Reading


def heard(text: str, symbols: Callable[[str], str | None] = known_symbol) -> tuple[Chunked, Reading]:
    """As it was gathered, before the last look."""
    chunks = chunked(words_of(cut(text, symbols), keeps_demands=True), "1d")
    return chunks, gathered_from(chunks)


def is_passed(reading: Reading, chunks: Chunked) -> bool:
    """Whether the last look takes nothing back."""
    before = len(reading.unread)
    without_unbacked(reading, chunks)
    return len(reading.unread) == before


def mutations(chunks: Chunked, reading: Reading) -> Iterator[Mutated]:
    """One change each, of every condition, of every rule and of all that was said of the whole."""
    yield from _with_other_conditions(chunks, reading)
    for side, worded in reading.gathered.sides.items():
        for role in ("entries", "filters", "exits"):
            for place, (number, meant) in enumerate(getattr(worded, role)):
                for kind, changed in _joints(meant):
                    yield _with_rule(kind, reading, side, role, place, (number, changed))
                yield _moved(reading, side, role, place)
                yield _dropped(reading, side, role, place)
        if worded.entries or worded.exits:
            yield _on_the_other_side(reading, side)
    yield from _with_other_directives(reading)


def _with_other_conditions(chunks: Chunked, reading: Reading) -> Iterator[Mutated]:
    """As the grammar would have made them, and gathered anew."""
    told = {(token.start, token.end) for clause in reading.clauses for token in clause.tokens}
    for place, token in enumerate(chunks.tokens):
        if isinstance(token.value, Meant) and (token.start, token.end) in told:
            for kind, changed in _conditions(token.value):
                tokens = [*chunks.tokens[:place], replace(token, value=changed), *chunks.tokens[place + 1 :]]
                made = gathered_from(replace(chunks, tokens=tokens))
                if _rules(made) != _rules(reading) and len(made.unread) <= len(reading.unread):
                    yield Mutated(kind, made)


def _with_other_directives(reading: Reading) -> Iterator[Mutated]:
    for place, (number, directive) in enumerate(reading.gathered.directives):
        for kind, changed in _directives(directive):
            made = deepcopy(reading)
            made.gathered.directives[place] = (number, changed)
            yield Mutated(kind, made)
        made = deepcopy(reading)
        del made.gathered.directives[place]
        yield Mutated("dropped directive", made)


def _rules(reading: Reading) -> list[object]:
    return [
        (side, role, str(meant.json), str(meant.factors))
        for side, worded in reading.gathered.sides.items()
        for role in ("entries", "filters", "exits")
        for _, meant in getattr(worded, role)
    ]


def _with_rule(kind: str, reading: Reading, side: str, role: str, place: int, rule: tuple[int, Meant]) -> Mutated:
    made = deepcopy(reading)
    getattr(made.gathered.sides[side], role)[place] = rule
    return Mutated(kind, made)


def _moved(reading: Reading, side: str, role: str, place: int) -> Mutated:
    made = deepcopy(reading)
    worded = made.gathered.sides[side]
    number, meant = getattr(worded, role).pop(place)
    (worded.entries if role == "exits" else worded.exits).append((number, meant))
    made.clauses[number].kind = "entry" if role == "exits" else "exit"
    return Mutated("entry or exit", made)


def _dropped(reading: Reading, side: str, role: str, place: int) -> Mutated:
    """Though its words count as read."""
    made = deepcopy(reading)
    getattr(made.gathered.sides[side], role).pop(place)
    return Mutated("dropped clause", made)


def _on_the_other_side(reading: Reading, side: str) -> Mutated:
    made = deepcopy(reading)
    other = "short" if side == "long" else "long"
    sides = made.gathered.sides
    sides[side], sides[other] = sides[other], sides[side]
    return Mutated("side", made)


def _conditions(meant: Meant) -> Iterator[tuple[str, Meant]]:
    for path, node in _nodes(meant.json):
        for kind, value in _changed(node):
            yield kind, replace(meant, json=_set(meant.json, path, value))
    for name, factor in meant.factors.items():
        for kind, changed in _changed_factor(factor):
            yield kind, replace(meant, factors={**meant.factors, name: changed})
    inside = meant.json.get("not")
    yield "negation", replace(meant, json=inside if isinstance(inside, dict) else {"not": meant.json})


def _joints(meant: Meant) -> Iterator[tuple[str, Meant]]:
    for word, other in (("all", "any"), ("any", "all")):
        parts = meant.json.get(word)
        if isinstance(parts, list):
            yield "and or or", replace(meant, json={other: parts})
            for place in range(len(parts)):
                kept = [part for at, part in enumerate(parts) if at != place]
                [lone, *more] = kept
                whole: Document = lone if isinstance(lone, dict) and not more else {word: list(kept)}
                yield "dropped condition", replace(meant, json=whole)


def _nodes(json: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, json
    if isinstance(json, dict):
        for key, value in json.items():
            yield from _nodes(value, (*path, key))
    elif isinstance(json, list):
        for place, value in enumerate(json):
            yield from _nodes(value, (*path, place))


def _set(json: Any, path: tuple[Any, ...], value: Any) -> Any:
    made = deepcopy(json)
    if not path:
        return value
    inside = made
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return made


def _changed(node: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(node, dict):
        return
    if "op" in node and node["op"] in TURNED and node["op"] != "eq":
        yield "direction", {**node, "op": TURNED[node["op"]]}
        for key in ("right", "b"):
            level = node.get(key)
            if isinstance(level, int | float) and not isinstance(level, bool):
                yield "number", {**node, key: level + 7}
    if "ref" in node:
        name, _, output = node["ref"].partition(".")
        if output in _OUTPUTS:
            yield "line", {**node, "ref": f"{name}.{_OUTPUTS[output]}"}
        if name in _FIELDS:
            yield "price", {**node, "ref": _FIELDS[name]}
        yield "lag", {**node, "lag": node.get("lag", 0) + 3}
    if "multiply" in node:
        line, times = node["multiply"]
        yield "number", {**node, "multiply": [line, times * 1.37]}
    if "within_bars" in node and isinstance(node["within_bars"], int):
        yield "bars", {**node, "within_bars": node["within_bars"] + 7}


def _changed_factor(factor: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "indicator", {**factor, "type": _OTHERS.get(factor["type"], "cci")}
    for name, value in factor.get("params", {}).items():
        if isinstance(value, int | float):
            yield "period", {**factor, "params": {**factor["params"], name: value + 7}}
    yield "timeframe", {**factor, "timeframe": "1w" if factor.get("timeframe") != "1w" else "1h"}


def _directives(directive: Directive) -> Iterator[tuple[str, Directive]]:
    value = directive.value
    if directive.name in _KINDS:
        yield "kind of exit", replace(directive, name=_KINDS[directive.name])
    if directive.name == "instrument":
        yield "instrument", replace(directive, value=("MSFT",) if value[0] != "MSFT" else ("KO",))
    elif directive.name == "timeframe":
        yield "timeframe", replace(directive, value="1w" if value != "1w" else "1h")
    elif directive.name == "time":
        yield "bars", replace(directive, value=value + 7)
    elif isinstance(value, dict):
        for key, number in value.items():
            if isinstance(number, int | float):
                yield "amount", replace(directive, value={**value, key: number * 1.37})
        if value.get("mode") in _MODES:
            yield "kind of size", replace(directive, value={**value, "mode": _MODES[value["mode"]]})
        if value.get("kind") == "pct":
            atr = {"kind": "atr_multiple", "value": value["value"] * 100, "period": 14}
            yield "unit", replace(directive, value=atr)
