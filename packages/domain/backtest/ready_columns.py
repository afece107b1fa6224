"""The columns that a strategy reads of one instrument, made ready to be worked out again and again: all that the kernel
has formulas for in one call."""

from collections.abc import Sequence

from packages.domain.backtest.compiling.sources import IndicatorSource, Source, with_all_outputs
from packages.domain.backtest.kernel.work import of_series, row_table
from packages.domain.backtest.own_bars import OwnBars
from packages.domain.market_data.bars import Floats


class ReadyColumns:
    """Of the instrument's own bars, which must stay as they are."""

    def __init__(self, own: OwnBars, sources: Sequence[Source]) -> None:
        self._own = own
        quick = [(source, columns) for source in sources if (columns := own.quick_columns(source)) is not None]
        functions = [source.function for source, _ in quick if isinstance(source, IndicatorSource) and source.function]
        self._given = [columns for _, columns in quick]  # kept alive: the table has their addresses
        self._table = row_table(functions, self._given)
        known = {source: at for at, (source, _) in enumerate(quick)}
        self._rows = [known.get(source) for source in sources]
        self._rest = tuple(source for source in sources if source not in known)
        self._together = with_all_outputs(self._rest)

    def columns(self) -> list[Floats]:
        """In the order of the sources; each time fresh ones."""
        rest = iter(self._own.columns(self._rest, self._together))
        if not self._given:
            return list(rest)
        values = of_series(self._table, len(self._own.close))
        return [next(rest) if row is None else values[row] for row in self._rows]
