"""The columns that a formula reads: without gaps, and the source already picked."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.errors import BadColumns

COLUMNS = ("open", "high", "low", "close", "volume")
SOURCE_PARTS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in COLUMNS},
    "hl2": ("high", "low"),
    "hlc3": ("high", "low", "close"),
    "ohlc4": ("open", "high", "low", "close"),
}
_EMPTY: Floats = np.empty(0, dtype=np.float64)
_EMPTY.flags.writeable = False


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
class Reading:
    """Bars without the gaps, and where they stood: a bar with a missing value in any column that is read did not
    trade, so the formula never sees it and its value is NaN."""

    bars: Bars
    length: int
    traded: npt.NDArray[np.bool_] | None

    def spread(self, values: Floats, first: int) -> Floats:
        """Values of the bars back at their places, NaN before `first`, at gaps, and where there is no finite value.
        The values become ours: they are changed in place where nobody else holds them."""
        told = values if values.flags.owndata and values is not self.bars.source else values.copy()
        told[:first] = np.nan
        told[np.isinf(told)] = np.nan
        if self.traded is None:
            return told
        out = np.full(self.length, np.nan)
        out[self.traded] = told
        return out


def read(columns: Columns, names: Collection[str], source: str | None) -> Reading:
    """Takes the declared columns and those of the source; the given arrays are never changed."""
    parts = SOURCE_PARTS[source] if source else ()
    taken = {name: _column(columns, name) for name in COLUMNS if name in names or name in parts}
    lengths = {len(column) for column in taken.values()}
    if len(lengths) != 1:
        raise BadColumns(f"Give columns of one length, not of {sorted(lengths)}.", details={"columns": list(taken)})
    length = lengths.pop()
    traded = np.logical_and.reduce([np.isfinite(column) for column in taken.values()])
    if not traded.all():
        taken = {name: column[traded] for name, column in taken.items()}
    picked = _mean([taken[part] for part in parts]) if parts else _EMPTY
    given = {name: taken.get(name, _EMPTY) if name in names else _EMPTY for name in COLUMNS}
    bars = Bars(**given, source=picked, length=int(traded.sum()))
    return Reading(bars, length, None if traded.all() else traded)


def _column(columns: Columns, name: str) -> Floats:
    given = columns.get(name) if isinstance(columns, Mapping) else getattr(columns, name, None)
    if given is None:
        raise BadColumns(f"The column {name} is missing: give it.", details={"column": name})
    column = np.ascontiguousarray(given, dtype=np.float64)
    if np.ndim(given) != 1:
        raise BadColumns(f"The column {name} must be one-dimensional.", details={"column": name})
    return column


def _mean(parts: list[Floats]) -> Floats:
    if len(parts) == 1:
        return parts[0]
    total = parts[0] + parts[1]
    for part in parts[2:]:
        total = total + part
    return total / len(parts)
