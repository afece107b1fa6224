"""What the words of a sentence call each of its numbers, and whose each number is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.evidence.directions import without_directions
from packages.domain.evidence.lexicon import EXTENSIONS, MEAN_OF, QUALIFIERS, UNKNOWN, Mention, changes_of
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.passages import lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.windows import CLAUSE_END, NumberWindows

# Endings of what Chinese calls figures: 复购率, 客单价, 在手现金. Words that end so and name none stand below.
_ZH_FIGURE = lazy_pattern(r"[\u4e00-\u9fff]{1,8}?[率额量值价比数润入本金流债产益差利效费税盈]")
_ZH_NO_FIGURE = lazy_pattern(
    r"环比|同比|对比|相比|可比|较|均值|数值|前值|价值|估值|读数|分数|个数|多数|少数|半数|大量|产能|基本|成本|资本|资产|差异|差距|有利|不利|顺利"
    r"|盈利|利好|利空|数据|数字|指数|倍数|流动|入手|投入|进入|落入|本期|本机构|本身|本季|本年|益于|受益|价格|金额|总额|费用|税收|变量|产品|产业"
)
_EN_FIGURE = lazy_pattern(
    r"\b(?:margins?|ratios?|yields?|rates?|values?|profits?|incomes?|earnings|revenues?|cash|debt|equity|assets?|costs?|"
    r"expenses?|prices?|volumes?|turnover|factors?|scores?|multiples?|spreads?|coverage|backlog|users?|orders?|"
    r"subscribers?|returns?|dividends?|capex|units?|per \w+)\b",
    re.IGNORECASE,
)
_ACRONYM = lazy_pattern(r"(?<![A-Za-z])[A-Z]{3,6}(?![A-Za-z])")
_MONEY = frozenset({"CNY", "USD", "RMB", "HKD", "EUR", "GBP", "JPY", "USDT", "TTM", "YOY", "QOQ"})


def names_another(gap: str) -> bool:
    """Of a stretch without the names that are known, without periods, companies and tags."""
    rest = without_directions(gap)
    if _EN_FIGURE.search(rest) or any(word not in _MONEY for word in _ACRONYM.findall(rest)):
        return True
    return _ZH_FIGURE.search(_ZH_NO_FIGURE.sub(" ", rest)) is not None


_NOBODY: frozenset[str] = frozenset()
_GLUE = lazy_pattern(r"[ *_`]*(?:的|\(|of |in )?\s?$", re.IGNORECASE)
_QUALIFIED = lazy_pattern(rf"(?:{'|'.join(sorted(QUALIFIERS, key=len, reverse=True))})(?:的|后的|\s)?$", re.IGNORECASE)
_EXTENDED = lazy_pattern(rf"(?:{'|'.join(EXTENSIONS)})|\s(?:margin|ratio|yield|percentile|per share)\b", re.IGNORECASE)
_GROWING = lazy_pattern(r"(?:同比)?(?:增速|增长率|增幅|涨幅|降幅)|\s(?:growth|change)\b", re.IGNORECASE)
_AVERAGED = lazy_pattern(r"(?:的)?(?:均值|平均)")


@dataclass(frozen=True, slots=True)
class Naming:
    """`figures`: what a number is called. `also`: what it may be as well, for its own clause has no name in it.
    `handed`: the name is that of a neighbour. `behind`: it stands behind the number."""

    figures: frozenset[str]
    also: frozenset[str] = _NOBODY
    handed: bool = False
    behind: bool = False


def qualified(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """A word before or behind a name can make another figure of it: 扣非净利润, 净利润率, revenue growth."""
    return [_qualified(text, mention) for mention in mentions]


def _qualified(text: str, mention: Mention) -> Mention:
    if _GROWING.match(text, mention.end):
        return Mention(mention.start, mention.end, changes_of(mention.whats) or frozenset({UNKNOWN}))
    if _AVERAGED.match(text, mention.end):
        return Mention(mention.start, mention.end, frozenset(f"{MEAN_OF}{what}" for what in mention.whats))
    if _EXTENDED.match(text, mention.end) or _QUALIFIED.search(text, max(0, mention.start - 20), mention.start):
        return Mention(mention.start, mention.end, frozenset({UNKNOWN}))
    return mention


def namings(text: str, bare: str, numbers: Sequence[StatedNumber], mentions: Sequence[Mention]) -> list[Naming]:
    """`bare`: the text without names, companies, periods and tags."""
    words = NumberWindows(text, numbers, mentions)
    found: list[Naming] = []
    for index, number in enumerate(numbers):
        gap = bare[numbers[index - 1].stop if index else 0 : number.start]
        found.append(_naming(words, index, number, _Handed(found[-1] if found else Naming(_NOBODY), gap)))
    return _handed_back(found)


@dataclass(frozen=True, slots=True)
class _Handed:
    """The name of the number before, for as long as the words between name nothing else."""

    naming: Naming
    gap: str

    def __bool__(self) -> bool:
        return bool(self.naming.figures) and not names_another(self.gap)


def _naming(words: NumberWindows[Mention], index: int, number: StatedNumber, previous: _Handed) -> Naming:
    if before := words.before(index):
        name = words.dealt(index, before)
        apart = CLAUSE_END.search(words.text, name.end, number.start) is not None
        return Naming(name.whats, previous.naming.figures if apart and previous else _NOBODY)
    if waiting := words.waiting():
        return Naming(waiting.whats)
    behind = words.behind(index)
    if behind and _GLUE.match(words.text, number.stop, behind.start):
        return Naming(words.claim(behind).whats, behind=True)
    if previous:
        return Naming(previous.naming.figures, previous.naming.also, handed=True)
    if behind is None or names_another(previous.gap):
        return Naming(_NOBODY)
    return Naming(words.claim(behind).whats, behind=True)


def _handed_back(namings: list[Naming]) -> list[Naming]:
    """A name behind the last number of a row (12%–15% gross margin) is the first ones' too."""
    result = list(namings)
    for index in range(len(result) - 2, -1, -1):
        if not result[index].figures and result[index + 1].behind:
            result[index] = Naming(result[index + 1].figures, handed=True, behind=True)
    return result


def named_in(text: str, names: Sequence[str]) -> bool:
    """Whether any of these names stands in a text, whatever its case."""
    small = lowered(text)
    return any(name in small for name in names)


_COMPARED = lazy_pattern(
    r"(?:与|跟|较|比|高于|低于|优于|逊于|\b(?:than|with|to|versus|vs\.?|against|above|below))\s?(?:the\s)?$",
    re.IGNORECASE,
)
_BEHIND = lazy_pattern(r"\s*(?:\(|at|for|of|by|in the case of)\s?$", re.IGNORECASE)


def owners(text: str, numbers: Sequence[StatedNumber], mentions: Sequence[Mention]) -> list[frozenset[str]]:
    """Symbols that each number is said to be of; empty where nobody is named."""
    words = NumberWindows(text, numbers, mentions)
    topic: frozenset[str] = frozenset()
    subjects = []
    for index, number in enumerate(numbers):
        before = words.before(index)
        for mention in before:
            topic = topic if _is_compared(text, mention) else mention.whats
        own = _own(words, index, number, before)
        subjects.append(own.whats if own else topic)
    return subjects


def _own(words: NumberWindows[Mention], index: int, number: StatedNumber, before: Sequence[Mention]) -> Mention | None:
    near = [mention for mention in before if _binds(words.text, mention, number)]
    if near:
        return words.dealt(index, near)
    if waiting := words.waiting():
        return waiting
    behind = words.behind(index)
    if behind is None:
        return None
    gap = _BEHIND.match(words.text, number.stop, behind.start)
    if gap and ("(" not in gap.group() or words.text[behind.end : behind.end + 1] == ")"):
        return words.claim(behind)
    return None


def _binds(text: str, mention: Mention, number: StatedNumber) -> bool:
    """What is only compared with binds a number in its own clause: 低于 B 的 12.3%, but not 高于 B，为 15.0%."""
    return not _is_compared(text, mention) or CLAUSE_END.search(text, mention.end, number.start) is None


def _is_compared(text: str, mention: Mention) -> bool:
    return _COMPARED.search(text, max(0, mention.start - 12), mention.start) is not None
