"""Words of talk that their neighbours or the whole text decide: `two moving averages`, the most that may be lost."""

import re
from collections.abc import Callable
from dataclasses import replace

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.lexing.small_words import WordPlace
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_OF_THE_ACCOUNT = lazy_pattern(
    r"\b(?:account|equity|capital|portfolio|bankroll)\b|\b(?:per|a|each|every|any|one) (?:single )?(?:trade|position)\b"
    r"|资金|账户|帐户|本金|总仓|每笔|单笔|每次|一次|每单|单次|每把",
    re.IGNORECASE,
)
_PART_ENDS = lazy_pattern(r"[,，;；。\n]|\.\s")
_AFTER_A_NUMBER = lazy_pattern(r"(?<=[\d%％成点])\s*(?:[,，;；。\n]|\.\s)")
_MOST_LOST = ("max loss", "maximum loss", "最大亏损", "最大损失")
_ONE_BAR = {"bar": "bar", "candle": "bar", "day": "day", "session": "day"}
_SEVERAL = ("averages", "moving averages", "smas", "emas", "mas", "simple moving averages", "lines")


def _part_of(at: WordPlace) -> str:
    """The part around a word, up to the end of its number: 20% of the capital may be said in the next one."""
    start = max((found.end() for found in _PART_ENDS.finditer(at.text, 0, at.token.start)), default=0)
    end = _AFTER_A_NUMBER.search(at.text, at.token.end)
    return at.text[start : len(at.text) if end is None else end.start()]


def _of_losses(at: WordPlace) -> Token | None:
    """The most that may be lost is a stop, where nothing says that it is lost of the account."""
    is_stop = at.token.kind is Tag.RISK and at.word in _MOST_LOST and not _OF_THE_ACCOUNT.search(_part_of(at))
    return replace(at.token, kind=Tag.STOP_LOSS) if is_stop else None


def _of_counts(at: WordPlace) -> Token | None:
    """`Two moving averages` counts them, and gives no length of one."""
    several = at.next is not None and at.text[at.next.start : at.next.end] in _SEVERAL
    counts = at.token.kind is Tag.NUMBER and at.token.value in (2, 3) and several
    spelt = at.word.isalpha() or at.heads_clause
    return replace(at.token, kind=Tag.FILLER, value=None) if counts and spelt else None


def _of_bars(at: WordPlace) -> Token | None:
    """`If the last bar fell over 4%` is of one bar, `down 2% or more on the day` of one day."""
    if at.token.kind is Tag.TIME_UNIT and at.follows(Tag.PAST) and at.precedes(Tag.RISE) and at.word in _ONE_BAR:
        return replace(at.token, kind=Tag.DURATION, value=Duration(1, _ONE_BAR[at.word]))
    if at.word in ("on the day", "on the session") and at.follows(Tag.OVER, Tag.PERCENT_SIGN):
        return replace(at.token, kind=Tag.DURATION, value=Duration(1, "day"))
    return None


def _of_ways_out(at: WordPlace) -> Token | None:
    """`RSI>60 close,`: after a level a last `close` is the way out."""
    compares = any(token.kind in (Tag.OVER, Tag.CROSS) for token in at.before[-4:])
    leaves = at.word == "close" and at.token.kind is Tag.FIELD and at.ends and at.follows(Tag.NUMBER) and compares
    return replace(at.token, kind=Tag.ACTION, value="exit") if leaves else None


def _of_stops(at: WordPlace) -> Token | None:
    """止损放2倍ATR, 止盈摆8%: the verb between a stop and its distance says nothing."""
    puts = at.word in ("放", "摆", "给", "挂", "弄") and at.follows(Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING)
    return replace(at.token, kind=Tag.FILLER, value=None) if puts and at.precedes(Tag.NUMBER, Tag.PERCENT_OF) else None


def _of_sides(at: WordPlace) -> Token | None:
    """`A new high, in.` and `… : in.` are to buy; above both lines is above each of them."""
    last = at.before[-1] if at.before else None
    alone = last is not None and last.kind in (Tag.COLON, Tag.COMMA) and at.ends
    if at.word == "in" and alone and len(at.before) > 1:
        return replace(at.token, kind=Tag.ACTION, value="buy")
    joins = at.token.kind is Tag.BOTH and at.follows(Tag.OVER, Tag.CROSS) and at.precedes(Tag.NUMBER, Tag.INDICATOR)
    return replace(at.token, kind=Tag.FILLER, value=None) if joins else None


_RULES: tuple[Callable[[WordPlace], Token | None], ...] = (
    _of_losses,
    _of_counts,
    _of_bars,
    _of_ways_out,
    _of_stops,
    _of_sides,
)


def by_talk(at: WordPlace) -> Token | None:
    """What the word is here; None where it is what the lexicon says."""
    return next((made for rule in _RULES if (made := rule(at)) is not None), None)
