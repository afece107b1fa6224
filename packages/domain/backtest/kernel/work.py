"""The door to the kernel: hands it a table of arrays by address and lets it work; other threads run meanwhile."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.binding import library
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.compiled import address_of
from packages.domain.strategy.indicators.row_functions import RowFunction
from packages.domain.strategy.indicators.talib_library import RefusedByTaLib

Arrays = Mapping[int, npt.NDArray[np.generic]]


def array_table(arrays: Arrays) -> Counts:
    """The table of arrays: address, rows and columns of each by its place. The caller keeps the arrays alive."""
    table = np.zeros(3 * k.ARRAY_COUNT, dtype=np.int64)
    for place, array in arrays.items():
        table[3 * place : 3 * place + 1 + array.ndim] = (address_of(array), *array.shape)
    return table


def addresses(columns: Sequence[Sequence[Floats]]) -> Counts:
    """Columns as the table takes them: a row of addresses for each instrument or path."""
    found = np.array([address_of(column) for row in columns for column in row], dtype=np.int64)
    return found.reshape(len(columns), -1)


def row_addresses(columns: Sequence[Floats | Sequence[Floats]]) -> Counts:
    """The same for columns that are matrices with a row a path, or lists of vectors: a row of addresses a path."""
    return np.column_stack([_rows_of(column) for column in columns])


def _rows_of(column: Floats | Sequence[Floats]) -> Counts:
    if isinstance(column, np.ndarray):
        return address_of(column) + np.arange(len(column)) * column.strides[0]
    return np.array([address_of(vector) for vector in column], dtype=np.int64)


def work(table: Counts, first: int = 0, end: int = 1) -> None:
    """Runs number `first` to `end` - 1; with lots where the table has room for them."""
    run = library().parley_scaled if table[3 * k.LOTS + 1] else library().parley_work
    run(address_of(table), first, end)


def rebalance(table: Counts) -> None:
    """Holds the portfolio that the table's picks and weights say, through all bars."""
    library().parley_rebalance(address_of(table))


def watch(table: Counts) -> None:
    """Works out what is wanted on every bar, so that any of them can be decided on."""
    library().parley_watch(address_of(table))


def decide(table: Counts, bar: int, instruments: int) -> list[int]:
    """Decides on one bar, with positions, notes and orders as the arrays hold them, and places the orders there. Gives
    who is ordered, best first: four times the instrument, plus a bit for each side."""
    ranked = np.empty(instruments, dtype=np.int64)
    chosen: int = library().parley_decide(address_of(table), bar, address_of(ranked))
    found: list[int] = ranked[:chosen].tolist()
    return found


RowTable = tuple[Counts, Floats]
_KINDS = {"MACD": k.OF_MACD, "STOCHASTIC": k.OF_STOCHASTIC, "BANDS": k.OF_BANDS}


def row_table(functions: Sequence[RowFunction], columns: Sequence[Sequence[Floats]]) -> RowTable:
    """Functions with their columns as the kernel takes them, and their settings; where values go is said later."""
    jobs = [_job(function, given) for function, given in zip(functions, columns, strict=True)]
    settings = [(*function.settings, 0.0, 0.0)[:3] for function in functions]
    return np.array(jobs, dtype=np.int64), np.array(settings)


def _job(function: RowFunction, columns: Sequence[Floats]) -> tuple[int, ...]:
    kind = _KINDS.get(function.name, k.OF_ONE if len(columns) == 1 else k.OF_THREE)
    places = (*map(address_of, columns), 0, 0)[:3]
    return kind, function.address, *places, function.output, function.lookback, 0


def of_rows(function: RowFunction, columns: Sequence[Floats]) -> Floats:
    """A function over every row of its columns, which are matrices of finite numbers."""
    rows, bars = columns[0].shape
    jobs, settings = row_table([function], [columns])
    out = np.empty((rows, bars))
    jobs[0, k.ROW_OUT] = address_of(out)
    _fill(jobs, settings, rows, bars)
    return out


def of_series(table: RowTable, bars: int) -> Floats:
    """Several functions over columns of one series each, all in one call: a row a function."""
    jobs, settings = table[0].copy(), table[1]
    out = np.empty((len(jobs), bars))
    jobs[:, k.ROW_OUT] = address_of(out) + np.arange(len(jobs)) * out.strides[0]
    _fill(jobs, settings, 1, bars)
    return out


def _fill(jobs: Counts, settings: Floats, rows: int, bars: int) -> None:
    room = np.empty(2 * bars)
    places = address_of(jobs), address_of(settings)
    failed = library().parley_rows(*places, len(jobs), rows, bars, address_of(room))
    if failed >= 0:
        raise RefusedByTaLib("backtest.talib_failed_on_row", row=failed)
