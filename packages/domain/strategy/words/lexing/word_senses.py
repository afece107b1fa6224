"""More words that their neighbours decide: 线上 before 穿, `loses more than 8%`, `daily drop`, a buy signal."""

from collections.abc import Callable
from dataclasses import replace

from packages.domain.strategy.words.lexing.small_words import WordPlace
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token, last_said

_LINES = (Tag.INDICATOR, Tag.OUTPUT, Tag.TIME_UNIT, Tag.LINE)
_AMOUNTS = (Tag.OVER, Tag.AT_LEAST, Tag.NUMBER, Tag.SIGN, Tag.PERCENT_OF)
_MEASURED = (Tag.FIELD, Tag.PRONOUN, Tag.VOLUME, Tag.INDICATOR, Tag.OUTPUT)
_NAMED_EVENTS = (Tag.GOLDEN, Tag.STATE, Tag.ARRAY, Tag.TURN, Tag.OUTLOOK)
FLIPS = ("supertrend", "parabolic_sar")
_SIGNALLED = (*FLIPS, "macd")
_ONE_DAY = frozenset(
    [
        "daily",
        "day's",
        "today",
        "today's",
        "the day",
        "日",
        "日内",
        "今天",
        "今日",
        "当天",
        "当日",
        "那天",
        "哪天",
        "哪一天",
        "某天",
        "某一天",
        "any day",
        "单日",
        "a daily",
    ]
)
_STANDING = frozenset(
    [
        "trade",
        "trades",
        "trading",
        "sit",
        "sits",
        "stay",
        "stays",
        "hold",
        "holds",
        "remain",
        "remains",
        "run",
        "runs",
        "running",
        "get",
        "gets",
    ]
)
_RATES = frozenset(
    [
        *["return", "returns", "performance", "change", "move"],
        "收益率",
        "收益",
        "涨跌幅",
        "回报率",
        "回报",
        "涨跌",
        "变动",
        "变化率",
    ]
)
_WAYS_UP = ("turns up", "turn up", "turned up", "turning up", "is turning up", "turns higher")
_WAYS_DOWN = ("turns down", "turn down", "turned down", "turning down", "turns lower")
_PARTS = (Tag.ACTION, Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.SIZE, Tag.INDICATOR, Tag.FILTER)
_GETTING_IN = ("买入", "买进", "进场", "入场", "建仓", "开仓", "买", "持有", "持仓")
_STOCHASTIC = ("kdj", "随机", "stoch", "d线", "d值")


def _of_lines(at: WordPlace) -> Token | None:
    """DIF线上穿 is 上穿, and K线 beside a D line a line."""
    if at.word == "线上" and at.precedes(Tag.CROSS) and _said(at, at.next).startswith("穿") and at.follows(*_LINES):
        return replace(at.token, kind=Tag.LINE, value=None)
    risen = at.follows(Tag.LINE) and _said(at, at.last).endswith("上") and at.token.glued
    if at.token.kind is Tag.CROSS and at.token.value == "cross" and risen:
        return replace(at.token, value="cross_above")
    of_lines = at.precedes(Tag.CROSS, Tag.OVER, Tag.OUTPUT, Tag.GOLDEN, Tag.AND)
    if at.word == "k线" and of_lines and any(word in at.text for word in _STOCHASTIC):
        return replace(at.token, kind=Tag.OUTPUT, value="k")
    if at.word == "k线" and at.precedes(Tag.PLACE, Tag.APPEARS) and not at.follows(Tag.NUMBER):
        return replace(at.token, kind=Tag.FIELD, value="close") if at.precedes(Tag.PLACE) else _silent(at)
    return None


def _of_signals(at: WordPlace) -> Token | None:
    """出现金叉 is 金叉; a buy signal of the Supertrend is its turn."""
    if at.token.kind is Tag.APPEARS and at.precedes(*_NAMED_EVENTS):
        return _silent(at)
    named = next((token for token in reversed(at.before[-4:]) if token.kind is Tag.INDICATOR), None)
    if at.token.kind is Tag.ACTION and named is not None and named.value in _SIGNALLED and _is_signal(at):
        ways = {"buy": 1, "sell": -1, "short": -1, "exit": -1}
        if at.token.value in ways:
            return replace(at.token, kind=Tag.OUTLOOK, value=ways[at.token.value])
    if at.token.kind is Tag.APPEARS and at.precedes(Tag.ACTION) and at.follows(Tag.INDICATOR, Tag.OUTPUT):
        return _silent(at) if at.last is not None and at.last.value in _SIGNALLED else None
    if at.word in ("signal", "信号") and (
        at.follows(Tag.OUTLOOK) or (at.follows(Tag.ACTION) and at.precedes(Tag.COLON))
    ):
        return _silent(at)
    if at.word in (*_WAYS_UP, *_WAYS_DOWN) and at.last is not None and at.last.value in FLIPS:
        return replace(at.token, kind=Tag.OUTLOOK, value=1 if at.word in _WAYS_UP else -1)
    return None


def _is_signal(at: WordPlace) -> bool:
    """`Buy signal`, `goes long`: what the indicator says, where it stands right before it."""
    between = [token.kind for token in at.before[-3:] if token.kind is not Tag.FILLER][-2:]
    beside = between[-1:] == [Tag.INDICATOR] or between == [Tag.INDICATOR, Tag.APPEARS]
    goes = at.word.startswith(("goes ", "turns ", "going "))
    return beside and ("signal" in at.word or "信号" in at.word or goes or _said(at, at.next) in ("signal", "信号"))


def _of_moves(at: WordPlace) -> Token | None:
    """`Loses more than 8%` and `a loss of 8%` over a time, `a daily drop`, `the 5-day return`."""
    amount = at.precedes(Tag.OVER, Tag.AT_LEAST) or _is_percent(at)
    if at.token.kind is Tag.CROSS and at.word in ("lose", "loses", "lost", "losing") and amount:
        return replace(at.token, kind=Tag.RISE, value=-1)
    if at.token.kind is Tag.CROSS and at.word.endswith(" over") and _is_percent(at):
        return replace(at.token, kind=Tag.RISE, value=1 if at.token.value == "cross_above" else -1)
    measured = at.follows(Tag.TIME_UNIT, Tag.DURATION)
    noun = at.word.partition(" ")[0]
    if measured and amount and noun in ("loss", "gain", "losses", "gains"):
        return replace(at.token, kind=Tag.RISE, value=1 if noun.startswith("gain") else -1)
    moves = at.precedes(Tag.RISE, Tag.LOSS, Tag.GAIN) or _said(at, at.next) in _RATES
    moves = moves and (len(at.following) < 2 or at.following[1].kind in (*_AMOUNTS, Tag.POSITIVE))
    if at.word in _ONE_DAY and moves and not at.follows(Tag.NUMBER, Tag.STREAK) and at.token.kind is not Tag.DURATION:
        return replace(at.token, kind=Tag.DURATION, value=Duration(1, "day"))
    if at.word in _RATES and measured and at.precedes(*_AMOUNTS, Tag.POSITIVE, Tag.TURN, Tag.CROSS, Tag.ZERO):
        return replace(at.token, kind=Tag.INDICATOR, value="roc")
    if at.word in ("lower", "higher") and at.follows(Tag.FIELD) and at.precedes(Tag.NUMBER, Tag.STREAK):
        return replace(at.token, kind=Tag.RISE, value=1 if at.word == "higher" else -1)
    return None


def _is_percent(at: WordPlace) -> bool:
    kinds = [token.kind for token in at.following]
    return kinds == [Tag.NUMBER, Tag.PERCENT_SIGN] or kinds[:1] == [Tag.PERCENT_OF]


def _of_comparing(at: WordPlace) -> Token | None:
    """`Trades more than 5% below`, 保持在, `has just crossed`, `negative 100`, 40~60."""
    if at.word in _STANDING and at.precedes(Tag.AT_LEAST, Tag.NUMBER, Tag.OVER) and at.follows(*_MEASURED):
        return _silent(at) if at.token.kind is not Tag.OVER else None
    if at.word in ("shares", "the shares") and at.precedes(Tag.RULE_WORD, Tag.OVER, Tag.CROSS) and at.heads_clause:
        return replace(at.token, kind=Tag.FIELD, value="close")
    if (
        at.word == "just"
        and at.follows(*_MEASURED)
        and at.precedes(Tag.CROSS, Tag.GOLDEN, Tag.OVER, Tag.RISE, Tag.TURN)
    ):
        return _silent(at)
    if at.word == "negative" and at.precedes(Tag.NUMBER):
        return replace(at.token, kind=Tag.SIGN, value=-1)
    if at.word == "~" and at.follows(Tag.NUMBER) and at.precedes(Tag.NUMBER):
        return replace(at.token, kind=Tag.SIGN, value=-1)
    if at.word == "opens" and at.precedes(Tag.OVER, Tag.AT_LEAST, Tag.NUMBER):
        return replace(at.token, kind=Tag.FIELD, value="open")
    if (
        at.word == "量比"
        and at.precedes(Tag.NUMBER)
        and len(at.following) > 1
        and at.following[1].kind is Tag.TIME_UNIT
    ):
        return replace(at.token, kind=Tag.VOLUME, value=None)
    return _worse(at)


def _worse(at: WordPlace) -> Token | None:
    """Worse than −8% is below it, worse than a loss of 8% beyond it."""
    signed = any(token.kind is Tag.SIGN and token.value < 0 for token in [*at.before[-4:], *at.following])
    if at.token.kind is Tag.OVER and at.word in ("or worse", "worse than") and signed:
        return replace(at.token, value={"or worse": "lte", "worse than": "lt"}[at.word])
    return None


def _of_times(at: WordPlace) -> Token | None:
    """`For the last 3 days` lasts, `the previous 20 days` count back, `the prior close` is that of a bar before."""
    lasts = at.token.kind is Tag.PAST and at.text[: at.token.start].endswith(("for the ", "on each of the "))
    if lasts and at.follows(Tag.NUMBER, Tag.ZERO, Tag.INDICATOR, Tag.LINE, Tag.PLACE, Tag.AVERAGE):
        return replace(at.token, kind=Tag.STREAK, value=None)
    if at.token.kind is Tag.PREVIOUS and at.precedes(Tag.NUMBER) and at.word in ("previous", "prior"):
        return replace(at.token, kind=Tag.PAST, value=None)
    if (
        at.token.kind is Tag.PAST
        and at.word in ("prior", "preceding", "last", "前")
        and at.precedes(Tag.FIELD, Tag.EXTREME)
    ):
        beside = at.next is not None and at.next.glued is not at.word.isascii()
        return replace(at.token, kind=Tag.PREVIOUS, value=None) if beside else None
    compares = at.precedes(Tag.PLACE, Tag.RISE, Tag.OVER) or _said(at, at.next) in ("高", "低", "强", "弱")
    counted = at.follows(Tag.TIME_UNIT) and compares
    if at.token.kind is Tag.PAST and at.word == "前" and counted:
        return replace(at.token, kind=Tag.AGO, value=None)
    if at.word == "收" and at.follows(Tag.PREVIOUS):
        return replace(at.token, kind=Tag.FIELD, value="close")
    return None


def _of_trades(at: WordPlace) -> Token | None:
    """`Close at 12%`, `gives back 6%`, 买入后跌5%, 60分钟线, 开两成仓, `everything.`"""
    between = at.text[at.token.end : at.next.start].strip() if at.next is not None else ""
    leaves = (between == "at" and _is_percent(at)) or at.precedes(Tag.AFTER)
    if at.token.kind is Tag.FIELD and at.word == "close" and leaves and at.heads_clause:
        return replace(at.token, kind=Tag.ACTION, value="exit")
    if at.word in ("gives back", "give back", "giving back") and (_is_percent(at) or at.precedes(Tag.OVER)):
        return replace(at.token, kind=Tag.RISE, value=-1)
    return None


def _of_entries(at: WordPlace) -> Token | None:
    """买入后跌5%, 60分钟线, 开两成仓."""
    kinds = [token.kind for token in at.following]
    if at.word in _GETTING_IN and kinds == [Tag.AFTER, Tag.RISE]:
        return _silent(at)
    if at.token.kind is Tag.AFTER and at.before and _said(at, at.before[-1]) in _GETTING_IN and at.precedes(Tag.RISE):
        return _silent(at) if at.before[-1].kind is Tag.FILLER else None
    of_bars = at.follows(Tag.TIME_UNIT) and at.last is not None and at.last.value in ("minute", "hour")
    if at.word == "线" and at.token.glued and (of_bars or at.follows(Tag.TIMEFRAME)):
        return replace(at.token, kind=Tag.CHART, value=None)
    if at.word in ("开", "上", "建", "下") and kinds == [Tag.NUMBER, Tag.TENTHS]:
        return _silent(at)
    return None


def _of_edits(at: WordPlace) -> Token | None:
    """移动止损不要, 出场不动, 从30放到35, `everything.`"""
    if at.word == "不要" and at.ends and at.follows(Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING):
        return replace(at.token, kind=Tag.NOT, value=None)
    if at.token.kind is Tag.CORRECTION and at.word == "不对" and at.token.glued and at.follows(Tag.UNKNOWN):
        return replace(at.token, kind=Tag.UNKNOWN, value=at.word)
    if at.word in ("不动", "不碰", "别碰") and at.ends and at.follows(*_PARTS):
        return replace(at.token, kind=Tag.SAME, value=None) if _begins(at) else None
    is_moved = any(token.kind is Tag.FROM for token in at.before[-4:])
    if at.word == "放到" and at.follows(Tag.NUMBER) and is_moved:
        return replace(at.token, kind=Tag.SET, value="to")
    if at.word == "everything" and at.ends and (at.heads or at.follows(Tag.SIZE)):
        return replace(at.token, kind=Tag.PORTION, value=1.0)
    return None


def _begins(at: WordPlace) -> bool:
    """Whether nothing but one word stands before it in its part."""
    said = [token.kind for token in last_said(at.before)]
    return len(said) == 1 or (len(said) > 1 and said[-2] in (Tag.COMMA, Tag.BREAK))


def _silent(at: WordPlace) -> Token:
    return replace(at.token, kind=Tag.FILLER, value=None)


def _said(at: WordPlace, token: Token | None) -> str:
    return at.text[token.start : token.end] if token is not None else ""


SENSES: tuple[Callable[[WordPlace], Token | None], ...] = (
    _of_lines, _of_signals, _of_moves, _of_comparing, _of_times, _of_trades, _of_entries, _of_edits,
)  # fmt: skip


def by_sense(at: WordPlace) -> Token | None:
    """What the word is here; None where it is what the lexicon says."""
    return next((made for rule in SENSES if (made := rule(at)) is not None), None)
