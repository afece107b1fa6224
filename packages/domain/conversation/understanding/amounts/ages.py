"""How long by two ages: "started at 20, I'm 41", "since college, I'm 45", 成年就开户，今年三十八."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.amounts.numerals import EN, ZH, Count, counted
from packages.domain.evidence.patterns import lazy_pattern

_AT = r"(?:那年)?(?:就|开始|起|入|开|时)"
_NOW = lazy_pattern(
    rf"\b(?:i'?m|i am|now(?: i'?m)?|(?:just )?turned|age(?:d)?|today i'?m) (?:now |already |pushing "
    rf"|currently )?(?P<en>{EN})\b(?! ?(?:%|percent|pct"
    rf"|years? (?:in|into|deep)|months?|weeks?|days?|k\b|grand|bucks|of|in\b|times"
    rf"|and (?:i )?(?:opened|started|began)))"
    rf"|\b(?P<en2>{EN}) now\b"
    rf"|(?:今年|现在|都|我)(?:我|都|已经)*(?P<zh>{ZH})(?:岁(?!{_AT})|了|$|(?=,))|(?P<zh2>{ZH})岁(?:了|的人)"
    rf"|炒到(?P<zh3>{ZH})",
    re.IGNORECASE | re.ASCII,
)
_THEN = lazy_pattern(
    rf"\b(?:start(?:ed|ing)?|began|trading|traded|investing|since|from|got in|in it)(?: \w+){{0,4}}? (?:at"
    rf"|age|aged|was|turned|i was) "
    rf"(?P<en>{EN})\b|\b(?:i was|when i was|since i was) (?:about |around |like )?(?P<was>{EN})\b"
    rf"|\b(?:on|around|since|after|before) my (?P<birthday>\d{{2}})(?:st|nd|rd|th) birthday\b"
    rf"|\bturned (?P<turned>{EN}) and (?:i )?(?:opened|started|began)"
    rf"|(?P<zh>{ZH})岁{_AT}|(?:^|从)(?P<zh2>{ZH})(?:开始|炒到)",
    re.IGNORECASE | re.ASCII,
)
_STAGES: Mapping[re.Pattern[str], Count] = {
    lazy_pattern(
        r"上?大学|大[一二三四]|本科|\b(?:college|uni|university"
        r"|campus)\b",
        re.IGNORECASE | re.ASCII,
    ): Count(18, 23),
    lazy_pattern(r"高中|成年|\bhigh school\b", re.IGNORECASE | re.ASCII): Count(15, 19),
    lazy_pattern(r"小时候|小学|初中|\b(?:a kid|a child|a teenager|my teens)\b", re.IGNORECASE | re.ASCII): Count(8, 18),
}
_BORN = lazy_pattern(
    r"\b(?:born|newborn|a baby|paternity|maternity|pregnant|expecting)\b|出生|怀(?:他|她|孕|着)|生(?:他|她|娃|孩子|完)",
    re.IGNORECASE,
)
_CHILD = lazy_pattern(
    rf"\b(?:kid|son|daughter|baby|boy|girl|she|he)(?:'s| is| just turned| turned| has turned)(?: now"
    rf"| just)? (?P<en>{EN})"
    rf"(?P<months> months?)?\b(?! (?:years? )?when)|(?:孩子|儿子|女儿|闺女|娃|他|她)(?:今年|现在|都|已经"
    rf"|刚)*(?P<zh>{ZH})(?P<zhm>个月)?岁?(?P<half>半)?",
    re.IGNORECASE | re.ASCII,
)
_OLDEST, _YOUNGEST = 95, 14


def years_by_child(text: str) -> tuple[float, float] | None:
    """Since a child was born: its age. None where no birth is told, or no age."""
    child = _CHILD.search(text) if _BORN.search(text) else None
    word = (child["en"] or child["zh"]) if child else None
    if child is None or word is None or (count := counted(word)).vague or count.high > 40:
        return None
    unit = 1 / 12 if child["months"] or child["zhm"] else 1.0
    more = 0.5 if child["half"] else 0.3 * unit
    return count.low * unit + more, count.high * unit + more


def years_by_age(text: str) -> tuple[float, float] | None:
    """From how many to how many years; None where two ages are not told."""
    now = _age(_NOW, text)
    then = _age(_THEN, text) or next((age for pattern, age in _STAGES.items() if pattern.search(text)), None)
    if now is None or then is None or not _YOUNGEST <= now.low <= _OLDEST or then.high >= now.low:
        return None
    return now.low - then.high, now.high - then.low


def _age(pattern: re.Pattern[str], text: str) -> Count | None:
    for match in pattern.finditer(text):
        word = next((each for each in match.groups() if each), None)
        if word and (count := counted(word)).low >= 8 and not count.vague:
            return count
    return None
