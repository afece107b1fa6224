"""Whether a message tells rules, or how to change them: "make the stop 5%", 把RSI换成MACD, "buy when RSI < 30"."""

import re
from itertools import islice

from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.evidence.patterns import lazy_pattern

_PART = (
    r"止损|止盈|仓位|头寸|阈值|均线|日线|小时线|分钟线|周线|周期|成交量|过滤|条件|规则|杠杆|做空|加仓|减仓"
    r"|移动止损|参数"
    r"|\b(?:rsi|macd|ema|sma|adx|atr|kdj|boll(?:inger)?|vwap|moving averages?|ma\d*|stop(?:[ -]?loss)?s?"
    r"|take[- ]profit|trailing|position(?: size)?|sizing|size|threshold|filter"
    r"|condition|timeframe|chart|volume|leverage|short(?:ing|s)?|entry|exit|lookback|\d+[- ]day|period"
    r"|per trade|indicator|exposure)\b"
)
_DO = (
    r"改成|改[小大高低紧松短长]|改为|改到|调到|调成|换成|换为|换掉|加[个一条上入]|加大|减半|翻倍|去掉|删[掉除]|放宽|收紧|收到"
    r"|提高|降低|设[成为到置]|用[^,。]{0,6}别用|不要|别用|只(?:做多|用|在)|紧一点|松一点|宽一点"
    r"|\b(?:make|set|use|change|move|raise|lower|increase|decrease|reduce|cut|halve|double|add|drop|remove"
    r"|delete|replace|switch|swap|tighten|widen|loosen|put|only|no|limit|cap|bump|trade it)\b"
)
_EDIT = lazy_pattern(
    rf"(?:{_DO})[^,。]{{0,30}}(?:{_PART})|(?:{_PART})[^,。]{{0,12}}(?:{_DO})", re.IGNORECASE | re.ASCII
)
_RULE = lazy_pattern(
    r"\b(?:buy|sell|enter|exit|short|go long)\b[^,。]{0,20}\b(?:when|if|on|once)\b[^,。]{0,40}(?:[<>]"
    r"|\babove\b|\bbelow\b|\bcross|\bbreaks?\b|\d)"
    r"|(?:上穿|下穿|突破|跌破|站上|金叉|死叉|低于|高于|大于|小于|超过|上方|下方|[<>])[^,。]{0,16}(?:时|就"
    r"|才|则)?[^,。]{0,4}(?:买|卖|开仓|平仓|入场|出场|做多|做空)"
    r"|当?[^,。]{0,20}(?:rsi|macd|均线|日线|ema|sma|布林)[^,。]{0,20}(?:买入|卖出|开仓|平仓|才买|就买|就卖|进场|离场)"
    r"|最多拿[^,。]{1,8}就?(?:走|卖|平)",
    re.IGNORECASE | re.ASCII,
)

_LEFT_ALONE = lazy_pattern(
    r"(?:没想好|没决定)[^,。]{0,20}(?:改|换|动|调)"
    r"|(?:别|不要|不用|无需|不必|先不|暂时不|暂不)(?:先|再|急着|要|[把将][^,。]{0,10})*(?:改|换|动|调)"
    r"|\b(?:don't|do not|never|not)\W+(?:\w+\W+)?(?:change|touch|alter|edit|make|set|move|replace|remove)\b"
    r"|\b(?:haven't|have not) decided\b|\bnot sure (?:if|whether|about)\b",
    re.IGNORECASE,
)


def leaves_rules_alone(text: str) -> bool:
    """Whether a part of a message denies or puts off the very change that it names: 别把止损改成3%."""
    return _LEFT_ALONE.search(plain(text)) is not None


def edits_rules(said: Spelling) -> bool:
    """In a statement or a request; a question about the rules changes none."""
    spelling = Spelling(plain(said.text))
    if _RULE.search(spelling.text) and not any(clause.is_question for clause in spelling.clauses):
        return True
    return any(
        clause.is_stated or clause.is_request
        for clause in spelling.clauses
        if any(not _keeps(clause.text, found.start()) for found in islice(_EDIT.finditer(clause.text), 8))
    )


def _keeps(text: str, start: int) -> bool:
    """ "do not change the stop" changes nothing."""
    return bool(
        re.search(
            r"(?:不用|不要|别|无需|不必|don't|do not|never|without)\W*(?:\w+\W+)?$",
            text[max(0, start - 20) : start],
            re.I,
        )
    )
