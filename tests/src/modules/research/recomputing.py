"""Computes a figure again from the rows that it cites, and from nothing else.

Parts are followed down to single rows, so a figure that agrees with its recomputation is backed by its rows all the
way. What cannot be computed again (a row that is missing, a window that has another length) is said, not passed.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import Row, Valuation
from src.modules.research.domain.arithmetic import ARITHMETIC
from src.modules.research.domain.figures import Number, Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import only, traded
from src.modules.research.domain.technical.candles import candle_mark, gap_size
from src.modules.research.domain.technical.collect import FORMULAS
from src.modules.research.domain.valuation.multiples import over_window, positive_values
from src.modules.research.domain.valuation.own_history import own_values

_OVER_VALUATIONS = (Operation.PERCENTILE, Operation.QUANTILE)
_OVER_CLOSES = {Operation.OWN_PERCENTILE: Operation.PERCENTILE, Operation.OWN_QUANTILE: Operation.QUANTILE}
_KERNELS = {formula.key: formula.kernel for formula in FORMULAS}


class CannotRecompute(Exception):
    """A figure does not stand on the rows that it cites."""


class CitedBars:
    """Bars by the ids under which they are cited; adjusted as they were when the figures were made."""

    def __init__(self, series: BarSeries) -> None:
        self._series = series
        self._places = {row: place for place, row in enumerate(series.row_ids())}

    def window(self, figure: ResearchFigure) -> BarColumns | None:
        """The bars from the first to the last that is cited, if there are as many as the figure says."""
        first, last = self._places.get(figure.rows[0]), self._places.get(figure.rows[-1])
        if first is None or last is None:
            return None
        chosen = np.zeros(len(self._series), dtype=np.bool_)
        chosen[first : last + 1] = traded(self._series.columns[first : last + 1])
        window = only(self._series, chosen).columns
        return window if len(window) == max(1, figure.count) else None


class Source:
    """Rows by id, and the adjusted bars where figures stand on some; `peers` are those of other companies."""

    def __init__(self, rows: Iterable[Row], bars: BarSeries | None = None, peers: Iterable[BarSeries] = ()) -> None:
        self.rows: Mapping[str, Row] = {row.id: row for row in rows}
        self.bars = tuple(CitedBars(series) for series in (bars, *peers) if series is not None)


def recompute(figure: ResearchFigure, source: Source) -> Number:
    """The value that the cited rows give; raises `CannotRecompute` where they do not give any."""
    if figure.operation in _OVER_CLOSES:
        return _own_history(figure, source)
    if figure.parts:
        parts = [_exact(recompute(part, source)) for part in figure.parts]
        return ARITHMETIC[figure.operation](parts, figure.parameters)
    if figure.operation in _OVER_VALUATIONS:
        return over_window(figure.operation, _history(figure, source), figure.parameters)
    if figure.operation is Operation.IDENTITY and figure.rows[0] in source.rows:
        return _read(figure, source.rows[figure.rows[0]])
    found = (_from_bars(figure, bars) for bars in source.bars)
    value = next((value for value in found if value is not None), None)
    if value is None:
        raise CannotRecompute(f"{figure.key} stands on rows that are not there: {figure.rows}.")
    return value


def _from_bars(figure: ResearchFigure, bars: CitedBars) -> float | None:
    """None where the cited bars are not all there or the figure is none of bars."""
    window = bars.window(figure)
    if window is None:
        return None
    if figure.operation is Operation.IDENTITY:
        return float(getattr(window, figure.column)[-1])
    if figure.operation is Operation.CANDLE:
        return candle_mark(window, figure.key.removeprefix("candle_"))
    if figure.operation is Operation.GAP:
        return gap_size(window)
    kernel = _KERNELS.get(figure.key)
    return None if kernel is None else kernel(window)


def _own_history(figure: ResearchFigure, source: Source) -> Decimal:
    window = next((found for bars in source.bars if (found := bars.window(figure)) is not None), None)
    if window is None:
        raise CannotRecompute(f"{figure.key} stands on rows that are not there: {figure.rows}.")
    parts = [_exact(recompute(part, source)) for part in figure.parts]
    terms = figure.parameters
    asked = terms[:1] if figure.operation is Operation.OWN_QUANTILE else ()
    return over_window(_OVER_CLOSES[figure.operation], own_values(window, parts, terms[len(asked) :]), asked)


def agrees(figure: ResearchFigure, source: Source, tolerance: float = 1e-9) -> bool:
    """Whether the cited rows give the value that is said, up to rounding."""
    again = float(recompute(figure, source))
    return abs(again - float(figure.value)) <= tolerance * max(1.0, abs(again))


def _read(figure: ResearchFigure, row: Row) -> Decimal:
    value = getattr(row, figure.column, None)
    if not isinstance(value, Decimal):
        raise CannotRecompute(f"{figure.key}: there is no such number as {figure.column} in {row.id}.")
    return value


def _history(figure: ResearchFigure, source: Source) -> list[Decimal]:
    first, last = source.rows.get(figure.rows[0]), source.rows.get(figure.rows[-1])
    if not isinstance(first, Valuation) or not isinstance(last, Valuation):
        raise CannotRecompute(f"{figure.key} stands on rows that are not there: {figure.rows}.")
    rows = [row for row in source.rows.values() if isinstance(row, Valuation) and _alike(row, first)]
    window = sorted((row for row in rows if first.day <= row.day <= last.day), key=lambda row: row.day)
    values = positive_values(window, figure.column)
    if len(values) != figure.count:
        raise CannotRecompute(f"{figure.key} stands on {figure.count} days, {len(values)} are there.")
    return values


def _alike(row: Valuation, first: Valuation) -> bool:
    return row.symbol == first.symbol and row.source == first.source


def _exact(value: Number) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(repr(value))
