"""What rules from words are called: by what they do, without a number that a later change would make false."""

from collections.abc import Iterator, Mapping

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from packages.domain.strategy.json_tree import Document, Json, is_number
from packages.domain.strategy.templates import Family, description

_MOST_INDICATORS = 2
_SHORT_TYPE = 5  # characters: RSI, MACD and KDJ are written like that, Bollinger is not
_EXTREMES = frozenset({"highest", "lowest", "donchian"})
_SWINGING = frozenset({"rsi", "stochastic", "kdj", "cci", "mfi", "williams_r", "connors_rsi", "stochastic_rsi", "cmo"})
_AGAINST = {"long": ("lt", "lte"), "short": ("gt", "gte")}
_OF_TEMPLATES = frozenset(description(family, language) for family in Family for language in Language)
_NO_NAME = frozenset({*_EXTREMES, "price"})


def draft_name(document: Document, language: Language) -> str:
    """Such as `RSI rebound on DEMO5`."""
    entries = _entries(document.get("trade"))
    types = list(dict.fromkeys(kind for entry in entries.values() for kind in _types(entry, document)))
    named = [each for each in types if each not in _NO_NAME][:_MOST_INDICATORS]
    symbol = ", ".join(map(str, _tickers(document)[:2]))
    what = _what(entries, types)
    if not named and what != "breakout":
        return say(language, "draft.name_price", symbol=symbol)
    return say(language, f"draft.name_{what}", indicators="/".join(map(_written, named)), symbol=symbol)


def is_draft_name(name: object, document: Document) -> bool:
    """Whether it was generated, in any language, and not the person."""
    return any(name == draft_name(document, language) for language in Language)


def named(document: Document, name: str) -> Document:
    strategy = document.get("strategy")
    return {**document, "strategy": {**(strategy if isinstance(strategy, dict) else {}), "name": name}}


def without_false_description(before: Document, after: Document) -> Document:
    """Without the description of a template whose rules are others by now; a number more or less leaves it true."""
    head = after.get("strategy")
    if not isinstance(head, dict) or head.get("description") not in _OF_TEMPLATES or _shape(before) == _shape(after):
        return after
    return {**after, "strategy": {name: value for name, value in head.items() if name != "description"}}


def _shape(document: Document) -> list[object]:
    """What enters by which indicators."""
    entries = _entries(document.get("trade"))
    compared = [[*part] for entry in entries.values() for part in _parts(entry)]
    return [[*entries], [kind for entry in entries.values() for kind in _types(entry, document)], compared]


def name_of(document: Document) -> Json:
    strategy = document.get("strategy")
    return strategy.get("name") if isinstance(strategy, dict) else None


def _what(sides: Mapping[str, Json], types: list[str]) -> str:
    if _EXTREMES & set(types):
        return "breakout"
    if types and types[0] in _SWINGING and any(_turns(entry, side) for side, entry in sides.items()):
        return "rebound"
    return "cross" if any("cross" in part for entry in sides.values() for part in _parts(entry)) else "plain"


def _turns(entry: Json, side: str) -> bool:
    """Bought while an oscillator is under a level, or sold short while it is over one."""
    bodies = [part.get("cmp") for part in _parts(entry)]
    return any(
        isinstance(body, dict) and is_number(body.get("right")) and body.get("op") in _AGAINST.get(side, ())
        for body in bodies
    )


def _types(entry: Json, document: Document) -> Iterator[str]:
    factors = document.get("factors")
    known = factors if isinstance(factors, dict) else {}
    for part in _parts(entry):
        ref = str(part.get("ref", "")).partition(".")[0]
        factor = known.get(ref)
        if isinstance(factor, dict):
            yield str(factor.get("type"))


def _parts(value: Json) -> Iterator[Document]:
    """Every object in a condition, from the outside."""
    if isinstance(value, dict):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside:
        yield from _parts(each)


def _entries(trade: Json) -> dict[str, Json]:
    """The conditions by side."""
    sides = trade if isinstance(trade, dict) else {}
    entries = {name: side.get("entry") for name, side in sides.items() if isinstance(side, dict)}
    return {name: entry.get("condition") for name, entry in entries.items() if isinstance(entry, dict)}


def _tickers(document: Document) -> list[Json]:
    universe = document.get("universe")
    tickers = universe.get("tickers") if isinstance(universe, dict) else None
    return tickers if isinstance(tickers, list) else []


def _written(kind: str) -> str:
    return kind.upper() if len(kind) <= _SHORT_TYPE else kind.replace("_", " ").capitalize()
