"""Small words that their neighbours decide: `in` at the head of a level, 多 after a line, `change` after a length."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token, last_said

_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.LISTING)
_COMPARED = (
    Tag.NUMBER, Tag.PLACE, Tag.MARK, Tag.INDICATOR, Tag.OUTPUT, Tag.LINE, Tag.EXTREME, Tag.GOLDEN, Tag.TURN, Tag.STATE,
    Tag.DAY_LINE, Tag.POSITIVE, Tag.CANDLE, Tag.ZERO,
)  # fmt: skip
_SUBJECTS = (Tag.FIELD, Tag.VOLUME, Tag.INDICATOR, Tag.OUTPUT)
_SIDES = {"多": "buy", "空": "short"}
_OF_OTHERS = frozenset({"buying", "selling", "shorting", "dumping", "accumulating", "exiting"})
_NEXT_DAY = frozenset({"第二天", "次日", "隔天", "隔日", "第二天开盘", "次日开盘", "next day", "next open"})
_BAND_SIDES = {"bottom": "lower", "top": "upper"}
_BANDS = ("bollinger", "keltner", "donchian")
_WAYS_OUT = ("sell", "exit", "cover", "close_long")
_TODAY = frozenset({"当天", "那天", "单日"})


@dataclass(frozen=True, slots=True)
class WordPlace:
    """A word with the tokens before it and the next two that say something."""

    token: Token
    word: str
    before: Sequence[Token]
    following: Sequence[Token]
    text: str = ""

    @property
    def last(self) -> Token | None:
        return next(iter(last_said(self.before, 1)), None)

    @property
    def next(self) -> Token | None:
        return self.following[0] if self.following else None

    @property
    def ends(self) -> bool:
        return self.next is None or self.next.kind in _ENDS

    @property
    def heads(self) -> bool:
        return self.last is None or self.last.kind in _ENDS

    @property
    def heads_clause(self) -> bool:
        """Whether it stands first in its part, or right after the word for when."""
        return self.heads or self.follows(Tag.WHEN, Tag.AND, Tag.COLON)

    def follows(self, *kinds: Tag) -> bool:
        return self.last is not None and self.last.kind in kinds

    def precedes(self, *kinds: Tag) -> bool:
        return self.next is not None and self.next.kind in kinds


def _as_action(at: WordPlace) -> str | None:
    """The action that a word is, by where it stands."""
    equals = at.last is not None and at.last.kind is Tag.OVER and at.last.value == "eq"
    if at.word == "in" and ((at.ends and equals) or (at.heads and at.precedes(Tag.OVER, Tag.CROSS))):
        return "buy"
    if at.word in _SIDES and at.token.kind is Tag.UNKNOWN and at.follows(*_COMPARED):
        apart = at.next is not None and not at.next.glued
        return _SIDES[at.word] if at.ends or apart else None
    if at.word in ("goes", "go") and at.ends and at.follows(Tag.PRONOUN) and len(at.before) > 1:
        return "exit"
    if at.word == "close" and at.ends and equals:
        return "exit"
    if at.word == "take off" and at.ends and not at.heads:
        return "exit"
    if at.word in ("give up", "gives up") and (at.ends or at.precedes(Tag.AFTER)) and at.before:
        return "exit"
    is_out = at.word in ("don't", "do not") and at.ends and at.follows(Tag.COMMA) and len(at.before) > 1
    return "exit" if is_out else None


def _of_others(at: WordPlace) -> Token | None:
    """`Insiders are selling` says what others do; `no more than 3 trades` counts them."""
    acts = at.token.kind is Tag.ACTION and at.word in _OF_OTHERS and at.follows(Tag.UNKNOWN)
    if acts and at.before[-1].kind is Tag.FILLER:
        return replace(at.token, kind=Tag.UNKNOWN)
    counted = at.token.kind is Tag.RULE_WORD and at.word == "trades" and at.follows(Tag.NUMBER)
    return replace(at.token, kind=Tag.UNKNOWN) if counted else None


def _of_time(at: WordPlace) -> Token | None:
    """第二天买 is when an order is filled anyway; 当天跌幅 is the change of one day."""
    enters = at.next is not None and at.next.kind is Tag.ACTION and at.next.value in ("buy", "short")
    if at.word in _NEXT_DAY and enters:
        return replace(at.token, kind=Tag.FILLER, value=None)
    if at.word in ("on the day", "on the session", "on the week") and at.follows(Tag.PERCENT_SIGN):
        return replace(at.token, kind=Tag.DURATION, value=Duration(1, "week" if "week" in at.word else "day"))
    if at.word in ("trades", "trading", "is trading") and at.precedes(Tag.RISE):
        return replace(at.token, kind=Tag.FILLER, value=None)
    if at.word in _TODAY and at.precedes(Tag.RISE):
        return replace(at.token, kind=Tag.DURATION, value=Duration(1, "day"))
    return None


def _of_lines(at: WordPlace) -> Token | None:
    """图上穿 is 上穿 on a chart, `the bottom Bollinger band` the lower one, `20-day change` a rate of change."""
    upon = at.follows(Tag.CHART) and at.last is not None and at.last.value is None
    if at.token.kind is Tag.CROSS and at.token.value == "cross" and at.token.glued and upon and _ends_up(at):
        return replace(at.token, value="cross_above")
    kinds = [token.kind for token in at.following]
    titles = (Tag.BREAKOUT, Tag.RISE, Tag.RETURN, Tag.TREND)
    if at.token.kind in titles and at.heads and kinds == [Tag.ACTION, Tag.COLON]:
        return replace(at.token, kind=Tag.FILLER)  # `Breakdown short: …` is a heading
    return None


def _of_counts(at: WordPlace) -> Token | None:
    """`Two entries: …`, turtles' 2N, 一个点, `the thirty day one`."""
    if at.token.kind is Tag.NUMBER and at.heads and at.next is not None and at.next.kind is Tag.ACTION:
        counted = at.text[at.next.start : at.next.end] in ("entries", "entry", "exits", "exit")
        return replace(at.token, kind=Tag.FILLER, value=None) if counted else None
    rewards = any(token.kind is Tag.REWARD for token in at.before[-4:])
    if at.word == "比" and rewards and at.follows(Tag.NUMBER) and at.precedes(Tag.NUMBER):
        return replace(at.token, kind=Tag.COLON, value=None)  # 盈亏比3比1
    if at.word == "n" and at.token.glued and at.follows(Tag.NUMBER):
        return replace(at.token, kind=Tag.INDICATOR, value="atr")
    if at.word == "一个" and at.precedes(Tag.PERCENT_SIGN):
        return replace(at.token, kind=Tag.NUMBER, value=1.0)
    if at.word in ("one", "ones") and at.follows(Tag.TIME_UNIT, Tag.INDICATOR):
        return replace(at.token, kind=Tag.LINE, value=None)
    return _line_of_days(at)


def _line_of_days(at: WordPlace) -> Token | None:
    """`Sell at the 50 day` is at the average of fifty days, where `sell after 50 days` is a time."""
    said = last_said(at.before)
    if at.word not in ("day", "week") or [token.kind for token in said] != [Tag.ACTION, Tag.NUMBER] or not at.ends:
        return None
    named = at.text[: said[1].start].endswith("the ") and said[0].value in _WAYS_OUT
    bars = "1d" if at.word == "day" else "1w"
    return replace(at.token, kind=Tag.DAY_LINE, value=bars, glued=True) if named else None


def _of_clauses(at: WordPlace) -> Token | None:
    """碰到MFI低于20, 底背离加金叉, 先低于30, `a week of trading`: words between the parts of a clause."""
    if at.word in ("碰到", "遇到") and [token.kind for token in at.following] == [Tag.INDICATOR, Tag.OVER]:
        return replace(at.token, kind=Tag.WHEN, value=None)
    if at.word == "trading" and at.follows(Tag.DURATION, Tag.TIME_UNIT):
        return replace(at.token, kind=Tag.FILLER, value=None)
    if at.word == "加" and not at.heads and at.precedes(Tag.INDICATOR) and at.follows(Tag.UNKNOWN):
        return replace(at.token, kind=Tag.AND, value=None)
    if at.word == "先" and at.precedes(Tag.OVER, Tag.CROSS, Tag.TOUCH):
        return replace(at.token, kind=Tag.FILLER, value=None)
    if at.word == "k线" and at.heads and at.precedes(Tag.INDICATOR, Tag.OUTPUT) and not _has_stochastic(at.text):
        return replace(at.token, kind=Tag.FILLER, value=None)
    return None


def _of_bands(at: WordPlace) -> Token | None:
    """`The bottom Bollinger band` is the lower one, `20-day change` and `six month return` are rates of change."""
    if at.word in _BAND_SIDES and at.next is not None and at.next.value in _BANDS:
        return replace(at.token, kind=Tag.OUTPUT, value=_BAND_SIDES[at.word])
    if (
        at.word in ("return", "returns", "performance")
        and at.follows(Tag.TIME_UNIT)
        and at.token.kind is not Tag.INDICATOR
    ):
        return replace(at.token, kind=Tag.INDICATOR, value="roc")
    if at.word == "change" and at.follows(Tag.TIME_UNIT) and not at.precedes(Tag.TO, Tag.NUMBER):
        return replace(at.token, kind=Tag.INDICATOR, value="roc")
    return None


def _has_stochastic(text: str) -> bool:
    return any(word in text for word in ("kdj", "随机", "stoch", "d线"))


def _ends_up(at: WordPlace) -> bool:
    return at.last is not None and at.last.end - at.last.start > 1


def _of_settings(at: WordPlace) -> Token | None:
    """`ATR with a 10 period` is ATR (10)."""
    kinds = [token.kind for token in at.following]
    if at.word == "with" and kinds == [Tag.NUMBER, Tag.TIME_UNIT] and _says_period(at, at.following[1]):
        return replace(at.token, kind=Tag.OPEN)
    said = [token.kind for token in last_said(at.before)]
    closes = said == [Tag.OPEN, Tag.NUMBER] and at.token.kind is Tag.TIME_UNIT and _says_period(at, at.token)
    return replace(at.token, kind=Tag.CLOSE, value=None) if closes and not _is_bracket(at) else None


def _says_period(at: WordPlace, token: Token) -> bool:
    return at.text[token.start : token.end] in ("period", "periods", "lookback")


def _is_bracket(at: WordPlace) -> bool:
    opened = next(token for token in reversed(at.before) if token.kind is Tag.OPEN)
    return at.text[opened.start : opened.end] != "with"


def _between(at: WordPlace) -> Token | None:
    """股价同时在60日线以上: within a condition the word joins nothing."""
    silent = at.word in ("同时", "也", "又", "都") and at.token.kind in (Tag.AND, Tag.BOTH)
    return replace(at.token, kind=Tag.FILLER) if silent and at.follows(*_SUBJECTS) and at.token.glued else None


_RULES: tuple[Callable[[WordPlace], Token | None], ...] = (
    _of_others,
    _of_time,
    _of_lines,
    _of_counts,
    _of_clauses,
    _of_bands,
    _of_settings,
    _between,
)


def by_neighbours(at: WordPlace) -> Token | None:
    """What the word is here; None where it is what the lexicon says."""
    action = _as_action(at)
    if action is not None:
        return replace(at.token, kind=Tag.ACTION, value=action)
    return next((made for rule in _RULES if (made := rule(at)) is not None), None)
