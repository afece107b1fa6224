"""What exactly a question is about: buying, clauses of the rules, the rule of a number."""

from re import IGNORECASE

from packages.domain.evidence.patterns import lazy_pattern

# Asks for what a deployment did, where "why so few trades?" may be about the backtest.
_OF_BUYING = lazy_pattern(
    r"买|下单|开仓|建仓|入场|\b(?:bought|buy\w*|order\w*|enter\w*|open\w*|position)\b", IGNORECASE
)
# The clauses that a question may be about, by the words for them; all of them where it names none.
_CLAUSES = {
    lazy_pattern(r"止损|\bstops?\b|\bstop[- ]loss", IGNORECASE): ("stop", "invalidation"),
    lazy_pattern(r"止盈|目标|\btargets?\b|take[- ]profit", IGNORECASE): ("target",),
    lazy_pattern(r"仓位|头寸|\bsiz(?:e|ing)\b|\bposition\b", IGNORECASE): ("size",),
    lazy_pattern(r"入场|买入|开仓|\bentry\b|\benter\b|\bbuy\b", IGNORECASE): ("entry", "filter", "factor", "level"),
    lazy_pattern(r"出场|卖出|持有|离场|\bexit\b|\bsell\b|\bhold", IGNORECASE): ("invalidation", "horizon"),
}
_NUMBERS = "零一二三四五六七八九十"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_NTH = lazy_pattern(
    rf"第([{_NUMBERS}]|\d{{1,2}})条|\b({'|'.join(_ORDINALS)}|last)\b"
    rf"|(\d{{1,2}})(?:st|nd|rd|th)\b|\brule \D{{0,8}}(\d{{1,2}})",
    IGNORECASE,
)


_PARTS = {
    "stop": lazy_pattern(r"止损|\bstops?\b", IGNORECASE),
    "target": lazy_pattern(r"止盈|目标|\btargets?\b|take[- ]profit", IGNORECASE),
    "entry": lazy_pattern(r"入场|买|开仓|进场|\bentr(?:y|ies)\b|\benter\b|\bbuy\b|\bget in\b", IGNORECASE),
    "exit": lazy_pattern(r"出场|离场|卖|平仓|\bexits?\b|\bsell\b|\bget out\b", IGNORECASE),
}


def part_asked(question: str) -> str:
    """Which part of the rules a question is about; how much goes into a trade where it names no other."""
    return next((part for part, words in _PARTS.items() if words.search(question)), "size")


def is_of_buying(question: str) -> bool:
    return _OF_BUYING.search(question) is not None


def clauses_asked(question: str) -> tuple[str, ...]:
    return next((kinds for words, kinds in _CLAUSES.items() if words.search(question)), ())


def rule_asked(question: str, count: int) -> int | None:
    """The place of a rule among so many, from 0; None where none is named, or there is no such rule."""
    found = _NTH.search(question)
    if found is None:
        return None
    word = next(each for each in found.groups() if each).lower()
    number = count if word == "last" else _number(word)
    return number - 1 if 0 < number <= count else None


def _number(word: str) -> int:
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    return int(word) if word.isdigit() else _NUMBERS.index(word)
