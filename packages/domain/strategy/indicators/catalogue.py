"""The catalogue: every indicator that a strategy may name, and its export for the page and the tools."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from packages.domain.strategy.indicators import (
    candle_patterns,
    momentum_cycles,
    momentum_differences,
    momentum_oscillators,
    price_levels,
    statistics_moments,
    trend_adaptive,
    trend_averages,
    trend_channels,
    trend_direction,
    volatility_estimates,
    volatility_ranges,
    volume_flows,
    volume_windows,
)
from packages.domain.strategy.indicators.indicator import Category, Indicator
from packages.domain.strategy.indicators.parameters import Parameter, UnknownIndicator

__all__ = ["CATALOGUE", "CATEGORIES", "Category", "Indicator", "Parameter", "catalogue_json", "indicator"]

_MODULES = (
    *(trend_averages, trend_adaptive, trend_channels, trend_direction),
    *(momentum_oscillators, momentum_differences, momentum_cycles),
    *(volatility_ranges, volatility_estimates, volume_flows, volume_windows),
    *(statistics_moments, price_levels, candle_patterns),
)
CATALOGUE: Mapping[str, Indicator] = MappingProxyType(
    {each.name: each for module in _MODULES for each in module.INDICATORS}
)
CATEGORIES: Mapping[Category, tuple[str, str]] = MappingProxyType(
    {
        Category.TREND: ("趋势", "Trend"),
        Category.MOMENTUM: ("动量", "Momentum"),
        Category.VOLATILITY: ("波动率", "Volatility"),
        Category.VOLUME: ("成交量", "Volume"),
        Category.STATISTICS: ("统计、价格与形态", "Statistics, prices and candle patterns"),
    }
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


def catalogue_json(language: Literal["zh", "en"]) -> list[dict[str, object]]:
    """The catalogue as plain data, with names and sentences in one language."""
    return [_as_json(each, 0 if language == "zh" else 1) for each in CATALOGUE.values()]


def _as_json(each: Indicator, tongue: int) -> dict[str, object]:
    return {
        "name": each.name,
        "category": each.category.value,
        "category_label": CATEGORIES[each.category][tongue],
        "label": (each.label_zh, each.label_en)[tongue],
        "description": (each.description_zh, each.description_en)[tongue],
        "parameters": [_parameter_json(parameter) for parameter in each.parameters],
        "inputs": list(each.inputs),
        "outputs": list(each.outputs),
        "warm_up": each.warm_up({}),
        "rising": [list(pair) for pair in each.rising],
    }


def _parameter_json(parameter: Parameter) -> dict[str, object]:
    told = {"name": parameter.name, "kind": parameter.kind, "default": parameter.default}
    if parameter.choices:
        return {**told, "choices": list(parameter.choices)}
    return {**told, "minimum": parameter.minimum, "maximum": parameter.maximum}
