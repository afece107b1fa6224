"""The report as the page and the tools are given it: plain JSON, every number finite or null."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np

from packages.core.events import JsonObject, JsonValue
from packages.domain.backtest.analysis.report import BenchmarkComparison, DrawdownPeriod, Report, TradeFigures
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.thinning import kept
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.timeframe import Timeframe

_PLAIN = {str, int, bool, type(None)}
_GROUPS = ("by_direction", "by_exit", "by_ticker", "by_weekday", "by_hour", "by_holding")


def report_json(report: Report, panel: Panel) -> JsonObject:
    """All but the curves; times are UTC, and dates alone for daily bars and longer."""
    payload: dict[str, JsonValue] = {
        "market": panel.market.value,
        "timeframe": panel.timeframe.value,
        "tickers": list(panel.tickers),
        "first": _moment(report.time, 0, panel.timeframe),
        "last": _moment(report.time, len(report.time) - 1, panel.timeframe),
        "figures": plain(report.figures),
        "all_trades": _trades(report.all_trades),
        **{name: [_trades(each) for each in getattr(report, name)] for name in _GROUPS},
        "monthly": [plain(row) for row in report.monthly],
        "drawdowns": [_drawdown(each, report.time, panel.timeframe) for each in report.drawdowns],
        "benchmark": _benchmark(report.benchmark),
        "rolling_window": report.rolling.window,
        "open_positions": report.open_positions,
        "most_held": int(report.held.max()),
        "warnings": list(report.warnings),
    }
    return payload


def plain(value: object) -> JsonValue:
    """Numbers that are not finite become null, sequences become lists, dataclasses objects."""
    kind = type(value)
    if kind in _PLAIN:  # most are: a backtest has thousands of them
        return value  # type: ignore[return-value] # what is plain
    if kind is not float and (names := members_of(value)):
        return {name: plain(getattr(value, name)) for name in names}
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return float(value) if math.isfinite(value) else None
        case tuple() | list():
            return [plain(inside) for inside in value]
        case Mapping():
            return {str(key): plain(inside) for key, inside in value.items()}
        case Sequence():
            return [plain(inside) for inside in value]
        case _:
            raise TypeError(f"{type(value).__name__} has no place in JSON.")


def members_of(value: object) -> tuple[str, ...]:
    """The names of what a dataclass holds; none of anything else."""
    kind: Any = type(value)
    return _members_of(kind)


@cache
def _members_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _trades(figures: TradeFigures) -> JsonValue:
    return plain(figures)


def _drawdown(period: DrawdownPeriod, time: Instants, timeframe: Timeframe) -> JsonValue:
    back = period.recovered_bar
    return {
        "peak": _moment(time, period.peak_bar, timeframe),
        "trough": _moment(time, period.trough_bar, timeframe),
        "recovered": None if back is None else _moment(time, back, timeframe),
        "depth": plain(period.depth),
        "bars": (len(time) - 1 if back is None else back) - period.peak_bar,
    }


def _benchmark(benchmark: BenchmarkComparison) -> JsonValue:
    names = (name for name in BenchmarkComparison.__slots__ if name != "equity")
    return {name: plain(getattr(benchmark, name)) for name in names}


def curves_json(report: Report, timeframe: Timeframe, *, points: int = 2000) -> JsonValue:
    """Each with at most `points` points of its own."""
    columns = {
        "equity": report.equity,
        "drawdown": report.drawdown,
        "benchmark": report.benchmark.equity,
        "rolling_return": report.rolling.total_return,
        "rolling_volatility": report.rolling.volatility,
        "rolling_sharpe": report.rolling.sharpe,
    }
    places = {name: kept(values, points) for name, values in columns.items()}
    shown = np.zeros(len(report.time), bool)
    for each in places.values():
        shown[each] = True
    bars = np.flatnonzero(shown)  # most of them are in several curves, and written once
    moments = np.array(_moments(report.time[bars], timeframe), object)
    return {
        name: {
            "time": moments[np.searchsorted(bars, places[name])].tolist(),
            "value": values[places[name]].tolist(),
        }
        for name, values in columns.items()
    }


def _moment(time: Instants, bar: int, timeframe: Timeframe) -> str:
    return _moments(time[bar : bar + 1], timeframe)[0]


def _moments(time: Instants, timeframe: Timeframe) -> list[str]:
    if timeframe.is_intraday:
        return list(np.datetime_as_string(time, unit="m", timezone="UTC").tolist())
    return list(np.datetime_as_string(time, unit="D").tolist())


def curve_json(report: Report, places: Sequence[int] | np.ndarray) -> dict[str, list[Any]]:
    """The equity, its drawdown and the benchmark at some bars of the report."""
    return {
        "time": _instants(report, places),
        "equity": report.equity[places].tolist(),
        "drawdown": report.drawdown[places].tolist(),
        "benchmark": report.benchmark.equity[places].tolist(),
    }


def rolling_json(report: Report, places: Sequence[int] | np.ndarray) -> dict[str, Any]:
    """What was measured over a window that moves, at some bars of the report."""
    rolling = report.rolling
    names = ("total_return", "volatility", "sharpe")
    columns = {name: plain(getattr(rolling, name)[places].tolist()) for name in names}
    return {"window": rolling.window, "time": _instants(report, places), **columns}


def _instants(report: Report, places: Sequence[int] | np.ndarray) -> list[str]:
    return [f"{time}Z" for time in np.datetime_as_string(report.time[places], unit="s").tolist()]
