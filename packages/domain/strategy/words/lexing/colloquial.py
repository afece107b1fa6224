"""How people talk among themselves, by neighbours: 卖光, 10w, `2R`, `on volume`, `red, sell`, `25 days tops`."""

import re
from collections.abc import Callable
from dataclasses import replace

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.lexing.small_words import WordPlace
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_HAN = lazy_pattern(r"[一-鿿]", re.NOFLAG)
_DONE = frozenset("掉光完净") | {"出去", "一空", "了事"}
_COLOURS = {"green": 1, "red": -1, "绿": -1, "红": 1, "翠绿": -1}
_FLIPS = ("supertrend", "parabolic_sar")


def _of_verbs(at: WordPlace) -> Token | None:
    """全卖掉, 平光: what comes of the verb is part of it."""
    done = at.word in _DONE and at.token.glued and at.follows(Tag.ACTION)
    return replace(at.token, kind=Tag.FILLER, value=None) if done else None


def _of_amounts(at: WordPlace) -> Token | None:
    """每次拿10w is a hundred thousand; `2R` is a target of twice the stop; `25 days tops` is the most."""
    counted = at.token.glued and at.follows(Tag.NUMBER)
    bars = at.precedes(Tag.CHART, Tag.INDICATOR, Tag.FIELD, Tag.EXTREME, Tag.DAY_LINE)
    if at.word == "w" and counted and not bars and _HAN.search(at.text):
        return replace(at.token, kind=Tag.THOUSANDS, value=10_000)
    if at.word == "r" and counted:
        return replace(at.token, kind=Tag.REWARD, value="r")
    if at.word == "tops" and at.follows(Tag.TIME_UNIT, Tag.DURATION) and at.ends:
        return replace(at.token, kind=Tag.AT_MOST, value=None)
    return None


def _of_volume(at: WordPlace) -> Token | None:
    """`A new high on volume twice its average` asks for both."""
    joins = at.word in ("on", "amid") and at.precedes(Tag.VOLUME, Tag.SURGE)
    kinds = [token.kind for token in at.following]
    adds = (
        at.word == "加"
        and not at.heads
        and at.token.glued
        and (kinds == [Tag.NUMBER, Tag.CANDLE] or kinds[:1] == [Tag.CANDLE])
    )
    if adds:
        return replace(at.token, kind=Tag.AND, value=None)
    return (
        replace(at.token, kind=Tag.AND, value=None)
        if joins and not (at.heads_clause or at.follows(Tag.ACTION))
        else None
    )


def _of_money(at: WordPlace) -> Token | None:
    """10% of cash is a part of the account; `enter on the open` is when an order is filled anyway."""
    held = (
        at.word in ("cash", "in cash")
        and at.token.kind is Tag.ACTION
        and at.follows(Tag.PERCENT_SIGN, Tag.FRACTION, Tag.NUMBER)
    )
    if held and at.text[: at.token.start].rstrip().lower().endswith((" of", " in", "my", "available", "%")):
        return replace(at.token, kind=Tag.EQUITY, value=None)
    filled = at.token.kind is Tag.FIELD and at.token.value == "open" and at.follows(Tag.ACTION, Tag.SYMBOL)
    if filled and (at.ends or at.precedes(Tag.AFTER, Tag.WHEN)) and at.last is not None:
        between = at.text[at.last.end : at.token.start].split()
        return replace(at.token, kind=Tag.FILLER, value=None) if between[:1] in (["on"], ["at"]) else None
    return None


def _of_ways_out(at: WordPlace) -> Token | None:
    """`Out when it's not`, `close when it crosses below`."""
    denied = at.token.kind is Tag.NOT and at.ends and at.follows(Tag.PRONOUN, Tag.WHEN) and len(at.before) > 1
    if denied:
        return replace(at.token, kind=Tag.OPPOSITE, value="not")
    leaves = (
        at.word == "close" and at.token.kind is Tag.FIELD and at.heads and at.precedes(Tag.WHEN) and bool(at.before)
    )
    on_a_cross = at.precedes(Tag.CROSS, Tag.GOLDEN, Tag.OPPOSITE) and at.text[at.token.end :].lower().startswith(" on ")
    leaves = leaves or (at.word == "close" and at.heads and on_a_cross and bool(at.before))
    leaves = leaves or (at.word == "close" and at.ends and at.text[: at.token.start].lower().endswith((" i ", " we ")))
    return replace(at.token, kind=Tag.ACTION, value="exit") if leaves else None


def _of_joints(at: WordPlace) -> Token | None:
    """`w volume`, `2x+`, 50日线不在200日线上方: small marks between the parts of a condition."""
    if (
        at.word == "w"
        and at.token.kind is Tag.UNKNOWN
        and at.precedes(Tag.VOLUME, Tag.INDICATOR, Tag.SURGE)
        and not at.heads
    ):
        return replace(at.token, kind=Tag.AND, value=None)
    if at.token.kind is Tag.SIGN and at.word == "+" and at.token.glued and at.follows(Tag.TIMES, Tag.MULTIPLE):
        return replace(at.token, kind=Tag.OVER, value="gte")
    stands = (
        at.word == "不在"
        and at.token.kind is Tag.OPPOSITE
        and at.precedes(Tag.NUMBER, Tag.INDICATOR, Tag.OUTPUT, Tag.ZERO)
    )
    return replace(at.token, kind=Tag.NOT, value=None) if stands else None


def _of_colours(at: WordPlace) -> Token | None:
    """`Supertrend goes green buy, red sell`: the colour alone is what the lines of before turn to, or are."""
    if at.word not in _COLOURS or at.token.kind is not Tag.UNKNOWN:
        return None
    named = any(token.kind is Tag.INDICATOR and token.value in _FLIPS for token in at.before)
    stands = at.follows(Tag.WHEN, Tag.COMMA, Tag.BREAK, Tag.COLON, Tag.ACTION) and (at.ends or at.precedes(Tag.ACTION))
    if not named or not stands:
        return None
    turns = next((abs(token.value) for token in reversed(at.before) if token.kind is Tag.OUTLOOK), 2)
    return replace(at.token, kind=Tag.OUTLOOK, value=_COLOURS[at.word] * turns)


_RULES: tuple[Callable[[WordPlace], Token | None], ...] = (
    _of_verbs,
    _of_amounts,
    _of_volume,
    _of_money,
    _of_ways_out,
    _of_joints,
    _of_colours,
)


def by_colloquial(at: WordPlace) -> Token | None:
    """What the word is here; None where it is what the lexicon says."""
    return next((made for rule in _RULES if (made := rule(at)) is not None), None)
