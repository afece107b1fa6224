"""A function of TA-Lib's C library with its settings chosen: columns in, columns out, other threads free meanwhile."""

import ctypes
import threading
from collections.abc import Callable, Sequence
from ctypes import byref, c_char, c_void_p
from math import isnan, nan
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.core.errors import Invalid
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_table import Kind, Signature

Column: TypeAlias = Floats | npt.NDArray[np.int32]
Call: TypeAlias = Callable[..., tuple[Column, ...]]
CNumber: TypeAlias = ctypes.c_int | ctypes.c_double
Blank: TypeAlias = tuple[np.dtype[np.float64] | np.dtype[np.int32], float]

_DOUBLE = np.dtype(np.float64)
_BLANKS: dict[Kind, Blank] = {"double": (_DOUBLE, nan), "int": (np.dtype(np.int32), 0)}
_lent: Callable[[Column], c_char] = c_char.from_buffer  # type: ignore[assignment] # an array is a buffer


class RefusedByTaLib(Invalid):
    """Settings or columns that a function of TA-Lib does not take."""


class _Answer(threading.local):
    """Where the library says at which bar it began and how many values it gave. Functions read their own answer back
    while they run, so each thread has its own."""

    def __init__(self) -> None:
        self.begin, self.count = ctypes.c_int(), ctypes.c_int()
        self.places = byref(self.begin), byref(self.count)


_ANSWER = _Answer()


class DirectCall:
    """Begins at the first bar where no column is NaN, as the package does; before the first value there is NaN, or 0 in
    a column of whole numbers. `code` is the C function."""

    __slots__ = ("_code", "_lookback", "_name", "_outputs", "_settings", "_signature")

    def __init__(
        self, name: str, code: Callable[..., int], signature: Signature, settings: Sequence[CNumber], lookback: int
    ) -> None:
        self._name, self._code, self._signature = name, code, signature
        self._settings, self._lookback = settings, lookback
        self._outputs = [_BLANKS[kind] for kind in signature.outputs]

    @property
    def address(self) -> int:
        """Of the C function itself."""
        return ctypes.cast(self._code, c_void_p).value or 0  # type: ignore[arg-type]

    @property
    def lookback(self) -> int:
        return self._lookback

    def __call__(self, *columns: Floats) -> tuple[Column, ...]:
        length = len(columns[0])
        if length <= self._lookback or len(columns) != self._signature.inputs:
            return self._from_first_known(columns)
        places: list[object] = []
        for column in columns:
            fits = column.dtype is _DOUBLE and column.flags.c_contiguous and len(column) == length
            if not fits or isnan(column.item(0)):
                return self._from_first_known(columns)
            places.append(_place(column))
        return self._calculated(places, length)

    def _from_first_known(self, given: Sequence[Floats]) -> tuple[Column, ...]:
        columns = [np.ascontiguousarray(column, _DOUBLE) for column in given]
        length = len(columns[0])
        if len(columns) != self._signature.inputs or any(len(column) != length for column in columns):
            raise RefusedByTaLib("strategy.talib_inputs", function=self._name, inputs=self._signature.inputs)
        known = ~np.logical_or.reduce([np.isnan(column) for column in columns])
        # Where nothing is known, the package begins at the last bar.
        begin = int(known.argmax()) if known.any() else max(0, length - 1)
        if length - begin <= self._lookback:
            return tuple(np.full(length, missing, kind) for kind, missing in self._outputs)
        told = self._calculated([_place(column[begin:]) for column in columns], length - begin)
        return tuple(self._after(begin, *each) for each in zip(told, self._outputs, strict=True))

    def _after(self, begin: int, column: Column, blank: Blank) -> Column:
        """The column behind so many bars without a value."""
        if self._signature.counts_bars:
            column[self._lookback :] += begin
        kind, missing = blank
        return np.concatenate((np.full(begin, missing, kind), column))

    def _calculated(self, places: Sequence[object], length: int) -> tuple[Column, ...]:
        """Asked from the bar of the first value on, so that the library cannot write beyond a column, whatever its
        global settings; the answer shows whether they are still those which the lookback was found with."""
        lookback, answer, told = self._lookback, _ANSWER, []
        arguments = [lookback, length - 1, *places, *self._settings, *answer.places]
        for kind, missing in self._outputs:
            column = np.empty(length, kind)
            column[:lookback] = missing
            arguments.append(byref(_lent(column), lookback * kind.itemsize))
            told.append(column)
        code = self._code(*arguments)
        if code != 0 or answer.begin.value != lookback:
            raise RefusedByTaLib("strategy.talib_failed", function=self._name, code=code)
        return tuple(told)


def _place(column: Floats) -> object:
    """The address of a column that the caller holds. One that may not be written to does not lend its memory in the
    quick way."""
    return byref(_lent(column)) if column.flags.writeable else c_void_p(column.ctypes.data)
