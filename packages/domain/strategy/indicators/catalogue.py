"""The catalogue: every indicator that a strategy may name, and its export for the page and the tools."""

from collections.abc import Mapping
from types import MappingProxyType

from packages.core.messages import Language, LanguageCode, message, render
from packages.domain.strategy.indicators import (
    candle_patterns,
    momentum_cycles,
    momentum_differences,
    momentum_oscillators,
    statistics,
    trend_averages,
    trend_channels,
    trend_direction,
    volatility,
    volume,
)
from packages.domain.strategy.indicators.indicator import Category, Indicator
from packages.domain.strategy.indicators.parameters import Parameter, UnknownIndicator

__all__ = ["CATALOGUE", "Category", "Indicator", "Parameter", "catalogue_json", "indicator"]

_MODULES = (
    *(trend_averages, trend_channels, trend_direction),
    *(momentum_oscillators, momentum_differences, momentum_cycles),
    *(volatility, volume, statistics, candle_patterns),
)
CATALOGUE: Mapping[str, Indicator] = MappingProxyType(
    {each.name: each for module in _MODULES for each in module.INDICATORS}
)


def indicator(name: str) -> Indicator:
    """The indicator of that name, or `UnknownIndicator` with the nearest names."""
    try:
        return CATALOGUE[name]
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(name, CATALOGUE, n=3)
        said = "strategy.unknown_indicator_near" if near else "strategy.unknown_indicator"
        details = {"indicator": name, "suggestions": near}
        raise UnknownIndicator(said, name=name, near=" or ".join(near), details=details) from None


def catalogue_json(language: LanguageCode) -> list[dict[str, object]]:
    """The catalogue as plain data, with names and sentences in one language."""
    return [_as_json(each, Language(language)) for each in CATALOGUE.values()]


def _as_json(each: Indicator, language: Language) -> dict[str, object]:
    return {
        "name": each.name,
        "category": each.category.value,
        "category_label": render(message(f"indicators.category.{each.category}"), language),
        "label": each.label(language),
        "description": each.description(language),
        "parameters": [_parameter_json(parameter) for parameter in each.parameters],
        "inputs": list(each.inputs),
        "outputs": list(each.outputs),
        "warm_up": each.warm_up({}),
        "rising": [list(pair) for pair in each.rising],
    }


def _parameter_json(parameter: Parameter) -> dict[str, object]:
    taken = {"name": parameter.name, "kind": parameter.kind, "default": parameter.default}
    if parameter.choices:
        return {**taken, "choices": list(parameter.choices)}
    return {**taken, "minimum": parameter.minimum, "maximum": parameter.maximum}
