"""How numbers, values and distances are written in a language."""

import re
from decimal import Decimal

from packages.core.messages import Language, Phrases
from packages.domain.strategy.conditions import Constant, Operand, Price
from packages.domain.strategy.trade import Distance, Unit

_SPARE_SPACE = re.compile(r" (?= )| (?=[，。；：）、])|(?<=[，。；：（）、]) |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")


def number(value: int | float | Decimal) -> str:
    """All its digits and no exponent."""
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: int | float) -> str:
    return f"{number(Decimal(repr(value)) * 100)}%"


class StrategyPhrases(Phrases):
    """The phrases about strategies in one language."""

    def __init__(self, language: Language) -> None:
        super().__init__(language, "strategy.explain")

    def joined(self, texts: list[str], by: str = "comma") -> str:
        return self.say(by).join(texts)

    def bars(self, count: int) -> str:
        return self.say("bar") if count == 1 else self.say("bars", count=count)

    def value(self, operand: Operand) -> str:
        if isinstance(operand, Constant):
            return f" {number(operand.value)}" if self.language is Language.ZH else number(operand.value)
        plain = self.say(operand.field.value) if isinstance(operand, Price) else self._name(operand.ref)
        return self.say("lagged", value=plain, bars=self.bars(operand.lag)) if operand.lag else plain

    def distance(self, distance: Distance) -> str:
        if distance.unit is Unit.PCT:
            return self.say("pct", value=percent(distance.value))
        return self.say(distance.unit.value, value=number(distance.value), bars=str(distance.atr_period))

    def tidy(self, text: str) -> str:
        """Chinese characters and marks stand without spaces between them, and no space is doubled."""
        return _SPARE_SPACE.sub("", text) if self.language is Language.ZH else text

    def _name(self, ref: str) -> str:
        return f" {ref} " if self.language is Language.ZH else ref
