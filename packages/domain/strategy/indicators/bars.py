"""The columns that a formula reads: without gaps, and the source already picked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.parameters import BadColumns

COLUMNS = ("open", "high", "low", "close", "volume")
SOURCE_PARTS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in COLUMNS},
    "hl2": ("high", "low"),
    "hlc3": ("high", "low", "close"),
    "ohlc4": ("open", "high", "low", "close"),
}
Mask: TypeAlias = npt.NDArray[np.bool_]
# The declared columns, and the source or None.
Asked: TypeAlias = tuple[tuple[str, ...], str | None]

_EMPTY: Floats = np.empty(0, dtype=np.float64)
_EMPTY.flags.writeable = False
_NOTHING = dict.fromkeys((*COLUMNS, "source"), _EMPTY)


class PriceColumns(Protocol):
    """What `BarColumns` of market data looks like from here."""

    @property
    def open(self) -> Floats: ...
    @property
    def high(self) -> Floats: ...
    @property
    def low(self) -> Floats: ...
    @property
    def close(self) -> Floats: ...
    @property
    def volume(self) -> Floats: ...


Columns: TypeAlias = Mapping[str, Floats] | PriceColumns


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Finite float64 columns of one length; a column that the indicator does not declare is empty."""

    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    source: Floats
    length: int


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """Bars without the gaps, and where they stood: a bar with a missing value in any column that is read did not
    trade, so the formula never sees it and its value is NaN."""

    bars: Bars
    length: int
    traded: Mask | None

    def spread(self, values: Floats, first: int) -> Floats:
        """Values of the bars back at their places, NaN before `first`, at gaps, and where there is no finite value.
        The values become ours: they are changed in place where nobody else holds them."""
        column = values if values.base is None and values is not self.bars.source else values.copy()
        column[:first] = np.nan
        if not isfinite(np.add.reduce(column[first:])):  # one pass, and as a rule there is nothing to look for
            column[np.isinf(column)] = np.nan
        if self.traded is None:
            return column
        out = np.full(self.length, np.nan)
        out[self.traded] = column
        return out


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """The columns of one instrument, looked at once for many calculations. What is given is neither copied nor changed,
    and must stay as it is."""

    given: Columns
    _columns: dict[str, Floats] = field(default_factory=dict, init=False, repr=False)
    _gaps: dict[str, Mask | None] = field(default_factory=dict, init=False, repr=False)
    _readings: dict[Asked, ColumnReading] = field(default_factory=dict, init=False, repr=False)

    def reading(self, asked: Asked) -> ColumnReading:
        """Of the declared columns and those of the source."""
        known = self._readings.get(asked)
        if known is None:
            known = self._readings[asked] = self._read(*asked)
        return known

    def _read(self, names: tuple[str, ...], source: str | None) -> ColumnReading:
        parts = SOURCE_PARTS[source] if source else ()
        taken = {name: self._column(name) for name in COLUMNS if name in names or name in parts}
        lengths = {len(column) for column in taken.values()}
        if len(lengths) != 1:
            raise BadColumns("strategy.columns_differ", lengths=sorted(lengths), details={"columns": list(taken)})
        read = {name: taken[name] for name in names} | ({"source": self._source(source)} if source else {})
        masks = [mask for mask in map(self._traded, taken) if mask is not None]
        traded = np.logical_and.reduce(masks) if masks else None
        if traded is not None:
            read = {name: column[traded] for name, column in read.items()}
        length = lengths.pop()
        bars = Bars(**_NOTHING | read, length=length if traded is None else int(traded.sum()))
        return ColumnReading(bars, length, traded)

    def _column(self, name: str) -> Floats:
        if name not in self._columns:
            self._columns[name] = _column(self.given, name)
        return self._columns[name]

    def _traded(self, name: str) -> Mask | None:
        """None where every bar has a value."""
        if name not in self._gaps:
            finite = np.isfinite(self._columns[name])
            self._gaps[name] = None if finite.all() else finite
        return self._gaps[name]

    def _source(self, source: str) -> Floats:
        if source not in self._columns:
            with np.errstate(all="ignore"):
                self._columns[source] = _mean([self._columns[part] for part in SOURCE_PARTS[source]])
        return self._columns[source]


def series_of(columns: Columns) -> Series:
    """A column is looked at when a calculation first reads it; one that is never read may be missing or odd."""
    return Series(columns)


def _column(columns: Columns, name: str) -> Floats:
    given = columns.get(name) if isinstance(columns, Mapping) else getattr(columns, name, None)
    if given is None:
        raise BadColumns("strategy.column_missing", column=name, details={"column": name})
    column = np.ascontiguousarray(given, dtype=np.float64)
    if np.ndim(given) != 1:
        raise BadColumns("strategy.column_not_flat", column=name, details={"column": name})
    return column


def _mean(parts: list[Floats]) -> Floats:
    total = parts[0] + parts[1]
    for part in parts[2:]:
        total = total + part
    return total / len(parts)
