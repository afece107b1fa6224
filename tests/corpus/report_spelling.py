"""Spells values the way models do, each in one of many styles, so that a checker cannot learn one of them."""

import random
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

from packages.domain.evidence.book import EvidenceRow


@dataclass(frozen=True)
class Spelled:
    """`before` + `sign` + `digits` + `after`; the value is `digits` times `scale`. `about`: a rough word before it."""

    before: str
    sign: str
    digits: str
    after: str
    scale: Decimal
    about: str = ""

    @property
    def text(self) -> str:
        return f"{self.about}{self.before}{self.sign}{self.digits}{self.after}"

    @property
    def worth(self) -> Decimal:
        amount = Decimal(self.digits.replace(",", "")) * self.scale
        return -amount if self.sign else amount

    @property
    def step(self) -> Decimal:
        return Decimal(1).scaleb(-len(self.digits.partition(".")[2])) * self.scale


MINUSES = "---−–－"
_ZH_SCALES = {"亿": Decimal(10**8), "万": Decimal(10**4)}
_EN_SCALES = {"billion": Decimal(10**9), "million": Decimal(10**6)}


def spelled(row: EvidenceRow, language: str, rng: random.Random, *, bare: bool = False, rough: bool = False) -> Spelled:
    """`bare`: without its sign, for a word before it says it. `rough`: fewer digits and a word that says so."""
    value = row.value if row.value is not None else Decimal(0)
    unit = row.unit
    made = _spelled(abs(value), unit, language, rng, rough=rough)
    sign = rng.choice(MINUSES) if value < 0 and not bare else ""
    about = (
        rng.choice(("约 ", "约", "大约 ") if language == "zh" else ("about ", "roughly ", "around ")) if rough else ""
    )
    return replace(made, sign=sign, about=about)


def _spelled(value: Decimal, unit: str, language: str, rng: random.Random, *, rough: bool) -> Spelled:
    places = 0 if rough else None
    if unit == "ratio":
        return Spelled("", "", _digits(value * 100, places, rng, (1, 1, 2)), _percent(language, rng), Decimal("0.01"))
    if unit == "pp":
        after = rng.choice((" 个百分点", "个百分点") if language == "zh" else (" percentage points", " pp"))
        return Spelled("", "", _digits(value * 100, places, rng, (1, 2)), after, Decimal("0.01"))
    if unit in {"CNY", "USD"}:
        return _money(value, unit, language, rng, places)
    if unit.endswith("/share"):
        return _per_share(value, unit, language, rng)
    zh = language == "zh"
    endings: dict[str, tuple[str, ...]] = {
        "x": (" 倍", "倍") if zh else ("x", " times"),
        "days": (" 天", "天") if zh else (" days",),
    }
    ending = rng.choice(endings.get(unit, ("",)))
    return Spelled("", "", _digits(value, places, rng, (1, 1, 2)), ending, Decimal(1))


def _percent(language: str, rng: random.Random) -> str:
    return rng.choice(("%", "%", "%", " %")) if language == "zh" else rng.choice(("%", "%", "%", " percent"))


def _digits(value: Decimal, places: int | None, rng: random.Random, choices: tuple[int, ...]) -> str:
    """To one of the given numbers of places; more where the value would vanish."""
    count = rng.choice(choices) if places is None else places
    if value < 10 and count == 0:
        count = 1
    if value < Decimal("0.5"):
        count = max(count, 3)
    if places == 0 and value >= 100 and rng.random() < 0.3:
        count = 2 - len(f"{value:.0f}")
    text = f"{value.quantize(Decimal(1).scaleb(-count), rounding=ROUND_HALF_EVEN):f}"
    whole, dot, fraction = text.partition(".")
    if len(whole) > 3 and rng.random() < 0.6:
        whole = f"{int(whole):,}"
    return f"{whole}{dot}{fraction}"


def _money(value: Decimal, unit: str, language: str, rng: random.Random, places: int | None) -> Spelled:
    if language == "zh":
        word = "亿" if value >= 10**8 and rng.random() < 0.85 else "万"
        scale, currency = _ZH_SCALES[word], "元" if unit == "CNY" else "美元"
        return Spelled("", "", _digits(value / scale, places, rng, (1, 2)), f" {word}{currency}", scale)
    word = "billion" if value >= 10**9 and rng.random() < 0.8 else "million"
    scale = _EN_SCALES[word]
    short = rng.random() < 0.2
    digits = _digits(value / scale, places, rng, (1, 2))
    scale_text = ("bn" if word == "billion" else "mn") if short else f" {word}"
    if rng.random() < 0.5:
        before = rng.choice(("CNY ", "RMB ", "¥", "RMB") if unit == "CNY" else ("$", "US$", "USD "))
        return Spelled(before, "", digits, scale_text, scale)
    return Spelled("", "", digits, f"{scale_text} {rng.choice(('CNY', 'yuan') if unit == 'CNY' else ('USD',))}", scale)


def _per_share(value: Decimal, unit: str, language: str, rng: random.Random) -> Spelled:
    digits = _digits(value, None, rng, (2,))
    dollars = unit.startswith("USD")
    if language == "zh":
        after = rng.choice((" 美元", " 美元/股") if dollars else (" 元", " 元/股", "元"))
        return Spelled("", "", digits, after, Decimal(1))
    if rng.random() < 0.4:
        return Spelled(
            "$" if dollars else rng.choice(("¥", "CNY ")), "", digits, rng.choice(("", " per share")), Decimal(1)
        )
    return Spelled(
        "", "", digits, " USD/share" if dollars else rng.choice((" CNY/share", " yuan per share")), Decimal(1)
    )


def period_text(row: EvidenceRow, language: str, rng: random.Random, *, daily: bool) -> str:
    """The day on which a row's period ends, or the quarter, in one of the ways that reports write it."""
    return rng.choice(period_texts(row.ends or date.min, language, daily=daily))


def period_texts(ends: date, language: str, *, daily: bool) -> tuple[str, ...]:
    quarter = (ends.month + 2) // 3
    if daily:
        return (
            (f"{ends.year} 年 {ends.month} 月 {ends.day} 日", str(ends))
            if language == "zh"
            else (str(ends), f"{ends:%B} {ends.day}, {ends.year}")
        )
    if language == "zh":
        word = "一二三四"[quarter - 1]
        return f"{ends.year} 年{word}季度", f"{ends.year}Q{quarter}", f"{ends.year}年第{word}季度", str(ends)
    ordinal = ("first", "second", "third", "fourth")[quarter - 1]
    return f"Q{quarter} {ends.year}", f"{ends.year}Q{quarter}", f"the {ordinal} quarter of {ends.year}", str(ends)
