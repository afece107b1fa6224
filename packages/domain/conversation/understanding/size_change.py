"""How much larger or smaller a person wants to trade: "use 20% less", "only half the money", 只用一半的钱, 少投20%."""

import re

from packages.domain.conversation.understanding.clauses import Clause, requests, settled_idioms
from packages.domain.evidence.patterns import lazy_pattern

_MONEY = r"(?:money|cash|capital|funds?|amount|size|position|stake|investment)"
_ZH_MONEY = r"(?:钱|资金|本金|仓位|头寸|规模|金额|资本)"
_PERCENT = r"(\d{1,3}(?:\.\d+)?)\s?(?:%|percent|per cent)"
_HALF = lazy_pattern(
    rf"\b(?:only|just|use|with|trade|put in|invest)?\s?half (?:of )?(?:the |my |that |as much )?{_MONEY}\b"
    rf"|\bhalf as much\b"
    rf"|\bhalve (?:it|the {_MONEY})\b|\bcut (?:it|the {_MONEY}) in half\b"
    rf"|一半的?{_ZH_MONEY}|{_ZH_MONEY}(?:减|砍)半|{_ZH_MONEY}?只?[用投](?:一半|五成)|减半"
)
_LESS = lazy_pattern(
    rf"\b{_PERCENT} (?:less|smaller|lower|fewer)\b|\b(?:reduce|cut|lower|decrease)\b[^,]{{0,24}}? by {_PERCENT}"
    rf"|(?:少|减少?|降低?)(?:投|用|买|放)?{_PERCENT}|{_ZH_MONEY}[^,。]{{0,4}}(?:少|减少?|降低?){_PERCENT}"
)
_MORE = lazy_pattern(
    rf"\b{_PERCENT} (?:more|larger|bigger)\b|\b(?:increase|raise)\b[^,]{{0,24}}? by {_PERCENT}"
    rf"|(?:多|增加)(?:投|用|买|放)?{_PERCENT}"
)
_SHARE = lazy_pattern(
    rf"\b(?:only|just|use)\b[^,]{{0,12}}?{_PERCENT} of (?:the |my |that )?{_MONEY}|只[用投]{_PERCENT}"
)
_KEPT = lazy_pattern(r"(?:不要?|别|不用|\bnot|n't|\bnever)(?:\W+\w+)?\W*$")
_LARGEST, _SMALLEST = 3.0, 0.05


def size_factor(text: str) -> float | None:
    """What the size is to be multiplied by; None where a message says nothing of it, or nothing sensible."""
    for clause in requests(settled_idioms(text)):
        factor = _factor(clause)
        if factor is not None and factor != 1 and _SMALLEST <= factor <= _LARGEST:
            return factor
    return None


def _factor(clause: Clause) -> float | None:
    if _said(_HALF, clause) is not None:
        return 0.5
    for pattern, sign in ((_LESS, -1), (_MORE, 1)):
        if (share := _percent(pattern, clause)) is not None:
            return round(1 + sign * share, 4)
    return _percent(_SHARE, clause)


def _percent(pattern: re.Pattern[str], clause: Clause) -> float | None:
    found = _said(pattern, clause)
    return None if found is None else float(next(each for each in found.groups() if each)) / 100


def _said(pattern: re.Pattern[str], clause: Clause) -> re.Match[str] | None:
    """What stands in the clause and is not denied by what comes before it; "less" denies nothing here."""
    found = pattern.search(clause.text)
    return None if found is None or _KEPT.search(clause.text[: found.start()]) else found
