"""One length of an average for another, said by numbers alone: 把5日换成10日, "change 50 to 30"."""

import re

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.json_tree import Document

_AVERAGES = frozenset({"sma", "ema", "wma", "hma", "dema", "tema", "kama"})
_ZH = lazy_pattern(
    r"(?:把|将)?\s*(?P<old>\d{1,3})\s*[日天]?线?\s*(?:换成|改成|改为|变成|换为|换)\s*(?P<new>\d{1,3})\s*[日天]?线?[吧。!！\s]*"
)
_EN = lazy_pattern(
    r"(?:please )?(?:change|swap|replace|switch|turn|make) (?:the )?"
    r"(?P<old>\d{1,3})(?:[- ]days?)?(?: (?:average|s?ma))?"
    r"(?: (?:to|for|with|into|by))? (?:an? |the )?(?P<new>\d{1,3})(?:[- ]days?)?(?: (?:average|s?ma))?[.!\s]*",
    re.IGNORECASE,
)


def named_average(text: str, document: Document) -> str:
    """The same with the average named, where the old number is the length of one and of nothing else; else ""."""
    zh, en = _ZH.fullmatch(text.strip()), _EN.fullmatch(text.strip())
    said = zh or en
    if said is None or document.get("timeframe") != "1d" or not _is_of_one_average(int(said["old"]), document):
        return ""
    if zh:
        return f"把{said['old']}日均线换成{said['new']}日均线"
    return f"replace the {said['old']}-day average with the {said['new']}-day average"


def _is_of_one_average(number: int, document: Document) -> bool:
    kinds = [str(factor.get("type")) for factor in _factors(document) if number in _settings(factor)]
    return len(kinds) == 1 and kinds[0] in _AVERAGES


def _factors(document: Document) -> list[Document]:
    factors = document.get("factors")
    return [one for one in factors.values() if isinstance(one, dict)] if isinstance(factors, dict) else []


def _settings(factor: Document) -> list[object]:
    params = factor.get("params")
    return list(params.values()) if isinstance(params, dict) else []
