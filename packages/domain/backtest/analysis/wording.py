"""How amounts, percentages, counts and days sound in a language."""

from collections.abc import Mapping
from datetime import datetime

from packages.domain.backtest.analysis import words_en, words_zh
from packages.domain.strategy.explain.speech import Language, Speech

PHRASES: Mapping[Language, Mapping[str, str]] = {Language.ZH: words_zh.PHRASES, Language.EN: words_en.PHRASES}
_MONTHS = {Language.ZH: words_zh.MONTHS, Language.EN: words_en.MONTHS}


class Wording:
    """Says phrases of one language about a backtest."""

    def __init__(self, language: Language) -> None:
        self._phrases = PHRASES[language]
        self._months = _MONTHS[language]
        self._speech = Speech(language)

    def say(self, phrase: str, **fields: str) -> str:
        return self._speech.tidy(self._phrases[phrase].format(**fields))

    def count(self, noun: str, count: int, **fields: str) -> str:
        """`noun` is trade, position or bar."""
        return self.say(f"{noun}_one" if count == 1 else f"{noun}_many", count=f"{count:,}", **fields)

    def timeframe(self, timeframe: str) -> str:
        return self._speech.say(timeframe)

    def moment(self, at: datetime, with_time: bool) -> str:
        month = self._months[at.month - 1]
        phrase = "minute" if with_time else "day"
        return self.say(phrase, day=str(at.day), month=month, year=str(at.year), time=f"{at:%H:%M}")


def money(amount: float) -> str:
    """Whole units from a thousand on, hundredths below."""
    return _without_minus_zero(f"{amount:,.0f}" if abs(amount) >= 1000 else f"{amount:,.2f}")


def percent(fraction: float, signed: bool = False) -> str:
    """Tenths of a percent; hundredths below one percent."""
    digits = 1 if abs(fraction) >= 0.01 or fraction == 0 else 2
    text = _without_minus_zero(f"{fraction * 100:,.{digits}f}")
    return f"{'+' if signed and float(text.replace(',', '')) > 0 else ''}{text}%"


def decimal(value: float, digits: int = 2) -> str:
    return _without_minus_zero(f"{value:,.{digits}f}")


def _without_minus_zero(text: str) -> str:
    return text.lstrip("-") if not text.strip("-0.") else text
