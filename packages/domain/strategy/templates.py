"""A strategy to begin with, for each family and holding period, in the language itself; long only."""

from dataclasses import dataclass
from enum import StrEnum

from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.schema.grammar import DSL_VERSION


class Family(StrEnum):
    """What a strategy believes in."""

    TREND_CONTINUATION = "trend_continuation"
    MEAN_REVERSION = "mean_reversion"
    VOLATILITY_REGIME = "volatility_regime"


class HoldingPeriod(StrEnum):
    """How long a position is meant to last."""

    INTRADAY_SCALP = "intraday_scalp"
    INTRADAY = "intraday"
    SWING_DAYS = "swing_days"
    POSITION_WEEKS_PLUS = "position_weeks_plus"


@dataclass(frozen=True, slots=True)
class _Pace:
    """The numbers of a holding period; `filter` is the slower timeframe that must agree, if any."""

    timeframe: str
    filter: str | None
    fast: int
    slow: int
    channel: int
    stop_atr: float
    longest_bars: int


_PACES = {
    HoldingPeriod.INTRADAY_SCALP: _Pace("5m", "1h", 9, 21, 20, 1.5, 24),
    HoldingPeriod.INTRADAY: _Pace("15m", "1h", 12, 36, 26, 2.0, 26),
    HoldingPeriod.SWING_DAYS: _Pace("1d", None, 10, 30, 20, 2.5, 15),
    HoldingPeriod.POSITION_WEEKS_PLUS: _Pace("1d", "1w", 50, 150, 55, 4.0, 120),
}


def template(family: Family, holding: HoldingPeriod, market: Market, ticker: str) -> Document:
    """A document in the canonical spelling; `BadSymbol` for a ticker that is none."""
    pace = _PACES[holding]
    factors, side = _FAMILIES[family](pace)
    name = f"{family.value.replace('_', ' ')}, {holding.value.replace('_', ' ')}".capitalize()
    return {
        "dsl_version": DSL_VERSION,
        "strategy": {"name": name, "description": _DESCRIPTIONS[family]},
        "universe": {"market": market.value, "tickers": [parse_symbol(ticker).text]},
        "timeframe": pace.timeframe,
        "factors": factors,
        "trade": {"long": side},
    }


_DESCRIPTIONS = {
    Family.TREND_CONTINUATION: "Buys when a fast average crosses a slow one in a market that has a direction.",
    Family.MEAN_REVERSION: "Buys a fall that went too far, and sells when the price is back at its average.",
    Family.VOLATILITY_REGIME: "Buys the breakout from a quiet time, sized so that loud times weigh no more.",
}


def _trend(pace: _Pace) -> tuple[Document, Document]:
    factors = {
        "ema_fast": _indicator("ema", period=pace.fast, source="close"),
        "ema_slow": _indicator("ema", period=pace.slow, source="close"),
        "adx": _indicator("adx", period=14),
        **_filter(pace),
    }
    entry = _all(_cross("ema_fast", "cross_above", "ema_slow"), _cmp("adx", "gt", 20), *_filter_agrees(pace))
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("ema_fast", "cross_below", "ema_slow")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    return factors, _side(entry, exits, {"mode": "risk_per_trade", "pct": 0.01})


def _reversion(pace: _Pace) -> tuple[Document, Document]:
    factors: Document = {
        "bands": _indicator("bollinger", period=pace.channel, source="close"),
        "rsi": _indicator("rsi", period=14, source="close"),
    }
    entry = _all(_cross("close", "cross_below", "bands.lower"), _cmp("rsi", "lt", 35))
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cmp("close", "gte", {"ref": "bands.middle"})},
        {"type": "stop_loss", "stop": _atr(pace.stop_atr)},
        {"type": "time_exit", "bars": pace.longest_bars},
    ]
    return factors, _side(entry, exits, {"mode": "pct_equity", "pct": 0.2})


def _volatility(pace: _Pace) -> tuple[Document, Document]:
    factors = {
        "range_now": _indicator("atr", period=5),
        "range_usual": _indicator("atr", period=pace.channel * 2),
        "channel": _indicator("donchian", period=pace.channel),
        **_filter(pace),
    }
    quiet: Document = {
        "within_bars": {"condition": _cmp("range_now", "lt", {"ref": "range_usual"}), "bars": pace.channel // 4}
    }
    breakout = _cmp("close", "gt", {"ref": "channel.upper", "lag": 1})
    exits: list[Json] = [
        {"type": "signal_exit", "condition": _cross("close", "cross_below", "channel.middle")},
        {"type": "trailing_stop", "stop": _atr(pace.stop_atr)},
    ]
    sizing: Document = {"mode": "vol_target", "target": 0.15}
    return factors, _side(_all(quiet, breakout, *_filter_agrees(pace)), exits, sizing)


_FAMILIES = {
    Family.TREND_CONTINUATION: _trend,
    Family.MEAN_REVERSION: _reversion,
    Family.VOLATILITY_REGIME: _volatility,
}


def _filter(pace: _Pace) -> Document:
    """The average of the slower timeframe, where the pace has one."""
    if pace.filter is None:
        return {}
    return {"ema_filter": {**_indicator("ema", period=20, source="close"), "timeframe": pace.filter}}


def _filter_agrees(pace: _Pace) -> tuple[Document, ...]:
    return () if pace.filter is None else (_cmp("close", "gt", {"ref": "ema_filter"}),)


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
