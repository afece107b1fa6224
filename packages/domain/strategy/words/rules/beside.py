"""What stands beside a stop, a size or an instrument in its part of a sentence, and what that says of it."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_SEPARATORS = (Tag.COMMA, Tag.BREAK, Tag.BULLET)
_JOINED = (*_SEPARATORS, Tag.OR, Tag.AND, Tag.WHEN, Tag.AFTER, Tag.EITHER, Tag.MARK)
_MOST_WORDS = 4
_BEFORE_NAMES = (Tag.ACTION, Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON, Tag.SIZE, Tag.RULE_WORD)
_AFTER_NAMES = (*_SEPARATORS, Tag.WHEN, Tag.CONDITION, Tag.COLON)
_BESIDE = (
    *_SEPARATORS, Tag.AND, Tag.OR, Tag.WHEN, Tag.THEN, Tag.MARK, Tag.ACTION, Tag.CONDITION, Tag.EXIT, Tag.DIRECTIVE,
    Tag.OPPOSITE, Tag.OTHERWISE, Tag.PRONOUN, Tag.ALSO, Tag.SYMBOL, Tag.LISTING, Tag.OPEN, Tag.CLOSE, Tag.SLASH,
    Tag.EITHER, Tag.COLON, Tag.TOPIC, Tag.PER_TRADE, Tag.RULE_WORD, Tag.ONLY, Tag.BOTH, Tag.ADD, Tag.FILTER,
    Tag.UNLESS, Tag.SIZE, Tag.SET, Tag.SETTING, Tag.TO, Tag.CORRECTION,
)  # fmt: skip


def beside_names(segment: list[Token]) -> list[Token]:
    """`Buy emerging markets ETF EEM when …`: words right beside an instrument say what it is, and not when."""
    found: list[Token] = []
    for place, token in enumerate(segment):
        if token.kind is not Tag.DIRECTIVE or token.value.name != "instrument":
            continue
        start, end = place, place + 1
        while start and segment[start - 1].kind is Tag.UNKNOWN:
            start -= 1
        while end < len(segment) and segment[end].kind is Tag.UNKNOWN:
            end += 1
        compared = end < len(segment) and segment[end].kind is Tag.CONDITION and segment[end].value.is_elided
        if compared and end > place + 1:
            continue  # 茅台市盈率低于25: what is compared is the word that is not known
        leads = start == 0 or segment[start - 1].kind in _BEFORE_NAMES
        follows = end == len(segment) or segment[end].kind in _AFTER_NAMES
        found += segment[start:place] if leads and follows and place - start <= _MOST_WORDS else []
        found += segment[place + 1 : end] if leads and follows and end - place <= _MOST_WORDS else []
    return found


def has_exits(segment: list[Token]) -> bool:
    """止盈5%止损5%: nothing but stops and targets."""
    said = [token for token in segment if token.kind not in _JOINED]
    exits = ("stop", "target", "trailing", "time")
    return bool(said) and all(token.kind is Tag.DIRECTIVE and token.value.name in exits for token in said)


def is_another_way_out(segment: list[Token]) -> bool:
    """…，或者10天: a time or an outcome that is listed with the stops before it."""
    said = [token for token in segment if token.kind not in _JOINED]
    joined_by_or = any(token.kind is Tag.OR for token in segment[:2])
    return joined_by_or and bool(said) and all(token.kind is Tag.EXIT for token in said)


def buys_by_size(segment: list[Token]) -> Token | None:
    """`Put $1,000 in every time …`, 站上年线满仓: who says how much at a condition buys then."""
    acts = any(token.kind in (Tag.ACTION, Tag.HOLD, Tag.OTHERWISE, Tag.UNLESS, Tag.NOT) for token in segment)
    if acts or not any(token.kind is Tag.CONDITION for token in segment):
        return None
    return next((token for token in segment if token.kind is Tag.DIRECTIVE and token.value.name == "size"), None)


def has_words_left(segment: list[Token], token: Token) -> bool:
    """Whether words that were not read stand right before or after a stop, a size or a time: `2 somethings stop`."""
    if token.value.name in ("instrument", "timeframe", "direction"):
        return False
    place = segment.index(token)
    after = segment[place + 1 : place + 2]
    if after and after[0].kind is Tag.OPEN:
        after = segment[place + 2 : place + 3]
    return any(each.kind not in _BESIDE for each in [*segment[max(0, place - 1) : place], *after])


def in_order_of_time(segment: list[Token]) -> list[Token]:
    """破下轨再跌6%止损: a stop after something else is no stop from the entry."""
    made = list(segment)
    for place in range(2, len(made)):
        if (
            made[place].kind is Tag.DIRECTIVE
            and made[place - 1].kind is Tag.THEN
            and made[place - 2].kind is Tag.CONDITION
        ):
            made[place] = replace(made[place], kind=Tag.UNKNOWN)
    return made


def only_manages(segment: list[Token]) -> bool:
    """止损5%卖出: the word for selling says nothing more than the stop does."""
    exits = ("stop", "target", "trailing", "time", "reward")
    silent = (Tag.DIRECTIVE, Tag.ACTION, Tag.AND, Tag.OR, Tag.WHEN, Tag.MARK, Tag.PRONOUN, Tag.ALSO, *_SEPARATORS)
    known = all(token.kind in silent for token in segment)
    return known and any(token.kind is Tag.DIRECTIVE and token.value.name in exits for token in segment)
