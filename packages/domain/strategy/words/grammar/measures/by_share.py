"""A price so many percent away from that of an earlier bar: 开盘比昨收高3%, `at least 5% below the previous close`."""

from collections.abc import Sequence

from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.expressions import part_of
from packages.domain.strategy.words.grammar.meanings import Meant, Value, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_FIELDS = ("open", "high", "low", "close")
_LARGEST = 0.9
_WAYS = {"gt": 1, "gte": 1, "lt": -1, "lte": -1}


def _away(found: Found, context: SentenceContext) -> Meant | None:
    values, percent = found.all(Tag.VALUE), found.one(Tag.PERCENT)
    earlier = values[-1]
    now = values[0] if len(values) > 1 else _of_now(earlier)
    way = _way(found)
    if way is None or now is None or not _is_earlier(earlier) or _is_earlier(now) or now.scale != "price":
        return None
    if not isinstance(percent, Percent) or not 0 < percent.value < _LARGEST:
        return None
    op = {(1, True): "gte", (1, False): "gt", (-1, True): "lte", (-1, False): "lt"}[way, _is_at_least(found)]
    return related(now, op, part_of(earlier, 1 + way * percent.value), context)


def _is_earlier(value: Value) -> bool:
    json = value.json
    return isinstance(json, dict) and json.get("ref") in _FIELDS and json.get("lag") == 1


def _of_now(value: Value) -> Value | None:
    json = value.json
    return price(str(json["ref"])) if isinstance(json, dict) and json.get("ref") in _FIELDS else None


def _way(found: Found) -> int | None:
    """Of the word that says where it is, not of the one that says how far."""
    for token in found.tokens:
        if token.kind is Tag.RISE:
            return int(token.value)
    placed = [token for place, token in enumerate(found.tokens) if _is_place(found.tokens, place)]
    return _WAYS.get(str(placed[0].value)) if len(placed) == 1 else None


def _is_place(tokens: Sequence[Token], place: int) -> bool:
    """高3%, 3% lower than; but 3%以上 and `more than 3%` are how far."""
    token = tokens[place]
    before = tokens[place - 1].kind if place else None
    after = tokens[place + 1].kind if place + 1 < len(tokens) else None
    if token.kind is Tag.PLACE:
        return after is Tag.PERCENT
    return token.kind is Tag.OVER and before is Tag.PERCENT and after is Tag.VALUE


def _is_at_least(found: Found) -> bool:
    return found.has(Tag.AT_LEAST) or found.tokens[-1].kind is Tag.PLACE or "gte" in found.all(Tag.OVER)


BY_SHARE: tuple[WordRule[SentenceContext], ...] = (
    WordRule("VALUE VALUE PLACE (OVER | AT_LEAST)? PERCENT (PLACE | OVER)?", Tag.CONDITION, _away),
    WordRule("VALUE VALUE? RISE (OVER | AT_LEAST)? PERCENT PLACE?", Tag.CONDITION, _away),
    WordRule("VALUE (AT_LEAST | OVER)? PERCENT OVER VALUE", Tag.CONDITION, _away),
)
