"""Finding the numbers that a text states, with their units, signs and tags."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from src.modules.research.domain.evidence.units import ENDING, PREFIX, SCALE, WrittenUnit, written_unit

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九十")} | {"两": 2, "半": 0}
_NUMBER = re.compile(
    rf"(?P<prefix>{PREFIX})?\s?(?P<sign>[-−+])?(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"\s?(?P<scale>{SCALE})?\s?(?P<ending>{ENDING})?"
)
# A number in words counts only with a unit behind it: 三成, 两倍, 五个百分点.
_IN_WORDS = re.compile(
    rf"(?P<word>[一二两三四五六七八九十])\s?(?P<scale>{SCALE})?(?P<ending>个百分点|个基点|成|倍|亿元|亿)"
)
_TAGS = re.compile(r"\s?((?:\[[ED]\d+\])+)")
_NOT_NUMBERS = (
    r"https?://\S+",
    r"\[[ED]\d+\]",
    r"\b\d{6}\.(?:SZ|SH|BJ)\b",
    r"^\s*\d{1,2}[.)、．](?=\s|\D)",
    r"\b(?:MA|EMA|SMA|RSI|ADX|ATR|VWAP|OBV|KDJ|MACD|BOLL)[-_ ]?\d{1,3}\b",
    r"[（(]\d{1,3}[/,，]\s?\d{1,3}(?:[/,，]\s?\d{1,3})?[)）]",
    r"第\s?[\d一二三四五六七八九十]+\s?(?:季度|大|位|名|项|个)?",
)
_SKIPPED = re.compile("|".join(_NOT_NUMBERS), re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Stated:
    """A number as it stands in a text; `tags` are those right behind it. `step`: the worth of its last digit."""

    start: int
    end: int
    text: str
    value: Decimal
    step: Decimal
    unit: WrittenUnit
    signed: bool
    tags: tuple[str, ...]


def masked(text: str, more: Iterable[tuple[int, int]] = ()) -> str:
    """The text with everything blanked that has digits without stating a number; positions stay."""
    spans = [match.span() for match in _SKIPPED.finditer(text)] + list(more)
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def stated_numbers(text: str, hidden: Iterable[tuple[int, int]] = ()) -> list[Stated]:
    """In order of appearance; `hidden` are stretches (periods, labels) whose digits are no statements."""
    bare = masked(text, hidden)
    found = [_in_digits(text, match) for match in _NUMBER.finditer(bare)]
    found += [_in_words(text, match) for match in _IN_WORDS.finditer(bare)]
    return sorted(found, key=lambda stated: stated.start)


def _in_digits(text: str, match: re.Match[str]) -> Stated:
    digits = match["digits"].replace(",", "")
    unit = written_unit(match["prefix"], match["scale"], match["ending"])
    sign = -1 if match["sign"] in {"-", "−"} else 1
    decimals = len(digits.partition(".")[2])
    return _stated(text, match, sign * Decimal(digits), Decimal(1).scaleb(-decimals), unit, bool(match["sign"]))


def _in_words(text: str, match: re.Match[str]) -> Stated:
    ending = match["ending"]
    scale, ending = ("亿", None if ending == "亿" else "元") if ending.startswith("亿") else (match["scale"], ending)
    return _stated(text, match, Decimal(_DIGITS[match["word"]]), Decimal(1), written_unit(None, scale, ending), False)


def _stated(text: str, match: re.Match[str], value: Decimal, step: Decimal, unit: WrittenUnit, signed: bool) -> Stated:
    end = match.start() + len(match.group().rstrip())
    behind = _TAGS.match(text, end)
    tags = tuple(re.findall(r"[ED]\d+", behind.group())) if behind else ()
    return Stated(match.start(), end, match.group().strip(), value, step, unit, signed, tags)
