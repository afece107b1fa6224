"""How numbers, values and distances sound in a language."""

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum

from packages.domain.strategy.conditions import Constant, Operand, Price
from packages.domain.strategy.explain import chinese, english
from packages.domain.strategy.trade import Distance, Unit


class Language(StrEnum):
    """The languages of the desk."""

    ZH = "zh"
    EN = "en"


_SPARE_SPACE = re.compile(r" (?= )| (?=[，。；：）、])|(?<=[，。；：（）、]) |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
PHRASES: Mapping[Language, Mapping[str, str]] = {Language.ZH: chinese.PHRASES, Language.EN: english.PHRASES}


def number(value: int | float | Decimal) -> str:
    """All its digits and no exponent."""
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: int | float) -> str:
    return f"{number(Decimal(repr(value)) * 100)}%"


class Speech:
    """Says phrases of one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._phrases = PHRASES[language]

    def say(self, phrase: str, **fields: str) -> str:
        return self._phrases[phrase].format(**fields)

    def joined(self, texts: list[str], by: str = "comma") -> str:
        return self._phrases[by].join(texts)

    def bars(self, count: int) -> str:
        return self.say("bar") if count == 1 else self.say("bars", count=str(count))

    def value(self, operand: Operand) -> str:
        if isinstance(operand, Constant):
            return f" {number(operand.value)}" if self.language is Language.ZH else number(operand.value)
        plain = self.say(operand.field.value) if isinstance(operand, Price) else self._name(operand.ref)
        return self.say("lagged", value=plain, bars=self.bars(operand.lag)) if operand.lag else plain

    def distance(self, distance: Distance) -> str:
        if distance.unit is Unit.PCT:
            return self.say("pct", value=percent(distance.value))
        bars = self.bars(distance.atr_period).strip()
        return self.say(distance.unit.value, value=number(distance.value), bars=bars)

    def tidy(self, text: str) -> str:
        """Chinese characters and marks stand without spaces between them, and no space is doubled."""
        return _SPARE_SPACE.sub("", text) if self.language is Language.ZH else text

    def _name(self, ref: str) -> str:
        return f" {ref} " if self.language is Language.ZH else ref
