"""Words that mean one thing or another by what stands beside them."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.colloquial import by_colloquial
from packages.domain.strategy.words.lexing.small_words import WordPlace, by_neighbours
from packages.domain.strategy.words.lexing.talk import by_talk
from packages.domain.strategy.words.lexing.tokens import Tag, Token, first_said, last_said
from packages.domain.strategy.words.lexing.word_senses import by_sense

_SHORT = frozenset("进入出走平跑撤清砍割接追抛退闪溜滚上吸捞跟") | {"out", "in"}
_OF_VERBS = (Tag.RISE, Tag.CROSS, Tag.OVER, Tag.TOUCH, Tag.GOLDEN, Tag.TURN, Tag.RETURN, Tag.NEW, Tag.OUTLOOK)
_LINES = (Tag.LINE, Tag.INDICATOR, Tag.OUTPUT, Tag.ZERO, Tag.DAY_LINE, Tag.NUMBER)
_LINES_OR_PRICE = (Tag.FILLER, Tag.INDICATOR, Tag.OUTPUT, Tag.FIELD, Tag.SYMBOL, Tag.CLOSE, Tag.VOLUME)
_BARS = ("candle", "bar", "the candle", "k线", "日k", "candles")
_MORE = {
    "高": "gt",
    "高出": "gt",
    "大": "gt",
    "强": "gt",
    "多": "gt",
    "低": "lt",
    "低出": "lt",
    "小": "lt",
    "弱": "lt",
    "少": "lt",
}
_RELATIONS = (Tag.OVER, Tag.CROSS, Tag.TOUCH, Tag.FILLER, Tag.TO)
_STOCHASTIC = ("stochastic", "kdj", "stochastic_rsi")
_OF_LINES = (Tag.CROSS, Tag.OVER, Tag.OUTPUT, Tag.GOLDEN, Tag.AND, Tag.RISE, Tag.TOUCH, Tag.TO, Tag.WAY)


def settled(tokens: list[Token], text: str) -> list[Token]:
    """An action of one small word within words that are not known is part of them; K线 beside D线 is a line. `text` is
    in small letters."""
    has_lines = any(_is_stochastic(token) for token in tokens)
    made: list[Token] = []
    for place, token in enumerate(tokens):
        before = made[-1] if made else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        word = text[token.start : token.end].casefold()
        if (
            token.kind is Tag.ACTION
            and word in _SHORT
            and _is_among_unknown(token, before, _past_le(tokens, place, text), word)
        ):
            made.append(replace(token, kind=Tag.UNKNOWN))
        elif (
            other := by_talk(at := WordPlace(token, word, made, _said_after(tokens, place), text))
            or by_colloquial(at)
            or by_sense(at)
            or by_neighbours(at)
            or _by_neighbours(token, before, after, word)
            or _by_far(token, made, after, word, text)
            or _by_last(token, before, after, word)
            or _by_next(token, made, _said_next(tokens, place), word)
        ) is not None:
            made.append(other)
        elif has_lines and word == "k线" and after is not None and after.kind in _OF_LINES:
            made.append(replace(token, kind=Tag.OUTPUT, value="k"))
        else:
            made.append(token)
    return made


def _by_neighbours(token: Token, before: Token | None, after: Token | None, word: str) -> Token | None:
    """一 before a verb is `as soon as`, 上 after a line is above it, `Open:` is an entry, a last `close` an exit."""
    if token.kind is Tag.NUMBER and after is not None and after.kind is Tag.UNKNOWN and after.glued:
        return (
            replace(token, kind=Tag.MODIFIER)
            if after.value not in (*_MORE, "上", "下", "多", "空", "n", "r", "先")
            else None
        )
    is_head = before is None or before.kind in (Tag.BREAK, Tag.BULLET, Tag.COMMA)
    if word == "in" and is_head and after is not None and after.kind is Tag.COLON:
        return replace(token, kind=Tag.ACTION, value="buy")
    ends = after is None or after.kind in (Tag.COMMA, Tag.BREAK, Tag.BULLET)
    if word == "一" and after is not None and after.kind in _OF_VERBS:
        return replace(token, kind=Tag.FILLER)
    if (
        word in ("上", "下")
        and token.glued
        and before is not None
        and before.kind in _LINES
        and not (after is not None and after.kind in (Tag.CROSS, Tag.NUMBER))
    ):
        return replace(token, kind=Tag.PLACE, value="gt" if word == "上" else "lt")
    heads = before is None or before.kind in (Tag.BREAK, Tag.BULLET, Tag.COMMA)
    is_label = after is not None and after.kind is Tag.COLON and heads
    if token.kind is Tag.FIELD and token.value in ("open", "close") and is_label:
        return replace(token, kind=Tag.ACTION, value="buy" if token.value == "open" else "exit")
    begins = before is None or before.kind in (Tag.MARK, Tag.THEN, Tag.OPPOSITE, Tag.WHEN, Tag.COMMA, Tag.GOLDEN)
    if word in ("close", "close position") and ends and begins and before is not None:
        return replace(token, kind=Tag.ACTION, value="exit")
    return None


def _by_far(token: Token, before: list[Token], after: Token | None, word: str, text: str) -> Token | None:
    """比 with 高 or 低 after it compares; 上 alone is to buy after 就 and nothing after a chart; a sign is no `and`."""
    last = before[-1] if before else None
    if word in _MORE and any(text[each.start : each.end] == "比" for each in before[-7:]):
        return replace(token, kind=Tag.PLACE, value=_MORE[word])
    if word == "上" and last is not None and last.kind in (Tag.CHART, Tag.TIMEFRAME, Tag.DAY_LINE):
        return replace(token, kind=Tag.FILLER)
    if word == "上" and last is not None and last.kind is Tag.MARK:
        return replace(token, kind=Tag.ACTION, value="buy")
    if (
        word == "plus"
        and after is not None
        and after.kind is Tag.NUMBER
        and last is not None
        and last.kind in _RELATIONS
    ):
        return replace(token, kind=Tag.SIGN, value=1)
    if word == "should" and (last is None or last.kind in (Tag.BREAK, Tag.COMMA)):
        return replace(token, kind=Tag.WHEN, value=None)
    if (
        word == "past"
        and not any(each.kind is Tag.EXTREME for each in before[-3:])
        and after is not None
        and after.kind is Tag.NUMBER
        and last is not None
        and last.kind in _LINES_OR_PRICE
    ):
        return replace(token, kind=Tag.OVER, value="gt")
    is_kind = token.kind is Tag.SYMBOL and not word.isascii() and after is not None and after.glued
    if (
        is_kind
        and after is not None
        and text[after.start : after.end] in ("股", "板块", "概念", "行业", "价格", "期货价")
    ):
        return replace(token, kind=Tag.UNKNOWN)
    return None


def _by_last(token: Token, last: Token | None, after: Token | None, word: str) -> Token | None:
    """又 between a line and its verb adds nothing, a candle that closes is its close, a last `cut` is an exit."""
    verb = after is not None and after.kind in _OF_VERBS
    crosses = after is not None and after.kind in (Tag.CROSS, Tag.OVER, Tag.TOUCH, Tag.RETURN)
    if word == "再" and crosses and last is not None and last.kind in (*_LINES_OR_PRICE, Tag.LINE, Tag.DAY_LINE):
        return replace(token, kind=Tag.FILLER)
    if word in ("又", "却") and last is not None and last.kind in (Tag.FIELD, Tag.VOLUME, Tag.INDICATOR, Tag.OUTPUT):
        return replace(token, kind=Tag.FILLER)
    if word in ("又", "也", "每次", "each time") and verb and last is not None and last.kind in _LINES_OR_PRICE:
        return replace(token, kind=Tag.FILLER)
    if word in _BARS and after is not None and after.kind in (Tag.OVER, Tag.CROSS, Tag.FIELD, Tag.CANDLE):
        return replace(token, kind=Tag.FILLER)
    ends = after is None or after.kind in (Tag.COMMA, Tag.BREAK)
    if word == "cut" and ends and last is not None:
        return replace(token, kind=Tag.ACTION, value="exit")
    if (
        word == "out"
        and token.kind is Tag.ACTION
        and last is not None
        and last.kind in (Tag.NUMBER, Tag.GO)
        and not ends
    ):
        return replace(token, kind=Tag.UNKNOWN)
    if word == "in" and ends and last is not None and last.kind in (*_LINES, Tag.BREAKOUT, Tag.EXTREME, Tag.GOLDEN):
        return replace(token, kind=Tag.ACTION, value="buy")
    return None


def _said_after(tokens: list[Token], place: int) -> list[Token]:
    return first_said(tokens[at] for at in range(place + 1, len(tokens)))


def _said_next(tokens: list[Token], place: int) -> Token | None:
    return next(iter(_said_after(tokens, place)), None)


def _by_next(token: Token, made: list[Token], after: Token | None, word: str) -> Token | None:
    """`Crosses up` before a line is the verb of a crossing, `x` between two lines as well; 到了30 reaches it."""
    said = [each.kind for each in last_said(made)]
    if after is None:
        return None
    is_verb = token.kind is Tag.GOLDEN and "cross" in word and word.endswith((" up", " down", "side"))
    is_verb = is_verb and not (
        after.kind is Tag.OVER and (after.value in ("gt", "gte")) is (token.value == "cross_below")
    )
    if is_verb and after.kind in (*_LINES, Tag.OVER, Tag.THROUGH, Tag.FIELD, Tag.PRONOUN, Tag.SIGN, Tag.CURRENCY):
        return replace(token, kind=Tag.CROSS)
    if (
        word in ("上", "下")
        and token.kind in (Tag.UNKNOWN, Tag.PLACE)
        and after.kind in (Tag.NUMBER, Tag.SIGN)
        and said
    ):
        return replace(token, kind=Tag.OVER, value="gt" if word == "上" else "lt")
    if word in ("cut", "cuts", "cutting") and after.kind in (*_LINES, Tag.WAY) and said[-1:] != []:
        return replace(token, kind=Tag.CROSS, value="cross")
    if word in ("多", "空") and token.kind is Tag.UNKNOWN and said[-1:] in ([Tag.NUMBER], [Tag.PLACE], [Tag.MARK]):
        return replace(token, kind=Tag.ACTION, value="buy" if word == "多" else "short")
    if word in ("x", "×") and after.kind is Tag.INDICATOR and Tag.INDICATOR in said:
        return replace(token, kind=Tag.CROSS, value="cross")
    if (
        word in ("x", "×")
        and after.kind in (Tag.RISE, Tag.WAY)
        and said[-1:] in ([Tag.COMMA], [Tag.BREAK], [Tag.ACTION])
    ):
        return replace(token, kind=Tag.CROSS, value="cross")
    reached = word == "到了" or (word == "到" and said[-1:] == [Tag.FIELD])
    if reached and after.kind in (Tag.NUMBER, Tag.INDICATOR, Tag.OUTPUT) and said[-1:] != [Tag.TIME_UNIT]:
        return replace(token, kind=Tag.TOUCH, value=None)
    return None


def _past_le(tokens: list[Token], place: int, text: str) -> Token | None:
    """出了利好: the particle after a verb is part of it."""
    rest = tokens[place + 1 : place + 3]
    is_particle = len(rest) == 2 and text[rest[0].start : rest[0].end] in ("了", "着", "过") and rest[0].glued
    return rest[1] if is_particle and rest[1].kind is Tag.UNKNOWN else (rest[0] if rest else None)


def _is_stochastic(token: Token) -> bool:
    return (token.kind is Tag.OUTPUT and token.value == "d") or (
        token.kind is Tag.INDICATOR and token.value in _STOCHASTIC
    )


def _is_among_unknown(token: Token, before: Token | None, after: Token | None, word: str) -> bool:
    is_before = before is not None and before.kind is Tag.UNKNOWN
    is_after = after is not None and after.kind is Tag.UNKNOWN
    if word.isascii():
        return is_before and word in ("out", "in")
    return (is_after and after is not None and after.glued) or (
        is_before and token.glued and after is not None and after.glued and after.kind is Tag.FILLER
    )
