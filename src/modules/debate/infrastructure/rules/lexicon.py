"""Which side a sentence speaks for, by the words that it uses, Chinese and English.

A marker that names the side ("主要支撑", "What weighs on it") decides. Otherwise words of rise count for the bull and
words of fall for the bear, a word behind a negation for the other side, and comparisons half; even means nothing.
"""

import re
from dataclasses import dataclass

from src.modules.debate.domain.model.enums import Stance

_NOT = r"(?P<not>(?:并未|尚未|没有|不再|未|不|无|(?:\bnot|\bno|\bnever|\bwithout)\s+(?:\w+\s+){0,1}?))?"
_MARKERS = {
    Stance.BULL: r"主要支撑|支撑来自|积极信号来自|利好|有利于"
    r"|what carries\b|support comes from|positive side|good news",
    Stance.BEAR: r"主要拖累|拖累来自|消极信号来自|利空|不利于"
    r"|what weighs on\b|pressure comes from|negative side|bad news",
}
_RISE = (
    r"偏多|看多|看涨|低估|偏积极|改善|向好|扩张|走强|回升|回暖|反弹|站上|超卖|充裕|稳健|强劲|超预期|增持|回购|领先|买入|创新高|提升|升至"
    r"|快线在信号线之上|多方占优|跑赢|偏向上轨|偏强"
    r"|bullish|lean\w* up|undervalued|\bcheap|favou?rabl[ey]|improv\w+|expan\w+|strengthen\w*|recover\w*|rebound\w*"
    r"|oversold|outperform\w*|upside|robust|\bbeats?\b|accelerat\w+|supports valuations|buyback"
    r"|\bup to\b|above its signal|buyers in the lead|ahead of the market|in the upper half|momentum is strong"
)
_FALL = (
    r"偏空|看空|看跌|高估|偏消极|转弱|走弱|恶化|下滑|下降|收缩|承压|亏损|警戒线|减持|违约|诉讼|处罚|立案|减值|质押|卖出|超买|回调"
    r"|失守|跌破|假突破|放缓|低于预期|不及预期|退市|尚未盈利|降至"
    r"|快线不在信号线之上|空方占优|跑输|偏向下轨|偏弱"
    r"|bearish|lean\w* down|overvalued|\bdear\b|unfavou?rabl[ey]|weak\w*|declin\w+|deteriorat\w+|shrink\w*|contract\w*"
    r"|\bloss\w*|warning line|lawsuit|default\w*|fraud|impair\w+|selling|overbought|pullback|false breakouts?|downside"
    r"|slow\w*|miss(?:es|ed)\b|delist\w*|earns nothing|write-downs?|doubtful|存疑|预警线|净流出|未能覆盖|背离线|盈亏线"
    r"|(?<!inflation )alert line|cash out of the door|eats more than|break-even line|short-debt cover line|短债覆盖线"
    r"|\blos(?:es|ing) money|\bdown to\b|sellers in the lead|behind the market|in the lower half"
)
_FALLING_FIGURE = r"(?:同比|增速|增长率|growth)[^，,。;；]{0,24}?\s(?P<minus>[-\u2212]\d)"
# A share that costs less than it is worth speaks for a rise, however little it says by itself.
_SAFETY = r"(?:安全边际为?|margin of safety (?:of|is))\s?"
_COMPARED = {
    1: r"不低于|不少于|(?<!不)高于|at or above|no lower than|(?<!not )(?<!or )\babove\b",
    -1: r"不高于|不超过|(?<!不)低于|not above|(?<!or )\bbelow\b|\bunder the\b",
}
_CALMING = re.compile(
    r"未超过|没有超过|未触及|风险可控|无明显|not above|not beyond|under control|no material", re.IGNORECASE
)
# What is said of the method or of missing data speaks for nobody.
_OF_THE_METHOD = re.compile(
    r"口径评分|缺少可用信息|没有检索到|scored as an? |nothing usable|the search found nothing", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Words:
    pattern: re.Pattern[str]
    worth: float


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_MARKED = {side: _read(pattern) for side, pattern in _MARKERS.items()}
_COUNTED = (
    _Words(_read(f"{_NOT}(?:{_RISE})"), 1.0),
    _Words(_read(f"{_NOT}(?:{_FALL})"), -1.0),
    _Words(_read(_FALLING_FIGURE), -1.0),
    _Words(_read(rf"{_SAFETY}\d"), 0.5),
    _Words(_read(rf"{_SAFETY}[-\u2212]\d"), -0.5),
    *(_Words(_read(pattern), worth / 2) for worth, pattern in _COMPARED.items()),
)


def side_of(sentence: str) -> Stance | None:
    """None: its words speak for neither side."""
    if _OF_THE_METHOD.search(sentence):
        return None
    marked = [side for side, pattern in _MARKED.items() if pattern.search(sentence)]
    if len(marked) == 1:
        return marked[0]
    balance = sum(_worth(words, sentence) for words in _COUNTED)
    if balance == 0:
        return None
    return Stance.BULL if balance > 0 else Stance.BEAR


def calms(sentence: str) -> bool:
    """Whether it says that a line is not crossed, and nothing else that is bad, or is about the method alone."""
    if _OF_THE_METHOD.search(sentence):
        return True
    rest, found = _CALMING.subn("", sentence)
    return found > 0 and side_of(rest) is not Stance.BEAR


def _worth(words: _Words, sentence: str) -> float:
    found = words.pattern.finditer(sentence)
    return sum(-words.worth if match.groupdict().get("not") else words.worth for match in found)
