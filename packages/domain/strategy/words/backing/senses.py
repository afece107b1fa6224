"""Whether what was read makes sense as a trade: a rule that nobody means was read from words that mean another one."""

from collections.abc import Iterator, Sequence

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sides import WordedSide
from packages.domain.strategy.words.rules.strictness import words_in

_UP, _DOWN = ("gt", "gte", "cross_above"), ("lt", "lte", "cross_below")
_ENDS_OF_A_BAR = {"high": _UP, "low": _DOWN}
_USUAL_LENGTHS = (5, 10, 20, 30, 50, 60, 100, 120, 150, 200, 250)
_AVERAGES = ("sma", "ema", "wma", "average")


def is_sensible(token: Token, meant: Meant, words: Sequence[Token]) -> bool:
    """One condition by itself."""
    own = words_in([token], list(words))
    if _reaches_over_a_joint(own) or _beats_its_own_bar(meant.json):
        return False
    if _is_of_the_word_before(own, meant, words) or _is_another_line(own, meant, words):
        return False
    return not (_crosses_a_price(own, meant) or _is_length_for_a_price(own, meant, words))


def _is_of_the_word_before(own: Sequence[Token], meant: Meant, words: Sequence[Token]) -> bool:
    """红柱连续三天变长: a row of the price, right after the name of something else that is in no part of it."""
    before = [word for word in words if own and word.end <= own[0].start][-1:]
    is_row = all(factor["type"] == "streak" for factor in meant.factors.values()) and own[:1][0].kind is Tag.STREAK
    return is_row and bool(before) and before[0].kind in (Tag.INDICATOR, Tag.OUTPUT, Tag.POSITIVE, Tag.VOLUME, Tag.LINE)


def _is_another_line(own: Sequence[Token], meant: Meant, words: Sequence[Token]) -> bool:
    """红柱变长买, 变短卖: the line of the MACD, where its bars were spoken of."""
    before = [word for word in words if own and word.start < own[0].start]
    bars = any(word.kind is Tag.POSITIVE or word.value == "histogram" for word in before)
    names = any(word.kind in (Tag.INDICATOR, Tag.OUTPUT) for word in own)
    return bars and not names and ".macd'" in str(meant.json)


def _reaches_over_a_joint(own: Sequence[Token]) -> bool:
    """ADX大于30时用均线金叉: 时 ends what is compared, so nothing is made of words on both sides of it."""
    return any(word.kind is Tag.MARK and word.value == "then" for word in own[1:-1])


def _beats_its_own_bar(json: Json) -> bool:
    """A close above the high of the same bar, or below its low."""
    return any(
        right in _ENDS_OF_A_BAR and left in ("close", "open") and way == (right == "high")
        for left, way, right in compared(json)
    )


def _crosses_a_price(own: Sequence[Token], meant: Meant) -> bool:
    """A golden cross is one of two lines; that of one average leaves the other open."""
    named = any(word.kind is Tag.GOLDEN for word in own)
    lines = [str(factor["type"]) for factor in meant.factors.values()]
    return named and len(lines) == 1 and lines[0] in _AVERAGES


def _is_length_for_a_price(own: Sequence[Token], meant: Meant, words: Sequence[Token]) -> bool:
    """`Price over the 50, 150 and 200 day averages …; sell under the 50`: a price that is the length of an average."""
    if meant.left is None or str(meant.left.json) != "{'ref': 'close'}" or meant.right is None:
        return False
    level = meant.right.json
    if not isinstance(level, int | float) or any(word.kind in (Tag.CURRENCY, Tag.MONEY) for word in own):
        return False
    before = [word for word in words if word.kind is Tag.NUMBER and own and word.start < own[0].start]
    averages = any(word.kind in (Tag.AVERAGE, Tag.DAY_LINE) or word.value in _AVERAGES for word in words)
    return averages and (level in _USUAL_LENGTHS or any(word.value == level for word in before))


def senseless_exits(side: WordedSide) -> Iterator[int]:
    """Ways out that hold whenever their way in does, with the ways in: one of the two was meant otherwise."""
    for entered, entry in side.entries:
        ins = set(compared(entry.json))
        for number, exit_ in side.exits:
            outs = set(compared(exit_.json))
            if outs and "any" not in entry.json and outs <= ins:
                yield from (entered, number)


def compared(json: Json) -> Iterator[tuple[str, bool, str]]:
    """What is compared, whether upwards, and with what; of what is denied nothing."""
    if isinstance(json, list):
        for each in json:
            yield from compared(each)
    elif isinstance(json, dict) and "op" in json:
        op = str(json["op"])
        left, right = json.get("left", json.get("a")), json.get("right", json.get("b"))
        if op in (*_UP, *_DOWN):
            yield _name(left), op in _UP, _name(right)
    elif isinstance(json, dict):
        for word, each in json.items():
            if word != "not":
                yield from compared(each)


def _name(value: Json) -> str:
    return str(value["ref"]) if isinstance(value, dict) and set(value) == {"ref"} else str(value)
