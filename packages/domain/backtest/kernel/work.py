"""The door to the kernel: hands it a table of arrays by address and lets it work; other threads run meanwhile."""

import ctypes
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.binding import library
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.compiled import address_of
from packages.domain.strategy.indicators.talib_library import RefusedByTaLib, RowFunction

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


def of_rows(function: RowFunction, columns: Sequence[Floats]) -> Floats:
    """A function of TA-Lib over every row of its columns, which are matrices of finite numbers."""
    rows, bars = columns[0].shape
    out = np.empty((rows, bars))
    _call(function, columns, rows, bars, out)
    return out


def of_row(function: RowFunction, columns: Sequence[Floats]) -> Floats:
    """The same for columns of one series."""
    out = np.empty(len(columns[0]))
    _call(function, columns, 1, len(out), out)
    return out


def _call(function: RowFunction, columns: Sequence[Floats], rows: int, bars: int, out: Floats) -> None:
    given = (ctypes.c_int64 * len(columns))(*map(address_of, columns))
    numbers = (len(columns), function.period, function.lookback, rows, bars)
    failed = library().parley_rows(function.address, given, *numbers, address_of(out))
    if failed >= 0:
        raise RefusedByTaLib("backtest.talib_failed_on_row", row=failed)
