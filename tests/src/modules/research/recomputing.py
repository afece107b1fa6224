"""Computes a figure again from the rows that it cites, and from nothing else.

Parts are followed down to single rows, so a figure that agrees with its recomputation is backed by its rows all the
way. What cannot be computed again (a row that is missing, a window that has another length) is said, not passed.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import Row, Valuation
from src.modules.research.domain.arithmetic import ARITHMETIC
from src.modules.research.domain.figures import Number, Operation, ResearchFigure
from src.modules.research.domain.technical.collect import CitedBars, value_from_bars
from src.modules.research.domain.valuation.multiples import over_window, positive_values
from src.modules.research.domain.valuation.own_history import own_again

_OVER_VALUATIONS = (Operation.PERCENTILE, Operation.QUANTILE)
_OVER_CLOSES = (Operation.OWN_PERCENTILE, Operation.OWN_QUANTILE)


class CannotRecompute(Exception):
    """A figure does not stand on the rows that it cites."""


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
    found = (value_from_bars(figure, bars) for bars in source.bars)
    value = next((value for value in found if value is not None), None)
    if value is None:
        raise CannotRecompute(f"{figure.key} stands on rows that are not there: {figure.rows}.")
    return value


def _own_history(figure: ResearchFigure, source: Source) -> Decimal:
    window = next((found for bars in source.bars if (found := bars.window(figure)) is not None), None)
    if window is None:
        raise CannotRecompute(f"{figure.key} stands on rows that are not there: {figure.rows}.")
    parts = [_exact(recompute(part, source)) for part in figure.parts]
    return own_again(figure.operation, window, parts, figure.parameters)


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
