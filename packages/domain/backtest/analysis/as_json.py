"""The report as the page and the tools are given it: plain JSON, every number finite or null."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from packages.core.events import JsonObject, JsonValue
from packages.domain.backtest.analysis.report import BenchmarkComparison, DrawdownPeriod, Report, TradeFigures
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.thinning import kept
from packages.domain.market_data.bars import Floats, Instants

_GROUPS = ("by_direction", "by_exit", "by_ticker", "by_weekday", "by_hour", "by_holding")


def report_json(report: Report, panel: Panel, *, points: int = 2000) -> JsonObject:
    """Each curve has at most `points` points of its own; times are UTC, and dates alone for daily bars and longer."""
    payload: dict[str, JsonValue] = {
        "market": panel.market.value,
        "timeframe": panel.timeframe.value,
        "tickers": list(panel.tickers),
        "first": _moment(report.time, 0, panel),
        "last": _moment(report.time, len(report.time) - 1, panel),
        "figures": plain(report.figures),
        "all_trades": _trades(report.all_trades),
        **{name: [_trades(each) for each in getattr(report, name)] for name in _GROUPS},
        "monthly": [plain(row) for row in report.monthly],
        "drawdowns": [_drawdown(each, report.time, panel) for each in report.drawdowns],
        "benchmark": _benchmark(report.benchmark),
        "rolling_window": report.rolling.window,
        "curves": _curves(report, panel, points),
        "open_positions": report.open_positions,
        "most_held": int(report.held.max()),
        "warnings": list(report.warnings),
    }
    return payload


def plain(value: object) -> JsonValue:
    """Numbers that are not finite become null, sequences become lists, dataclasses objects."""
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
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no place in JSON.")


def _trades(figures: TradeFigures) -> JsonValue:
    return plain(figures)


def _drawdown(period: DrawdownPeriod, time: Instants, panel: Panel) -> JsonValue:
    back = period.recovered_bar
    return {
        "peak": _moment(time, period.peak_bar, panel),
        "trough": _moment(time, period.trough_bar, panel),
        "recovered": None if back is None else _moment(time, back, panel),
        "depth": plain(period.depth),
        "bars": (len(time) - 1 if back is None else back) - period.peak_bar,
    }


def _benchmark(benchmark: BenchmarkComparison) -> JsonValue:
    names = (name for name in BenchmarkComparison.__slots__ if name != "equity")
    return {name: plain(getattr(benchmark, name)) for name in names}


def _curves(report: Report, panel: Panel, points: int) -> JsonValue:
    columns = {
        "equity": report.equity,
        "drawdown": report.drawdown,
        "benchmark": report.benchmark.equity,
        "rolling_return": report.rolling.total_return,
        "rolling_volatility": report.rolling.volatility,
        "rolling_sharpe": report.rolling.sharpe,
    }
    return {name: _curve(report.time, values, panel, points) for name, values in columns.items()}


def _curve(time: Instants, values: Floats, panel: Panel, points: int) -> JsonValue:
    places = kept(values, points)
    return {"time": _moments(time[places], panel), "value": values[places].tolist()}


def _moment(time: Instants, bar: int, panel: Panel) -> str:
    return _moments(time[bar : bar + 1], panel)[0]


def _moments(time: Instants, panel: Panel) -> list[str]:
    if panel.timeframe.is_intraday:
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
