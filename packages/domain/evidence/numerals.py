"""Numbers in words, Chinese and English: 十二亿, 三成, 翻倍, a third, doubled, twelve percent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.units import WrittenUnit, written_unit

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
_BIG = {"万": 10**4, "亿": 10**8}
_NUMERAL = "[零〇一二两三四五六七八九十百千]"
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_TEENS = {"seventeen": 17, "eighteen": 18, "nineteen": 19}
_TIES = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_ENGLISH = {word: value for value, word in enumerate(_ONES.split())} | _TEENS | _TIES
_ENGLISH_NUMBER = rf"(?:{'|'.join(_ENGLISH)})(?:-(?:{'|'.join(list(_ENGLISH)[1:10])}))?"
_PATTERN = lazy_pattern(
    rf"百分之(?P<percent>{_NUMERAL}+(?:点[零一二三四五六七八九]+)?)"
    rf"|(?P<below>{_NUMERAL}+)分之(?P<above>{_NUMERAL}+)"
    r"|(?P<double>翻倍|翻番|翻了?[一]番|翻了?一倍)|(?P<zh_half>(?:一半|过半)(?!导体)|半数|腰斩)"
    rf"|(?<!第)(?P<zh>{_NUMERAL}+(?:点[零一二三四五六七八九]+)?)\s?(?P<zh_scale>万亿|亿|千万|百万|万)?\s?"
    r"(?P<zh_unit>个百分点|百分点|个基点|基点|成(?![为立本交功长果熟员分型就份不])|倍|美元|港元|元(?=[,。;，；、\s\[]|$)|股(?![价东票本权息]))?"
    rf"|\b(?P<en>{_ENGLISH_NUMBER})[ -](?=tri|bil|mil|thous|hund|per|basis|times|fold|yuan|doll|RMB|CNY|USD)"
    r"(?P<en_scale>trillion|billion|million|thousand|hundred)?\s?"
    r"(?P<en_unit>percentage points?|percent|per cent|basis points?|times|fold|yuan|dollars|RMB|CNY|USD)?\b"
    r"|\b(?P<en_double>doubled|doubling|twofold|two-fold|twice (?=the|as|its|that))"
    r"|\b(?P<triple>tripled|tripling|threefold)\b"
    r"|\b(?P<quadruple>quadrupled|fourfold)\b"
    r"|\b(?P<half>halved|(?<!upper )(?<!lower )(?<!first )(?<!second )half of|by half|one[- ]half)\b"
    r"|\b(?P<third>(?:a|one)[- ]third(?= of|[ ,.;\[]*\[|[,.;])|by a third)|\b(?P<thirds>two[- ]thirds)\b"
    r"|\b(?P<fourth>(?:a|one)[- ]quarter of|by a quarter)\b|\b(?P<fourths>three[- ]quarters (?=of))"
    r"|(?P<sign>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])",
    re.IGNORECASE,
)
_THIRD = Decimal(1) / 3
_FIXED = {
    "double": (Decimal(2), "倍"), "zh_half": (Decimal("0.5"), None), "en_double": (Decimal(2), "times"),
    "triple": (Decimal(3), "times"), "quadruple": (Decimal(4), "times"), "half": (Decimal("0.5"), None),
    "third": (_THIRD, None), "thirds": (2 * _THIRD, None), "fourth": (Decimal("0.25"), None),
    "fourths": (Decimal("0.75"), None),
}  # fmt: skip
# 一股 is a gust as well as a share: by itself it states no number.
_LOOSE = frozenset({"元", "股", "美元", "港元"})
_EN_UNITS = {"fold": "times", "per cent": "percent", "percentage point": "percentage points", "basis point": "bp"}


@dataclass(frozen=True, slots=True)
class InWords:
    """A number that is spelled out. `step`: how far a reader takes it to reach."""

    start: int
    end: int
    value: Decimal
    step: Decimal
    unit: WrittenUnit


def numbers_in_words(text: str) -> Iterator[InWords]:
    """Of a folded text. A Chinese numeral counts only with a unit of the trade behind it, or as a fraction."""
    for match in _PATTERN.finditer(text):
        read = _read(match)
        if read is not None:
            value, step, unit = read
            end = match.start() + len(match.group().rstrip())
            yield InWords(match.start(), end, value, step, unit)


def chinese_number(text: str) -> Decimal:
    """一百二十三点五: the usual way of writing, up to 亿."""
    whole, _, fraction = text.partition("点")
    total = section = digit = 0
    for sign in whole:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign in _TENS:
            section, digit = section + (digit or 1) * _TENS[sign], 0
        else:
            total, section, digit = (total + section + digit) * _BIG[sign], 0, 0
    tail = "".join(str(_DIGITS[sign]) for sign in fraction)
    return Decimal(total + section + digit) + (Decimal(f"0.{tail}") if tail else 0)


def _read(match: re.Match[str]) -> tuple[Decimal, Decimal, WrittenUnit] | None:
    kind = next(name for name, found in match.groupdict().items() if found is not None)
    if kind in _FIXED:
        value, ending = _FIXED[kind]
        return value, Decimal("0.05"), written_unit(None, None, ending)
    match kind:
        case "zh":
            return _zh(match)
        case "percent":
            return chinese_number(match["percent"]), Decimal(1), written_unit(None, None, "%")
        case "below":
            below = chinese_number(match["below"])
            return (chinese_number(match["above"]) / below if below else Decimal(0)), Decimal("0.02"), _plain()
        case "en":
            return _en(match)
        case _:
            return Decimal(1), Decimal("0.05"), _plain()


def _zh(match: re.Match[str]) -> tuple[Decimal, Decimal, WrittenUnit] | None:
    scale, unit, numeral = match["zh_scale"], match["zh_unit"], match["zh"]
    if unit is None and scale is None:
        return None
    if unit is None and not any(sign in _DIGITS or sign == "十" for sign in numeral):
        return None
    if unit in _LOOSE and scale is None and len(numeral) == 1:
        return None
    return chinese_number(numeral), Decimal(1), written_unit(None, scale, unit)


def _en(match: re.Match[str]) -> tuple[Decimal, Decimal, WrittenUnit] | None:
    scale, unit = match["en_scale"], match["en_unit"]
    if unit is None and scale is None:
        return None
    value = sum(_ENGLISH[word] for word in match["en"].lower().split("-"))
    hundred = scale is not None and scale.lower() == "hundred"
    ending = _EN_UNITS.get(unit.lower(), unit.lower() if unit.islower() else unit) if unit else None
    known = written_unit(None, None if hundred or not scale else scale.lower(), ending)
    return Decimal(value * (100 if hundred else 1)), Decimal(1), known


def _plain() -> WrittenUnit:
    return written_unit(None, None, None)
