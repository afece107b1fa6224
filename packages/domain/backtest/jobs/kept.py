"""A report and its trades as bytes, to be drawn again at any time in any language."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from io import BytesIO
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np

from packages.domain.backtest.analysis.as_json import members_of
from packages.domain.backtest.analysis.report import DrawdownPeriod, Report
from packages.domain.backtest.outcome import TradeColumns
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.trade_rows import DECIDED_BAR, ENTRY_BAR, EXIT_BAR, SIGNAL_BAR

MOST_BARS = 100_000  # of a longer one, the columns keep the extremes and every bar that is named
_QUICK_BARS = 10_000  # up to here packing costs more than room does: floats hardly become smaller
_EXACT_TRADES = 1_000
_BARS_OF_A_TRADE = [SIGNAL_BAR, ENTRY_BAR, DECIDED_BAR, EXIT_BAR]


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What the pictures of a backtest are drawn from."""

    report: Report
    trades: TradeColumns


def keep(report: Report, trades: TradeColumns, most_bars: int = MOST_BARS) -> bytes:
    """The same report and trades always give the same bytes."""
    thin = Kept(report, trades) if len(report.time) <= most_bars else _thinned(report, trades, most_bars)
    packing, file = ZIP_STORED if len(thin.report.time) <= _QUICK_BARS else ZIP_DEFLATED, BytesIO()
    with ZipFile(file, "w") as archive:
        for name, column in _all_columns(thin):
            archive.writestr(ZipInfo(f"{name}.npy"), _npy(column), packing, compresslevel=1)
    return file.getvalue()


def _all_columns(thin: Kept) -> Iterator[tuple[str, np.ndarray]]:
    yield "told", np.frombuffer(json.dumps(_plain(thin.report)).encode(), np.uint8)
    yield "trades", thin.trades.raw
    yield from _columns("report", thin.report)


def _npy(column: np.ndarray) -> bytes:
    file = BytesIO()
    np.lib.format.write_array(file, np.asanyarray(column), allow_pickle=False)
    return file.getvalue()


def kept(data: bytes) -> Kept:
    with np.load(BytesIO(data), allow_pickle=False) as archive:
        columns = {name: archive[name] for name in archive.files}
    stored = json.loads(columns["told"].tobytes())
    return Kept(_rebuilt(Report, stored, columns, "report"), TradeColumns(columns["trades"]))


def _thinned(report: Report, trades: TradeColumns, most_bars: int) -> Kept:
    places = _places(report, trades, most_bars)
    raw = trades.raw.copy()
    raw[:, _BARS_OF_A_TRADE] = _moved(places, raw[:, _BARS_OF_A_TRADE].astype(np.int64))
    slow = report.rolling
    rolling = {name: getattr(slow, name)[places] for name in ("total_return", "volatility", "sharpe")}
    thin = replace(
        report,
        **{name: getattr(report, name)[places] for name in ("time", "equity", "drawdown", "held")},
        rolling=replace(slow, **rolling),
        benchmark=replace(report.benchmark, equity=report.benchmark.equity[places]),
        drawdowns=tuple(_moved_period(period, places) for period in report.drawdowns),
    )
    return Kept(thin, TradeColumns(raw))


def _places(report: Report, trades: TradeColumns, most_bars: int) -> Counts:
    """The lowest and the highest equity of each stretch, the bars of drawdowns, and those of the first trades."""
    stretches = np.array_split(np.arange(len(report.time)), max(1, most_bars // 4))
    equity = report.equity
    extremes = [part[place] for part in stretches for place in (equity[part].argmin(), equity[part].argmax())]
    named = [
        bar for period in report.drawdowns for bar in (period.peak_bar, period.trough_bar, period.recovered_bar or 0)
    ]
    drawn = trades.raw[:_EXACT_TRADES, _BARS_OF_A_TRADE].astype(np.int64).ravel()
    return np.unique(np.concatenate([[0, len(equity) - 1], extremes, named, drawn]).astype(np.int64))


def _moved(places: Counts, bars: Counts) -> Counts:
    return np.minimum(np.searchsorted(places, bars), len(places) - 1)


def _moved_period(period: DrawdownPeriod, places: Counts) -> DrawdownPeriod:
    back = period.recovered_bar
    peak, trough = (int(_moved(places, np.asarray(bar))) for bar in (period.peak_bar, period.trough_bar))
    return DrawdownPeriod(peak, trough, None if back is None else int(_moved(places, np.asarray(back))), period.depth)


def _columns(path: str, value: object) -> Iterator[tuple[str, np.ndarray]]:
    if isinstance(value, np.ndarray):
        yield path, value
    for name in members_of(value):
        yield from _columns(f"{path}.{name}", getattr(value, name))


def _plain(value: object) -> Any:
    """Everything but the columns."""
    if names := members_of(value):
        members = {name: getattr(value, name) for name in names}
        return {name: _plain(member) for name, member in members.items() if not isinstance(member, np.ndarray)}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _rebuilt(kind: Any, stored: Any, columns: Mapping[str, np.ndarray], path: str) -> Any:
    origin = get_origin(kind)
    if origin is np.ndarray:
        return columns[path]
    if origin is UnionType:
        [only] = [each for each in get_args(kind) if each is not NoneType]
        return None if stored is None else _rebuilt(only, stored, columns, path)
    if origin is tuple:
        return tuple(_rebuilt(get_args(kind)[0], item, columns, path) for item in stored)
    if not is_dataclass(kind):
        return stored
    hints = get_type_hints(kind)
    make: Any = kind
    return make(**{name: _rebuilt(hints[name], stored.get(name), columns, f"{path}.{name}") for name in hints})
