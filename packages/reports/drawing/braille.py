"""Curves for a terminal, from dots: a letter holds two dots across and four down."""

import math

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.reports.drawing.axes import Scale

_FIRST = 0x2800
_DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])


def curve(values: Floats, scale: Scale, width: int, height: int) -> tuple[str, ...]:
    """Rows of letters, top first. Each column of dots reaches from the lowest to the highest of its bars, and on to
    where the column before ended, so that no extreme is lost and the curve hangs together."""
    dots = np.zeros((height * 4, width * 2), dtype=bool)
    before: int | None = None
    for column, stretch in enumerate(_stretches(values, width * 2)):
        rows = _rows(stretch[np.isfinite(stretch)], scale, height * 4)
        if not len(rows):
            continue
        reach = [*rows.tolist(), rows[0] if before is None else before]
        dots[min(reach) : max(reach) + 1, column] = True
        before = int(rows[-1])
    return _letters(dots)


def hanging(values: Floats, scale: Scale, width: int, height: int) -> tuple[str, ...]:
    """What lies between the top of the scale and the lowest value of each column."""
    dots = np.zeros((height * 4, width * 2), dtype=bool)
    for column, stretch in enumerate(_stretches(values, width * 2)):
        known = stretch[np.isfinite(stretch)]
        depth = math.ceil((1 - scale.place(float(known.min()))) * height * 4) if len(known) else 0
        dots[: max(depth, 0), column] = True
    return _letters(dots)


def _stretches(values: Floats, columns: int) -> list[Floats]:
    """The series in so many parts; a series with fewer values repeats them."""
    count = len(values)
    starts = np.arange(columns) * count // columns
    ends = np.maximum((np.arange(columns) + 1) * count // columns, starts + 1)
    return [values[start:end] for start, end in zip(starts, ends, strict=True)]


def _rows(known: Floats, scale: Scale, rows: int) -> npt.NDArray[np.int64]:
    from_top = (1 - scale.share(known)) * (rows - 1)
    return np.clip(np.rint(from_top).astype(np.int64), 0, rows - 1)


def _letters(dots: npt.NDArray[np.bool_]) -> tuple[str, ...]:
    rows, columns = dots.shape
    cells = dots.reshape(rows // 4, 4, columns // 2, 2).transpose(0, 2, 1, 3)
    codes = _FIRST + (cells * _DOTS).sum(axis=(2, 3))
    return tuple("".join(map(chr, row)) for row in codes.tolist())
