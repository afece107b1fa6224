"""Puts a formula and its words together into an entry of the catalogue."""

from collections.abc import Callable, Mapping

from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import Category, Indicator, Outcome
from packages.domain.strategy.indicators.parameters import Chosen, Parameter
from packages.domain.strategy.indicators.words import candles, momentum, statistics, trend, volatility, volume

WORDS = {
    Category.TREND: trend.WORDS,
    Category.MOMENTUM: momentum.WORDS,
    Category.VOLATILITY: volatility.WORDS,
    Category.VOLUME: volume.WORDS,
    Category.STATISTICS: {**statistics.WORDS, **candles.WORDS},
}
_PLACES = {name: category for category, words in WORDS.items() for name in words}

OHLC = ("open", "high", "low", "close")
HLC = ("high", "low", "close")
HLCV = ("high", "low", "close", "volume")
HL = ("high", "low")
CV = ("close", "volume")


def defined(
    name: str,
    parameters: tuple[Parameter, ...],
    inputs: tuple[str, ...],
    first: int | Callable[[Chosen], int | Mapping[str, int]],
    formula: Callable[[Bars, Chosen], Outcome],
    outputs: tuple[str, ...] = ("value",),
    rising: tuple[tuple[str, str], ...] = (),
    talib: str = "",
) -> Indicator:
    """The category is the one under which the words stand."""
    category = _PLACES[name]
    reached = (lambda p: first) if isinstance(first, int) else first
    words = WORDS[category][name]
    return Indicator(name, category, *words, parameters, inputs, outputs, reached, formula, rising, talib)


def full(p: Chosen) -> int:
    """The first bar with a whole window of `period` bars."""
    return p.whole() - 1


def full_changes(p: Chosen) -> int:
    """The first bar with a whole window of `period` changes from bar to bar."""
    return p.whole()
