"""What words say against each other: a topic that leans two ways, and two numbers that a comparison makes equal."""

import re
from collections.abc import Iterator

_TAG = re.compile(r"\s?\[[^\[\]\n]{1,60}\]")
_TOPICS = {
    "trend": r"(?<!OBV )\btrend\b(?! strength)|(?<!OBV )趋势(?!强度)",
    "momentum": r"momentum|动量|动能",
    "volume": r"volume|成交量|量能",
    "volatility": r"volatility|波动",
    "profitability": r"profitability|盈利能力",
    "growth": r"growth quality|成长性",
    "liquidity": r"liquidity|流动性",
}
_LEANS = {
    1: r"bullish|lean(?:s|ing)? (?:up|to buying)|偏多|看多",
    -1: r"bearish|lean(?:s|ing)? (?:down|to selling)|偏空|看空",
    0: r"balanced|undecided|neutral|均衡|中性|不明朗",
}
_CLAUSES = re.compile(r"[;；。:：\n]|\.(?=\s|$)")
_NAMED = {topic: re.compile(name, re.IGNORECASE) for topic, name in _TOPICS.items()}
_LEANING = {lean: re.compile(words, re.IGNORECASE) for lean, words in _LEANS.items()}
_LINE = re.compile(r"(?:bullish|bearish|overvalued|undervalued|看多|看空|高估|低估)\s?(?:line|线|阈值)", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?P<first>[-\u2212]?\d[\d,]*(?:\.\d+)?\s?%?)(?P<between>[^\d.;；。\n]{0,40}?"
    r"(?:\bbelow\b|\babove\b|\bunder\b|\bover\b|(?:lower|higher|less|more) than|低于|高于|超过|不足|跌破|突破)"
    r"[^\d.;；。\n]{0,40}?)(?<![A-Za-z])(?P<second>[-\u2212]?\d[\d,]*(?:\.\d+)?\s?%?)",
    re.IGNORECASE,
)
_OR_EQUAL = re.compile(r"\bnot\b|\bno\b|at or|or equal|不低于|不高于|未超过|没有超过|不超过|未低于", re.IGNORECASE)
_UP = re.compile(r"bullish|undervalued|看多|偏多|低估|看涨", re.IGNORECASE)
# What is beyond a line of the auditor's is a red flag, whichever way it lies.
_DOWN = re.compile(r"bearish|overvalued|看空|偏空|高估|看跌|(?<!inflation )alert line|预警线", re.IGNORECASE)
_TURNED = re.compile(r"\bnot\b|\bno\b|并不|并非|不再|没有|未", re.IGNORECASE)


def plain(text: str) -> str:
    """Without the tags of rows."""
    return _TAG.sub("", text)


def topic_leans(text: str) -> dict[str, set[int]]:
    """Which way each topic leans by the text's own words; a clause that leans two ways says nothing of any."""
    found: dict[str, set[int]] = {}
    for clause in _CLAUSES.split(plain(text)):
        leans = [lean for lean, words in _LEANING.items() if words.search(clause)]
        if len(leans) == 1:
            for topic in [topic for topic, name in _NAMED.items() if name.search(clause)]:
                found.setdefault(topic, set()).add(leans[0])
    return found


def equal_comparisons(text: str) -> Iterator[tuple[str, str]]:
    """Numbers that are said to differ and look the same: `5.0 %, below … 5.0 %`."""
    for match in _COMPARED.finditer(plain(text)):
        first, second = (_same(match[name]) for name in ("first", "second"))
        if first == second and not _OR_EQUAL.search(match["between"]):
            yield match["first"].strip(), match[0].strip()


def one_sided(text: str) -> int:
    """1 or -1 where the words of one side alone are used, and not turned round; 0 otherwise."""
    prose = _LINE.sub("", plain(text))
    up, down = bool(_UP.search(prose)), bool(_DOWN.search(prose))
    if up == down or _TURNED.search(prose):
        return 0
    return 1 if up else -1


def _same(text: str) -> str:
    return text.replace(",", "").replace("\u2212", "-").replace(" ", "")
