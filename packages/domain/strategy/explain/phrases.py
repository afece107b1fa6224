"""How numbers, values, expressions and distances are written in a language."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import assert_never

from packages.core.messages import Language, Message, Phrases, has, render
from packages.domain.strategy import operands as o
from packages.domain.strategy.catalogue_port import ParameterValue
from packages.domain.strategy.trade import Distance, Unit

LONGEST_SHORT_NAME = 4
CALENDAR_DAYS = tuple(each for each in o.CalendarField if each not in o.OF_THE_SESSION)
ACCOUNT_FRACTIONS = (o.AccountField.DRAWDOWN, o.AccountField.POSITION, o.AccountField.OPEN_RETURN)
_SIGNS = {
    o.ValueOperation.ADD: " + ",
    o.ValueOperation.SUBTRACT: " − ",
    o.ValueOperation.MULTIPLY: " × ",
    o.ValueOperation.DIVIDE: " ÷ ",
}

_PHRASES = {each: f"value_{each.value}" for each in o.ValueOperation}
_ENDS_OF_MONTH: Mapping[tuple[o.CalendarField, int | float], str] = {
    (o.CalendarField.TRADING_DAY_OF_MONTH, 1): "is_first_trading_day",
    (o.CalendarField.TRADING_DAY_FROM_MONTH_END, 1): "is_last_trading_day",
}
_SPARE_SPACE = re.compile(
    r"(?<=[\u4e00-\u9fff]) +(?=[\u4e00-\u9fff])| +(?=[，。；：）、])|(?<=[，。；：（）、]) +| (?= )"
)


def number(value: int | float | Decimal) -> str:
    """All its digits and no exponent."""
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: int | float) -> str:
    return f"{number(Decimal(repr(value)) * 100)}%"


class StrategyPhrases(Phrases):
    """The phrases about strategies in one language, with what the factors of the strategy at hand are called; a factor
    without a name there is called as in the document."""

    def __init__(self, language: Language, factors: Mapping[str, str] | None = None) -> None:
        super().__init__(language, "strategy.explain")
        self.factors: Mapping[str, str] = factors or {}

    def joined(self, texts: list[str], by: str = "comma") -> str:
        return self.say(by).join(texts)

    def bars(self, count: int) -> str:
        return self.say("bar") if count == 1 else self.say("bars", count=count)

    def value(self, operand: o.Operand) -> str:
        match operand:
            case o.Constant(value):
                return f" {number(value)}" if self.language is Language.ZH else number(value)
            case o.Price(field, lag):
                return self._lagged(self.say(field.value), lag)
            case o.FactorOutput():
                return self._lagged(self._factor(operand), operand.lag)
            case _:
                return self._expression(operand)

    def percent(self, value: int | float) -> str:
        """Of a fraction, where a value stands."""
        return f" {percent(value)}" if self.language is Language.ZH else percent(value)

    def day(self, field: o.CalendarField, value: int | float) -> str:
        """That it is a certain day, as a condition."""
        if field is o.CalendarField.DAY_OF_WEEK:
            weekday = self.say(f"weekday_{value}") if value in range(1, 8) else number(value)
            return self.say("is_weekday", day=weekday)
        if (field, value) in _ENDS_OF_MONTH:
            return self.say(_ENDS_OF_MONTH[field, value])
        return self.say(f"is_{field.value}", day=number(value))

    def _lagged(self, value: str, lag: int) -> str:
        return self.say("lagged", value=value, bars=self.bars(lag)) if lag else value

    def _expression(self, expression: o.Expression) -> str:
        match expression:
            case o.Elsewhere(symbol, value):
                named = self.say("elsewhere", value=self.value(replace(value, lag=0)), symbol=symbol)
                return self._lagged(named, value.lag)
            case o.CalendarValue(field):
                return self.say(field.value)
            case o.AccountValue() | o.Fundamental() | o.CompanyEvent() | o.Funding():
                return self._one_field(expression)
            case o.OpeningRange(edge, minutes):
                return self.say("opening_range", edge=self.say(edge.value), minutes=str(minutes))
            case o.IndicatorOf(kind, params, output, of):
                label = self._indicator(kind, params, output)
                return self.say("indicator_of", indicator=label, value=self._grouped(of))
            case o.AcrossMembers(across, member_value):
                return self.say(f"value_{across.value}", value=self._grouped(member_value))
            case o.Computed():
                return self._computed(expression)
        assert_never(expression)

    def _one_field(self, value: o.AccountValue | o.OfCompany | o.Funding) -> str:
        match value:
            case o.AccountValue(of_account):
                return self.say(f"account_{of_account.value}")
            case o.Fundamental(figure):
                return self.say(f"fundamental_{figure.value}")
            case o.CompanyEvent(event):
                return self.say(f"event_{event.value}")
            case o.Funding(of_funding):
                return self.say(f"funding_{of_funding.value}")
        assert_never(value)

    def _computed(self, computed: o.Computed) -> str:
        operation, values = computed.operation, [self._grouped(value) for value in computed.values]
        if computed.bars is not None:
            others = {"other": values[1]} if len(values) > 1 else {}
            return self.say(_PHRASES[operation], value=values[0], bars=self.bars(computed.bars), **others)
        if operation in _SIGNS:
            return _SIGNS[operation].join(value.strip() for value in values)
        return self.say(_PHRASES[operation], value=self.joined([value.strip() for value in values]))

    def _grouped(self, operand: o.Operand) -> str:
        """Sums and products in brackets, so that it is plain what they belong to."""
        text = self.value(operand)
        is_sum = isinstance(operand, o.Computed) and operand.operation in _SIGNS
        return self.say("group", inside=text) if is_sum else text

    def _indicator(self, kind: str, params: tuple[tuple[str, ParameterValue], ...], output: str | None) -> str:
        code = f"indicators.{kind}.label"
        is_short = len(kind) <= LONGEST_SHORT_NAME or not has(code)
        label = kind.upper() if is_short else render(Message(code), self.language)
        settings = [value if isinstance(value, str) else number(value) for _, value in params]
        return self._output(f"{label}({', '.join(settings)})" if settings else label, output)

    def _output(self, indicator: str, output: str | None) -> str:
        """`the upper band of …`; the main value of an indicator is called like itself."""
        phrase = f"output_{output}"
        return self.say(phrase, indicator=indicator) if output and phrase in self else indicator

    def distance(self, distance: Distance) -> str:
        if distance.unit is Unit.PCT:
            return self.say("pct", value=percent(distance.value))
        return self.say(distance.unit.value, value=number(distance.value), bars=str(distance.atr_period))

    def tidy(self, text: str) -> str:
        """Chinese characters and marks stand without spaces between them, and no space is doubled."""
        return _SPARE_SPACE.sub("", text) if self.language is Language.ZH else text

    def _factor(self, operand: o.FactorOutput) -> str:
        named = self.factors.get(operand.factor)
        text = operand.ref if named is None else self._output(named, operand.output)
        return f" {text} " if self.language is Language.ZH else text
