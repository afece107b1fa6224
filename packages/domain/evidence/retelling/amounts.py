"""Amounts that a text states, in digits or in words of either language: money, shares of a whole, durations, counts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from packages.domain.evidence.numerals import chinese_number
from packages.domain.evidence.patterns import lazy_pattern

_SCALES = {
    "万亿": 10**12, "千亿": 10**11, "百亿": 10**10, "十亿": 10**9, "亿": 10**8, "千万": 10**7, "百万": 10**6,
    "万": 10**4,
    "千": 10**3, "trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 10**3, "hundred": 100,
    "tn": 10**12,
    "bn": 10**9, "mn": 10**6, "m": 10**6, "k": 10**3, "b": 10**9,
}  # fmt: skip
_SCALE = "|".join(
    word if not word.isascii() else rf"[ -]?{word}(?![A-Za-z])" for word in sorted(_SCALES, key=len, reverse=True)
)
_CURRENCY = {
    "US$": "USD", "HK$": "HKD", "$": "USD", "¥": "CNY", "€": "EUR", "£": "GBP", "RMB": "CNY", "CNY": "CNY",
    "USD": "USD",
    "HKD": "HKD", "EUR": "EUR", "人民币": "CNY",
}  # fmt: skip
_ENDINGS = (
    ("percent", Decimal("0.01"), r"%|percent(?!age)|per cent|pct|个?百分点|percentage points?|ppts?\b|pp\b"),
    ("percent", Decimal("0.0001"), r"个?基点|basis points?|bps?\b"),
    ("percent", Decimal("0.1"), "成(?![为立本交功长果熟员分型就份品])"),
    ("months", Decimal(12), r"年(?:期)?(?!产|化|度|内|报|前|中|后)|[ -]?years?\b|[ -]?yrs?\b"),
    ("months", Decimal(1), r"个月|[ -]?months?\b"),
    ("days", Decimal(7), r"个?(?:周(?!年)|星期)|[ -]?weeks?\b"),
    ("days", Decimal(1), r"个?(?:交易日|工作日|自然日|日历日|天)|日(?=内)|[ -]?(?:trading |business |working |"
    r"calendar )?(?:days?|sessions?)\b"),
    ("USD", Decimal(1), r"美元|USD|(?:US )?dollars?\b"),
    ("HKD", Decimal(1), "港元|港币|HKD"),
    ("CNY", Decimal(1), r"元人民币|人民币|RMB|CNY|yuan\b"),
    ("money", Decimal(1), "元"),
    ("phase", Decimal(1), r"期(?!间|内|末|初|望|权|货|限)|[ -]phase\b"),
)  # fmt: skip
_MEASURES = "[家台条艘名位项座套件吨个只笔款批次股倍口辆架公平]"
_ENDING = "|".join(f"(?P<e{place}>{pattern})" for place, (_, _, pattern) in enumerate(_ENDINGS))
_PREFIX = "|".join(re.escape(word) for word in sorted(_CURRENCY, key=len, reverse=True))
_NUMERAL = "[零〇一二两三四五六七八九十百千]"
_EN_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_EN = {word: value for value, word in enumerate(_EN_ONES.split(), start=1)} | {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "hundred": 100,
}  # fmt: skip
_EN_WORD = "|".join(sorted(_EN, key=len, reverse=True))
_ORDINAL = {"first": 1, "second": 2, "third": 3, "i": 1, "ii": 2, "iii": 3}
_FRACTIONS = {
    "half": (Decimal("0.5"), r"一半|半数|\bhalf (?=of|the|its)|\bone[- ]half"),
    "third": (Decimal(1) / 3, r"三分之一|\b(?:a|one)[- ]third\b"),
    "thirds": (Decimal(2) / 3, r"三分之二|\btwo[- ]thirds\b"),
    "quarter": (Decimal("0.25"), r"四分之一|\b(?:a|one)[- ]quarter (?=of)"),
    "quarters": (Decimal("0.75"), r"四分之三|\bthree[- ]quarters\b"),
}
_AMOUNT = lazy_pattern(
    "|".join(f"(?P<{name}>{pattern})" for name, (_, pattern) in _FRACTIONS.items())
    + r"|(?<![A-Za-z\d])(?P<phase>II?I?)期|\bphase (?P<phase2>II?I?|\d)\b|\b(?P<phase3>first|second|third)[- ]phase\b"
    + rf"|(?:(?P<prefix>{_PREFIX})\s?|(?<![A-Za-z\d.,]))(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|"
    rf"\d{{1,20}}(?:\.\d{{1,20}})?)\s?"
    rf"(?P<scale>{_SCALE})?\s?(?:{_ENDING})?"
    rf"|百分之(?P<of100>{_NUMERAL}{{1,8}})"
    rf"|(?<![第数几零〇一二两三四五六七八九十百千])(?P<zh>{_NUMERAL}{{1,8}})(?P<zh_scale>万亿|亿|千万|百万|万)?"
    rf"(?P<zh_unit>年期?(?!产|化|度|报|前|后)|个月|个?(?:周|星期|交易日|工作日|天)|"
    rf"成(?![为立本交功长果熟员分型就份品])|期(?!间|内|末|初|望|权|货|限)|美元|港元|元|{_MEASURES})"
    rf"|\b(?P<en>(?:{_EN_WORD})(?:-(?:{_EN_WORD}))?)(?P<en_unit>[ -](?:million|billion|thousand|hundred|years?|"
    rf"months?|weeks?|"
    r"(?:trading |business |working )?days?|percent|per cent|[a-z]+))",
    re.IGNORECASE,
)
_ABOUT = lazy_pattern(r"(?:约为?|大约|近|逾|超过?|左右|不超过|至多|about|around|roughly|approximately|some|nearly|over|"
r"almost|"
                    r"more than|up to|estimated|an estimated|~)\s?(?:US\$|HK\$|[$¥€£]|RMB|CNY)?\s?$",
                    re.IGNORECASE)  # fmt: skip
_RANGE = lazy_pattern(r"\s?(?:-|—|~|至|到|to)\s?", re.IGNORECASE)


_MONEY = frozenset({"USD", "HKD", "CNY", "EUR", "GBP"})


@dataclass(frozen=True, slots=True)
class Amount:
    """`value` in its own measure (percent as a fraction, years as months); `raw` as it is written, with its scale.
    `step`: the worth of the last digit in the same measure."""

    start: int
    end: int
    value: Decimal
    raw: Decimal
    step: Decimal
    measure: str
    about: bool
    scale: Decimal = Decimal(1)
    unit: Decimal = Decimal(1)

    @property
    def bare(self) -> bool:
        return self.measure in {"plain", *_MONEY} and self.scale == 1


def amounts_in(text: str) -> list[Amount]:
    """Of a folded text whose dates and tags are blank. A single thing in words (一家, one) is no amount."""
    found = [amount for match in _AMOUNT.finditer(text) if (amount := _read(text, match))]
    return _shared_units(text, found)


def _read(text: str, match: re.Match[str]) -> Amount | None:
    for name, (value, _) in _FRACTIONS.items():
        if match[name]:
            return Amount(*match.span(), value, value, Decimal("0.04"), "percent", about=True)
    if phase := match["phase"] or match["phase2"] or match["phase3"]:
        number = Decimal(int(phase) if phase.isdigit() else _ORDINAL[phase.lower()])
        return Amount(*match.span(), number, number, Decimal(1), "phase", about=False)
    if match["digits"]:
        return _of_digits(text, match)
    if match["of100"]:
        number = chinese_number(match["of100"])
        return Amount(*match.span(), number / 100, number, Decimal("0.01"), "percent", about=False)
    return _of_zh(text, match) if match["zh"] else _of_en(text, match)


def _of_digits(text: str, match: re.Match[str]) -> Amount:
    digits = match["digits"].replace(",", "")
    scale = Decimal(_SCALES[match["scale"].strip(" -").lower()]) if match["scale"] else Decimal(1)
    measure, unit = next(
        ((kind, worth) for place, (kind, worth, _) in enumerate(_ENDINGS) if match[f"e{place}"]), ("plain", Decimal(1))
    )
    if match["prefix"] and measure in {"plain", "money"}:
        measure = _CURRENCY[match["prefix"].upper() if match["prefix"].isascii() else match["prefix"]]
    raw = Decimal(digits) * scale
    step = Decimal(1).scaleb(-len(digits.partition(".")[2])) * scale * unit
    return Amount(*match.span(), raw * unit, raw, step, measure, _is_about(text, match.start()), scale, unit)


_ZH_UNITS = (("年", "months", Decimal(12)), ("月", "months", Decimal(1)), ("周", "days", Decimal(7)), ("星期",
"days", Decimal(7)),
             ("日", "days", Decimal(1)), ("天", "days", Decimal(1)), ("成", "percent", Decimal("0.1")), ("期",
             "phase", Decimal(1)),
             ("美元", "USD", Decimal(1)), ("港元", "HKD", Decimal(1)), ("元", "money", Decimal(1)))  # fmt: skip


_TURNS = frozenset("上下每这本新同当")  # 上一期 is no phase


def _of_zh(text: str, match: re.Match[str]) -> Amount | None:
    raw = chinese_number(match["zh"]) * (_SCALES[match["zh_scale"]] if match["zh_scale"] else 1)
    unit = match["zh_unit"]
    measure, worth = next(((kind, worth) for word, kind, worth in _ZH_UNITS if word in unit), ("plain", Decimal(1)))
    is_turn = measure == "phase" and text[match.start() - 1 : match.start()] in _TURNS
    if is_turn or (raw <= 1 and measure in {"plain", "money"}):
        return None
    return Amount(*match.span(), raw * worth, raw, worth, measure, _is_about(text, match.start()))


def _of_en(text: str, match: re.Match[str]) -> Amount | None:
    raw = Decimal(sum(_EN[word] for word in match["en"].lower().split("-")))
    unit = match["en_unit"].lower().lstrip(" -")
    scale = Decimal(_SCALES.get(unit, 1))
    measure, worth = "plain", scale
    for word, kind, one in (("year", "months", 12), ("month", "months", 1), ("week", "days", 7), ("day", "days", 1)):
        if unit.removeprefix("trading ").removeprefix("business ").removeprefix("working ").startswith(word):
            measure, worth = kind, Decimal(one)
    if unit in {"percent", "per cent"}:
        measure, worth = "percent", Decimal("0.01")
    if raw == 1 and measure == "plain":
        return None
    return Amount(*match.span(), raw * worth, raw * scale, worth, measure, _is_about(text, match.start()))


def _is_about(text: str, start: int) -> bool:
    return _ABOUT.search(text, max(0, start - 20), start) is not None


def _shared_units(text: str, found: Sequence[Amount]) -> list[Amount]:
    """The first end of a range has the unit of the second: 20.5-21.0 亿元."""
    result = list(found)
    for place in range(len(result) - 2, -1, -1):
        one, following = result[place], result[place + 1]
        gap = text[one.end : following.start]
        if one.bare and not following.bare and _RANGE.fullmatch(gap):
            unit, scale = following.unit, following.scale
            worth = unit * scale
            result[place] = replace(
                one, value=one.raw * worth, raw=one.raw * scale, step=one.step * worth, measure=following.measure
            )
    return result


def has_amount(said: Amount, stated: Sequence[Amount]) -> bool:
    return any(_alike(said, one) and _equal(said, one) for one in stated)


def _alike(said: Amount, other: Amount) -> bool:
    measures = {said.measure, other.measure}
    return len(measures) == 1 or "plain" in measures or ("money" in measures and len(measures & _MONEY) == 1)


def _equal(said: Amount, other: Amount) -> bool:
    plain = "plain" in {said.measure, other.measure} and said.measure != other.measure
    mine, theirs = (said.raw, other.raw) if plain else (said.value, other.value)
    step = said.step if not plain or not said.value else said.step * said.raw / said.value
    reach = max(step / 2, abs(theirs) / 20 if said.about else Decimal(0))
    return abs(mine - theirs) <= reach * Decimal("1.000001")


def follows(said: Amount, stated: Sequence[Amount]) -> bool:
    """Whether an amount is the difference, the sum, the middle or the growth of two that are stated."""
    for one, other in pairs_alike(stated):
        derived = [abs(one.value / other.value - 1)] if said.measure == "percent" else []
        if one.measure == said.measure:
            total = one.value + other.value
            derived += [abs(one.value - other.value), total, total / 2]
        if any(abs(said.value - value) <= said.step / 2 for value in derived):
            return True
    return False


_MOST_PAIRED = 16


def pairs_alike(stated: Sequence[Amount]) -> Iterator[tuple[Amount, Amount]]:
    """Amounts in the same measure, of the first few."""
    few = [one for one in stated if one.value][:_MOST_PAIRED]
    return ((one, other) for one in few for other in few if one is not other and one.measure == other.measure)
