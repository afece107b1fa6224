"""Labels, owners, subjects and titles, which the condition beside them says again: left out, or put beside it."""

from dataclasses import replace
from itertools import pairwise, zip_longest

from packages.domain.strategy.words.grammar.meanings import price
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_LABELS = frozenset(
    {
        Tag.STOP_LOSS,
        Tag.TAKE_PROFIT,
        Tag.TRAILING,
        Tag.SIZE,
        Tag.EQUITY,
        Tag.CHART,
        Tag.TIME_UNIT,
        Tag.HOLD,
        Tag.RISK,
        Tag.REWARD,
        Tag.RULE_WORD,
        Tag.PER_TRADE,
        Tag.VOLATILITY,
        Tag.TIMES,
        Tag.GAIN,
        Tag.LOSS,
        Tag.FILTER,
    }
)
_OF_PRICES = (Tag.CONDITION, Tag.WHEN)
_TITLE_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON)


def without_labels(tokens: list[Token]) -> list[Token]:
    """Without the colons after a label: `size: 20%`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].kind if place + 1 < len(tokens) else None
        heads = token.kind in (Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.SIZE, Tag.GAIN, Tag.LOSS, Tag.RISK)
        if heads and following is Tag.COLON and kept and kept[-1].kind not in _LABELS:
            kept.append(Token(Tag.COMMA, None, token.start, token.start))
        if token.kind is not Tag.COLON or not place or tokens[place - 1].kind not in _LABELS:
            kept.append(token)
    return kept


def without_subjects(tokens: list[Token]) -> list[Token]:
    """The price is what a condition is about that names no other: 股价放量突破60日高点."""
    kept: list[Token] = []
    for token, after in zip_longest(tokens, tokens[1:]):
        if token.kind is Tag.VALUE and token.value == price("close") and after and after.kind in _OF_PRICES:
            continue
        if token.kind is Tag.OPEN and after and after.kind is Tag.CONDITION:
            if kept and _is_assumed(kept[-1]):
                kept.pop()
            if after.value.left is not None and after.value.left.indicator == "relative_volume":
                while kept and kept[-1].kind in (Tag.VOLUME, Tag.MULTIPLE):
                    kept.pop()
            while kept and kept[-1].kind in (
                Tag.STATE,
                Tag.ARRAY,
                Tag.TREND,
                Tag.NOT,
                Tag.PRONOUN,
                Tag.INDICATOR,
                Tag.OUTLOOK,
            ):
                kept.pop()
            kept = _without_vague(kept)
        defines = token.kind is Tag.OVER and token.value == "eq" and after is not None and after.kind is Tag.CONDITION
        if defines and kept and kept[-1].kind is Tag.UNKNOWN:  # `uptrend = price above the 200 SMA`
            kept = _without_vague(kept)
            continue
        kept.append(token)
    return kept


def _without_vague(kept: list[Token]) -> list[Token]:
    """`When it looks cheap (RSI below 30)`: the words before the bracket are told, what is in it is meant."""
    place = len(kept)
    while place and kept[place - 1].kind in (Tag.UNKNOWN, Tag.PRONOUN, Tag.MARK):
        place -= 1
    starts = (Tag.WHEN, Tag.COMMA, Tag.BREAK, Tag.DIRECTIVE, Tag.ACTION, Tag.AND, Tag.BULLET, Tag.COLON)
    begins = place == 0 or kept[place - 1].kind in starts
    return kept[:place] if begins and any(token.kind is Tag.UNKNOWN for token in kept[place:]) else kept


def without_titles(tokens: list[Token]) -> list[Token]:
    """放量阳线：成交量超过5日均量两倍而且收阳: what the words before a colon leave open is said after it."""
    made = list(tokens)
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.kind is not Tag.COLON or after.kind is not Tag.CONDITION:
            continue
        start = next((at + 1 for at in range(place - 1, -1, -1) if tokens[at].kind in _TITLE_ENDS), 0)
        title, rest = tokens[start:place], tokens[place + 1 :]
        end = next((at for at, each in enumerate(rest) if each.kind in (Tag.BREAK, Tag.ACTION)), len(rest))
        said = [each for each in rest[:end] if each.kind is Tag.CONDITION]
        if not title or not said:
            continue
        known = [each.value.json for each in said]
        vague = [each for each in title if each.kind in (Tag.UNKNOWN, Tag.RISE)]
        meant = [each for each in title if each not in vague]
        if meant and all(
            _is_assumed(each) or (each.kind is Tag.CONDITION and each.value.json in known) for each in meant
        ):
            first = replace(rest[0], start=title[0].start) if not vague else rest[0]
            return [*made[:start], first, *without_titles(rest[1:])]
    return made


def with_subjects_together(tokens: list[Token]) -> list[Token]:
    """`The price of AAPL drops`: the instrument stands before its price, so that the price is beside the verb."""
    made = list(tokens)
    for place in range(1, len(made) - 1):
        around = made[place - 1].kind is Tag.FIELD and made[place + 1].kind in (
            Tag.OVER,
            Tag.CROSS,
            Tag.TOUCH,
            Tag.RISE,
        )
        if made[place].kind is Tag.SYMBOL and around:
            made[place - 1], made[place] = made[place], made[place - 1]
    return made


def _is_assumed(token: Token) -> bool:
    """Oversold or a surge of volume at the usual level, which the brackets after it say otherwise."""
    codes = {each.code for each in token.value.assumed} if token.kind is Tag.CONDITION else set()
    return bool(codes & {"level", "volume_average", "aligned_averages"})


def without_owners(tokens: list[Token]) -> list[Token]:
    """`Its 20-day average` is the 20-day average, and who sells sells `it`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].kind if place + 1 < len(tokens) else None
        owns = following in (Tag.DURATION, Tag.INDICATOR, Tag.AVERAGE, Tag.OUTPUT, Tag.VOLUME, Tag.MULTIPLE)
        owned = kept and kept[-1].kind in (Tag.ACTION, Tag.STOP_LOSS, Tag.TRAILING, Tag.TAKE_PROFIT, Tag.HOLD)
        if token.kind is not Tag.PRONOUN or not (owns or (owned and following not in (Tag.OVER, Tag.CROSS))):
            kept.append(token)
    return kept
