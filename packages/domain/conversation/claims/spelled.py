"""Writes numbers that are spelled out in digits: ninety percent, 三成五, 九割五分, two point four, nine out of ten.

English, Chinese and Japanese; only where a unit, a trade or the name of a result says that a number is meant.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from packages.domain.conversation.understanding.amounts.numerals import counted
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_ONE = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_SMALL = (
    rf"(?:{_ONE}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty"
    r"|forty|fifty|sixty|seventy|eighty|ninety|zero)"
)
_PLAIN = rf"{_SMALL}(?:[- ]{_ONE})?"
_EN = (
    rf"\b(?:(?:an? |{_PLAIN}[- ])(?:hundred|thousand)(?:[- ](?:and )?{_PLAIN})?|{_PLAIN})"
    rf"(?: and a half| point(?: {_SMALL})+)?\b"
)
_SIGNS = "零〇一二两三四五六七八九"
_ZH = rf"[{_SIGNS}十百千]+(?:点[{_SIGNS}]+)?"
_PARTS: Mapping[str, int] = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_PART = rf"\b(?P<count>an?|{_ONE})[- ](?P<part>{'|'.join(_PARTS)})s?\b"
# Behind a third or a quarter that is no ordinal and no time of the year.
_NO_NOUN = (
    r"(?=\W*$|\W*[,;:)]| (?:of|a year|per|in|on|over|since|from|so|and|or|but|at|with|during|annually|already"
    r"|after|before|last|this|to date)\b)"
)
_MONEY = r"(?=(?:your|the|its|their|my) (?:\w+ )?(?:money|capital|account|balance|equity|stake|investment)\b)"
_VALUES: Mapping[str, int] = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_PLACES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1_000}
_Match: TypeAlias = re.Match[str]


def in_digits(plain: str) -> str:
    """Of a folded text."""
    if not _SPELLED.search(plain):
        return plain
    for pattern, written in _RULES:
        plain = pattern.sub(written, plain)
    return plain


def _value(words: str) -> str:
    return _english(words) if words[0].isascii() else _chinese(words)


def _english(words: str) -> str:
    whole, _, tenths = words.lower().partition(" point ")
    tail = "".join(f"{counted(each).low:g}" for each in tenths.split())
    return f"{counted(whole.replace('-', ' ')).low:,g}{f'.{tail}' if tail else ''}"


def _chinese(signs: str) -> str:
    whole, _, tenths = signs.partition("点")
    digit_by_digit = not set(whole) & set(_PLACES)
    value = "".join(str(_VALUES[each]) for each in whole) if digit_by_digit else str(_by_places(whole))
    return f"{value}.{''.join(str(_VALUES[each]) for each in tenths)}" if tenths else value


def _by_places(signs: str) -> int:
    total, digit = 0, 0
    for sign in signs:
        if sign in _PLACES:
            total, digit = total + (digit or 1) * _PLACES[sign], 0
        else:
            digit = _VALUES[sign]
    return total + digit


def _number(found: _Match) -> str:
    return f"{found.groupdict().get('before') or ''}{_value(found['number'])}"


def _percent(found: _Match) -> str:
    return f"{_value(found['number'])}%"


def _tenths(found: _Match) -> str:
    """三成五 and 九割五分 are 35% and 95%; 三成 stays, as it is rounded."""
    tens, ones = found["tens"], found["ones"]
    if ones is None:
        return f"{tens}成"
    return f"{int(tens) if tens.isdigit() else _VALUES[tens]}{5 if ones == '半' else _VALUES[ones]}%"


def _share(found: _Match) -> str:
    count = found["count"].lower()
    return f"{100 * (1 if count in ('a', 'an') else counted(count).low) / _PARTS[found['part'].lower()]:.2g}%"


def _out_of(found: _Match) -> str:
    return f"{_english(found['one'])}{found['between']}{_english(found['other'])}"


_SPELLED = lazy_pattern(
    rf"{_SMALL}|hundred|\b(?:half|third|quarter|fifth|tenth)|doubled|tripled|[{_SIGNS}十百]|翻|割|パーセント", _I
)
_RESULT = r"(?:(?:\bsharpe|夏普|シャープ)[^\d.;,。]{0,20}?|\btrades\s?[:=]\s?)"
_TENTHS = (
    rf"(?<![第{_SIGNS}十])(?P<tens>[一二两三四五六七八九1-9])\s?(?:成(?![为立本交功长果熟员型就份不])|割(?![引り]))"
    r"(?:(?P<ones>[一二三四五六七八九半])分?(?![个笔次成]))?"
)
_RULES: tuple[tuple[re.Pattern[str], str | Callable[[_Match], str]], ...] = (
    (lazy_pattern(rf"(?P<number>{_EN})[ -]?(?:percent\b|per[- ]?cent\b|pct\b|%)", _I), _percent),
    (lazy_pattern(r"(?<=\d)\s?パーセント"), "%"),
    (lazy_pattern(rf"百分之(?P<number>{_ZH})"), _percent),
    (lazy_pattern(rf"(?P<number>{_ZH})\s?(?:%|パーセント)"), _percent),
    (lazy_pattern(_TENTHS), _tenths),
    (lazy_pattern(rf"{_PART}{_NO_NOUN}", _I), _share),
    (lazy_pattern(r"\bhalf (?:of )?(?=(?:its|the|all|your|those) (?:trades|positions|signals)\b)", _I), "50% of "),
    (
        lazy_pattern(
            rf"(?P<one>{_EN})(?P<between> (?:out of|in|of)(?: (?:its|the|all|your|every))? )(?P<other>{_EN})"
            r"(?! (?:weeks|months|years|days)\b)",
            _I,
        ),
        _out_of,
    ),
    (lazy_pattern(rf"(?!{_ONE} )(?P<number>{_EN})(?=[ -](?:\w+[ -])?(?:trades|winners|losers)\b)", _I), _number),
    (lazy_pattern(rf"(?<![第每{_SIGNS}十百])(?P<number>(?!一[次笔回]){_ZH})(?=\s?[次笔回])"), _number),
    (lazy_pattern(rf"(?P<number>{_EN})(?= (?:dollars|yuan|euros|pounds|bucks|usd)\b)", _I), _number),
    (lazy_pattern(rf"(?<![{_SIGNS}十百千])(?P<number>{_ZH})(?=[万亿]?(?:元|块(?!钱?[的里])|美元|港元))"), _number),
    (lazy_pattern(rf"(?P<before>{_RESULT})(?P<number>{_EN}|{_ZH})", _I), _number),
    (lazy_pattern(rf"\bdoubled {_MONEY}", _I), "gained 100% on "),
    (lazy_pattern(rf"\btripled {_MONEY}", _I), "gained 200% on "),
    (lazy_pattern(r"(?<=账户|资金|本金|净值|资产)((?:已经|都|也)?)翻了?一?[倍番]"), r"\1赚了100%"),
)
