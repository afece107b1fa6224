"""What prose says that others wrote, models and callers of the API, by the words that it uses, Chinese and English.

Of a sentence's side, news that are called good or bad decide. Otherwise words of rise count for the bull and words of
fall for the bear, a word behind a negation for the other side, and comparisons half; even means nothing. What our own
experts wrote comes with its points and is not read.
"""

import re
from dataclasses import dataclass

from src.modules.debate.domain.dtos.expert_point import ExitLevel
from src.modules.debate.domain.model.enums import ArgumentStrength, RiskLevel, Stance

_NOT = r"(?P<not>(?:并未|尚未|没有|不再|未|不|无|(?:\bnot|\bno|\bnever|\bwithout)\s+(?:\w+\s+){0,1}?))?"
_MARKERS = {
    Stance.BULL: r"利好|有利于|good news",
    Stance.BEAR: r"利空|不利于|bad news",
}
_RISE = (
    r"偏多|看多|看涨|低估|偏积极|改善|向好|扩张|走强|回升|回暖|反弹|站上|超卖|充裕|稳健|强劲|超预期|增持|回购|领先|买入|创新高|提升|升至"
    r"|金叉|多头|跑赢|偏强"
    r"|bullish|lean\w* up|undervalued|\bcheap|favou?rabl[ey]|improv\w+|expan\w+|strengthen\w*|recover\w*|rebound\w*"
    r"|oversold|outperform\w*|upside|robust|\bbeats?\b|accelerat\w+|supports valuations|buyback"
    r"|golden cross|uptrend|\bup to\b"
)
_FALL = (
    r"偏空|看空|看跌|高估|偏消极|转弱|走弱|恶化|下滑|下降|收缩|承压|亏损|警戒线|减持|违约|诉讼|处罚|立案|减值|质押|卖出|超买|回调"
    r"|失守|跌破|假突破|放缓|低于预期|不及预期|退市|尚未盈利|降至"
    r"|死叉|空头|跑输|偏弱"
    r"|bearish|lean\w* down|overvalued|\bdear\b|unfavou?rabl[ey]|weak\w*|declin\w+|deteriorat\w+|shrink\w*|contract\w*"
    r"|\bloss\w*|warning line|lawsuit|default\w*|fraud|impair\w+|selling|overbought|pullback|false breakouts?|downside"
    r"|slow\w*|miss(?:es|ed)\b|delist\w*|write-downs?|doubtful|存疑|净流出|death cross|downtrend|underperform\w*"
    r"|\blos(?:es|ing) money|\bdown to\b"
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
_GRANTS = re.compile(
    r"^(?:(?:另一方面|不过|但是?)[，,：:]?\s*|(?:on the other hand|however|still|but)\b[,:]?\s*)", re.IGNORECASE
)
# Where a bearish reading would fail is no reason to buy.
_REFUTES = re.compile(
    r"\bprove\b.{0,20}\bwrong\b|\binvalidat\w+|(?:判断|观点|逻辑)(?:就|即|便|将)?(?:失效|不成立|被证伪)", re.IGNORECASE
)
_STATED = re.compile(r"(?:概率|probability)[：:\s]*(高|中|低|high|medium|low)", re.IGNORECASE)
_STATED_LEVEL = {"高": RiskLevel.HIGH, "中": RiskLevel.MEDIUM, "低": RiskLevel.LOW}
_LIKELY = re.compile(r"很可能|大概率|可能性较大|\blikel(?:y|ier)\b", re.IGNORECASE)
_RUIN = re.compile(r"亏损|违约|退市|立案|欺诈|造假|破产|\bloss|default|delist|fraud|bankrupt", re.IGNORECASE)
_LEVEL = re.compile(
    r"(?P<level>(?:第[一二三])?(?P<kind>支撑位|阻力位)|(?:(?:first|second|third) )?(?P<english>support|resistance))"
    r"[^，,。;；]{0,12}?\s(?P<price>\d[\d,]*(?:\.\d+)?\s?(?:[\u4e00-\u9fffA-Z]+/(?:股|share))?)"
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
    marked = [side for side, pattern in _MARKED.items() if pattern.search(sentence)]
    if len(marked) == 1:
        return marked[0]
    balance = sum(_worth(words, sentence) for words in _COUNTED)
    if balance == 0:
        return None
    return Stance.BULL if balance > 0 else Stance.BEAR


def calms(sentence: str) -> bool:
    """Whether it says that a line is not crossed, and nothing else that is bad."""
    rest, found = _CALMING.subn("", sentence)
    return found > 0 and side_of(rest) is not Stance.BEAR


def granted(sentence: str) -> str | None:
    """What it grants the other side, without the words that grant it; None where it grants nothing."""
    bare = _GRANTS.sub("", sentence, count=1)
    return None if bare == sentence else bare


def refutes(sentence: str) -> bool:
    return _REFUTES.search(sentence) is not None


def probability_in(text: str, strength: ArgumentStrength) -> RiskLevel:
    """What it states; otherwise the strength of the argument, and at least MEDIUM where it calls it likely."""
    stated = _STATED.search(text)
    if stated:
        return _STATED_LEVEL.get(stated[1]) or RiskLevel(stated[1].upper())
    if strength is ArgumentStrength.LOW and _LIKELY.search(text):
        return RiskLevel.MEDIUM
    return RiskLevel(strength.value)


def is_ruinous(text: str) -> bool:
    return _RUIN.search(text) is not None


def level_in(text: str) -> ExitLevel | None:
    """The first level of the chart that it names with a price."""
    found = _LEVEL.search(text)
    if found is None:
        return None
    is_ceiling = (found["kind"] or found["english"]) in ("阻力位", "resistance")
    return ExitLevel(kind="resistance" if is_ceiling else "support", name=found["level"], price=found["price"].strip())


def _worth(words: _Words, sentence: str) -> float:
    found = words.pattern.finditer(sentence)
    return sum(-words.worth if match.groupdict().get("not") else words.worth for match in found)
