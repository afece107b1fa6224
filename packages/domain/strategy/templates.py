"""A strategy to begin with, for each family and holding period, in the language itself."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from packages.core.errors import Invalid
from packages.core.messages import Language
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.rulebook import RULEBOOK
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Direction
from packages.domain.strategy.schema.grammar import DSL_VERSION
from packages.domain.strategy.template_paces import (
    DESCRIPTIONS,
    FAMILY_NAMES,
    HOLDING_NAMES,
    HoldingPeriod,
    Pace,
    pace_of,
)

__all__ = ["LONG_ONLY", "Family", "HoldingPeriod", "NoShortInMarket", "template"]

LONG_ONLY = (Direction.LONG,)


class NoShortInMarket(Invalid):
    """A market in which the desk sells nothing that is not held."""


def template(
    family: Family,
    holding: HoldingPeriod,
    market: Market,
    ticker: str,
    *,
    timeframe: Timeframe | None = None,
    sides: Collection[Direction] = LONG_ONLY,
    language: Language = Language.EN,
) -> Document:
    """A document in the canonical spelling; `BadSymbol` for a ticker that is none."""
    if Direction.SHORT in sides and not RULEBOOK[market].can_short:
        raise NoShortInMarket("strategy.no_short_in_market", market=market.value)
    pace = pace_of(holding, timeframe)
    idea = _FAMILIES[family]
    comma = "，" if language is Language.ZH else ", "
    name = f"{FAMILY_NAMES[family][language]}{comma}{HOLDING_NAMES[holding][language]}"
    return {
        "dsl_version": DSL_VERSION,
        "strategy": {"name": name, "description": DESCRIPTIONS[family][language]},
        "universe": {"market": market.value, "tickers": [parse_symbol(ticker).text]},
        "timeframe": pace.timeframe.value,
        "factors": idea.factors(pace),
        "trade": {side.value: idea.side(pace, _WAYS[side]) for side in Direction if side in sides},
    }


@dataclass(frozen=True, slots=True)
class _Way:
    """The words that differ between hoping for rising prices and for falling ones."""

    into: str
    out_of: str
    beyond: str
    back: str
    far: str
    near: str
    spent: tuple[str, int]


_WAYS = {
    Direction.LONG: _Way(
        into="cross_above",
        out_of="cross_below",
        beyond="gt",
        back="gte",
        far="upper",
        near="lower",
        spent=("lt", 35),
    ),
    Direction.SHORT: _Way(
        into="cross_below",
        out_of="cross_above",
        beyond="lt",
        back="lte",
        far="lower",
        near="upper",
        spent=("gt", 65),
    ),
}


@dataclass(frozen=True, slots=True)
class _Idea:
    """The factors of a family, and its rules for one direction."""

    factors: Callable[[Pace], Document]
    side: Callable[[Pace, _Way], Document]


def _trend_factors(pace: Pace) -> Document:
    return {
        "ema_fast": _indicator("ema", period=pace.fast, source="close"),
        "ema_slow": _indicator("ema", period=pace.slow, source="close"),
        "adx": _indicator("adx", period=14),
        **_filter(pace),
    }


def _trend(pace: Pace, way: _Way) -> Document:
    entry = _all(_cross("ema_fast", way.into, "ema_slow"), _cmp("adx", "gt", 20), *_filter_agrees(pace, way))
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("ema_fast", way.out_of, "ema_slow")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    return _side(entry, exits, {"mode": "risk_per_trade", "pct": 0.01})


def _reversion_factors(pace: Pace) -> Document:
    return {
        "bands": _indicator("bollinger", period=pace.channel, source="close"),
        "rsi": _indicator("rsi", period=14, source="close"),
    }


def _reversion(pace: Pace, way: _Way) -> Document:
    entry = _all(_cross("close", way.out_of, f"bands.{way.near}"), _cmp("rsi", *way.spent))
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cmp("close", way.back, {"ref": "bands.middle"})},
        {"type": "stop_loss", "stop": _atr(pace.stop_atr)},
        {"type": "time_exit", "bars": pace.longest_bars},
    ]
    return _side(entry, exits, {"mode": "pct_equity", "pct": 0.2})


def _volatility_factors(pace: Pace) -> Document:
    return {
        "range_now": _indicator("atr", period=5),
        "range_usual": _indicator("atr", period=pace.channel * 2),
        "channel": _indicator("donchian", period=pace.channel),
        **_filter(pace),
    }


def _volatility(pace: Pace, way: _Way) -> Document:
    quiet: Document = {
        "within_bars": {"condition": _cmp("range_now", "lt", {"ref": "range_usual"}), "bars": pace.channel // 4}
    }
    breakout = _cmp("close", way.beyond, {"ref": f"channel.{way.far}", "lag": 1})
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("close", way.out_of, "channel.middle")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    entry = _all(quiet, breakout, *_filter_agrees(pace, way))
    return _side(entry, exits, {"mode": "vol_target", "target": 0.15})


_FAMILIES: Mapping[Family, _Idea] = {
    Family.TREND_CONTINUATION: _Idea(_trend_factors, _trend),
    Family.MEAN_REVERSION: _Idea(_reversion_factors, _reversion),
    Family.VOLATILITY_REGIME: _Idea(_volatility_factors, _volatility),
}


def _filter(pace: Pace) -> Document:
    """The average of the slower timeframe, where the pace has one."""
    if pace.filter is None:
        return {}
    return {"ema_filter": {**_indicator("ema", period=20, source="close"), "timeframe": pace.filter.value}}


def _filter_agrees(pace: Pace, way: _Way) -> tuple[Document, ...]:
    return () if pace.filter is None else (_cmp("close", way.beyond, {"ref": "ema_filter"}),)


def _indicator(kind: str, **params: int | str) -> Document:
    return {"type": kind, "params": dict(params)}


def _all(*conditions: Document) -> Document:
    return {"all": list(conditions)}


def _cmp(left: str, op: str, right: Json) -> Document:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right}}


def _cross(a: str, op: str, b: str) -> Document:
    return {"cross": {"a": {"ref": a}, "op": op, "b": {"ref": b}}}


def _atr(multiple: float) -> Document:
    return {"kind": "atr_multiple", "value": multiple}


def _side(entry: Document, exits: list[Json], sizing: Document) -> Document:
    return {"entry": {"condition": entry, "order": {"type": "market"}}, "exits": exits, "position_sizing": sizing}
