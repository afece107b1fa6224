"""TA-Lib's functions by name and settings, called in its C library directly, or through its Python package where that
is missing."""

import ctypes
import threading
from collections.abc import Callable, Iterable, Sequence
from ctypes import byref, c_char, c_void_p
from functools import cache, lru_cache
from importlib.util import find_spec
from math import isnan, nan
from pathlib import Path
from typing import Protocol, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from packages.core.errors import Invalid
from packages.core.messages import message
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_table import SIGNATURES, Kind, TalibSignature

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
        self, name: str, code: Callable[..., int], signature: TalibSignature, settings: Sequence[CNumber], lookback: int
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
        calculated = self._calculated([_place(column[begin:]) for column in columns], length - begin)
        return tuple(self._after(begin, *each) for each in zip(calculated, self._outputs, strict=True))

    def _after(self, begin: int, column: Column, blank: Blank) -> Column:
        """The column behind so many bars without a value."""
        if self._signature.counts_bars:
            column[self._lookback :] += begin
        kind, missing = blank
        return np.concatenate((np.full(begin, missing, kind), column))

    def _calculated(self, places: Sequence[object], length: int) -> tuple[Column, ...]:
        """Asked from the bar of the first value on, so that the library cannot write beyond a column, whatever its
        global settings; the answer shows whether they are still those which the lookback was found with."""
        lookback, answer, outputs = self._lookback, _ANSWER, []
        arguments = [lookback, length - 1, *places, *self._settings, *answer.places]
        for kind, missing in self._outputs:
            column = np.empty(length, kind)
            column[:lookback] = missing
            arguments.append(byref(_lent(column), lookback * kind.itemsize))
            outputs.append(column)
        code = self._code(*arguments)
        if code != 0 or answer.begin.value != lookback:
            raise RefusedByTaLib("strategy.talib_failed", function=self._name, code=code)
        return tuple(outputs)


def _place(column: Floats) -> object:
    """The address of a column that the caller holds. One that may not be written to does not lend its memory in the
    quick way."""
    return byref(_lent(column)) if column.flags.writeable else c_void_p(column.ctypes.data)


Settings: TypeAlias = tuple[tuple[str, float], ...]

_STARTING = threading.Lock()


class Library(Protocol):
    """Gives the functions of TA-Lib, each with its settings chosen."""

    def call(self, function: str, settings: Settings) -> Call: ...


class CLibrary:
    """Reached through the extension file of the package, for which the package need not be imported."""

    def __init__(self, extension: Path) -> None:
        # To look back takes a few instructions, so the interpreter's lock is kept for them.
        self._calculating, self._looking_back = ctypes.CDLL(str(extension)), ctypes.PyDLL(str(extension))
        if self._calculating.TA_Initialize() != 0:
            raise OSError(f"TA-Lib did not start from {extension.name}.")

    def call(self, function: str, settings: Settings) -> Call:
        chosen = _chosen(function, settings)
        look_back = self._looking_back[f"TA_{function}_Lookback"]
        lookback = look_back(*chosen)
        if lookback < 0:
            raise RefusedByTaLib("strategy.talib_bounds", function=function, settings=dict(settings))
        return DirectCall(function, self._calculating[f"TA_{function}"], SIGNATURES[function], chosen, lookback)


class PythonPackage:
    """TA-Lib's own wrapper: the same numbers, slow to import."""

    def call(self, function: str, settings: Settings) -> Call:
        import talib

        wrapped: Callable[..., Column | tuple[Column, ...]] = getattr(talib, function)

        def call(*columns: Floats) -> tuple[Column, ...]:
            result = wrapped(*columns, **dict(settings))
            return result if isinstance(result, tuple) else (result,)

        return call


def open_library(folders: Iterable[str]) -> Library:
    """Directly from the folders of the package; as the package where a build hides the functions of the library."""
    files = [file for folder in folders for file in sorted(Path(folder).glob("_ta_lib*"))]
    for file in files:
        if file.suffix in {".so", ".pyd"}:
            try:
                return CLibrary(file)
            except (OSError, AttributeError):
                continue
    return PythonPackage()


def library() -> Library:
    """The one of this process, opened on the first question; the library must not be started by two threads at once."""
    with _STARTING:
        return _opened()


@cache
def _opened() -> Library:
    package = find_spec("talib")
    return open_library(package.submodule_search_locations or () if package else ())


def _chosen(function: str, settings: Settings) -> list[CNumber]:
    """In the order of the signature, the usual number where none is given."""
    given, taken = dict(settings), SIGNATURES[function].settings
    names = [setting.name for setting in taken]
    if unknown := sorted(given.keys() - set(names)):
        raise RefusedByTaLib(
            "strategy.talib_unknown_setting",
            function=function,
            unknown=unknown,
            known=names or message("words.none"),
        )
    return [_number(setting.kind, given.get(setting.name, setting.usual)) for setting in taken]


def _number(kind: Kind, value: float) -> CNumber:
    return ctypes.c_double(value) if kind == "double" else ctypes.c_int(int(value))


def ta(function: str, *columns: Floats, **settings: float) -> Floats:
    """One column from a TA-Lib function by its name."""
    return np.asarray(call_of(function, tuple(settings.items()))(*columns)[0], np.float64)


def ta_columns(function: str, *columns: Floats, **settings: float) -> tuple[Floats, ...]:
    """The columns of a TA-Lib function that gives more than one."""
    return cast("tuple[Floats, ...]", call_of(function, tuple(settings.items()))(*columns))


@lru_cache(maxsize=4096)
def call_of(function: str, settings: Settings) -> Call:
    """The function with its settings chosen."""
    return library().call(function, settings)


def ema(values: Floats, n: int) -> Floats:
    """Seeded with the plain mean of the first `n` numbers; a single bar is its own mean."""
    return values.copy() if n == 1 else ta("EMA", values, timeperiod=n)


def sma(values: Floats, n: int) -> Floats:
    return values.copy() if n == 1 else ta("SMA", values, timeperiod=n)


def rma(values: Floats, n: int) -> Floats:
    """Wilder's mean: a share of 1 / n for each new value, seeded like `ema`."""
    return values.copy() if n == 1 else ta("RMA", values, timeperiod=n)


def ema_of_known(values: Floats, n: int) -> Floats:
    """The exponential mean of the numbers alone: a NaN is passed over instead of spoiling what follows."""
    known = np.isfinite(values)
    out = np.full(len(values), np.nan)
    if known.any():
        out[known] = ema(values[known], n)
    return out


def percent_rank(values: Floats, n: int) -> Floats:
    """How many of the `n` values before are below this one, in percent; an equal one counts by half."""
    below, above = (ta("PERCENTRANK", each, timeperiod=n) for each in (values, -values))
    return (100.0 + below - above) / 2.0
