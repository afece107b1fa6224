"""Computes a technical figure again from the bars that it cites."""

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from src.modules.research.domain.figures import Figure, Operation
from src.modules.research.domain.technical.bars_in_use import only, traded
from src.modules.research.domain.technical.formulas import FORMULAS
from src.modules.research.domain.technical.signs import candle_mark, gap_size

_KERNELS = {formula.key: formula.kernel for formula in FORMULAS}


class CitedBars:
    """Bars by the ids under which they are cited; adjusted as they were when the figures were made."""

    def __init__(self, series: BarSeries) -> None:
        self._series = series
        self._places = {row: place for place, row in enumerate(series.row_ids())}

    def window(self, figure: Figure) -> BarColumns | None:
        """The bars from the first to the last that is cited, if there are as many as the figure says."""
        first, last = self._places.get(figure.rows[0]), self._places.get(figure.rows[-1])
        if first is None or last is None:
            return None
        chosen = np.zeros(len(self._series), dtype=np.bool_)
        chosen[first : last + 1] = traded(self._series.columns[first : last + 1])
        window = only(self._series, chosen).columns
        return window if len(window) == max(1, figure.count) else None


def value_from_bars(figure: Figure, bars: CitedBars) -> float | None:
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
