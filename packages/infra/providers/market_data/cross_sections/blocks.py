"""One immutable file of a year's daily bars of up to 512 series, by date: a plane of days by slots for each column.

A row of a plane is a day, and a plane is a column of a panel, so both lie in one piece. The planes hold the version of
each bar that was known first; what corrected it later is listed behind them, in the order in which it was known. A cell
without a bar is NaN, and known never. The name of a file holds the checksum of its bytes.
"""

import os
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from packages.infra.providers.market_data.bars.layout import unfinished_name
from packages.infra.providers.market_data.bars.parts import VALUES

SLOTS = 512
NEVER = np.iinfo(np.int64).max
SUFFIX = ".days"
_MAGIC = int.from_bytes(b"PARLEYD1", "little")
_HEAD = 8  # words: magic, days, slots, corrections, last instant at which any of it was known
Words = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BlockRows:
    """Versions of bars in the order of (slot, day, known_at); `values` has a row for each of `VALUES`."""

    day: Words
    slot: Words
    known_at: Words
    values: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.day)

    def picked(self, which: npt.NDArray[np.bool_]) -> "BlockRows":
        return BlockRows(self.day[which], self.slot[which], self.known_at[which], self.values[:, which])


@dataclass(frozen=True, slots=True, eq=False)
class DayBlock:
    """What a file holds; `days` counts from 1970. Corrections: `row`, `slot`, `known_at` and a row of values each."""

    days: Words
    planes: npt.NDArray[np.float64]
    known_at: Words
    corrected: Words
    corrections: npt.NDArray[np.float64]
    known_to: int

    def rows(self) -> BlockRows:
        """Every version again."""
        row, slot = np.nonzero(self.known_at != NEVER)
        found = BlockRows(self.days[row], slot, self.known_at[row, slot], self.planes[:, row, slot])
        later = BlockRows(self.days[self.corrected[0]], self.corrected[1], self.corrected[2], self.corrections)
        return joined_rows([found, later])


def joined_rows(pieces: list[BlockRows]) -> BlockRows:
    day, slot, known_at = (
        np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("day", "slot", "known_at")
    )
    values = np.concatenate([piece.values for piece in pieces], axis=1)
    order = np.lexsort((known_at, day, slot))
    return BlockRows(day[order], slot[order], known_at[order], values[:, order])


def block_of(rows: BlockRows, slots: int) -> DayBlock:
    """Rows of one year, in their order."""
    days, row = np.unique(rows.day, return_inverse=True)
    first = np.ones(len(rows), bool)
    first[1:] = (rows.day[1:] != rows.day[:-1]) | (rows.slot[1:] != rows.slot[:-1])
    planes, known_at = np.full((len(VALUES), len(days), slots), np.nan), np.full((len(days), slots), NEVER)
    cell = (row * slots + rows.slot)[first]
    for plane, values in zip(planes.reshape(len(VALUES), -1), rows.values, strict=True):
        plane[cell] = values[first]
    known_at.reshape(-1)[cell] = rows.known_at[first]
    later = np.flatnonzero(~first)
    later = later[np.argsort(rows.known_at[later], kind="stable")]
    corrected = np.stack([row[later], rows.slot[later], rows.known_at[later]]).astype(np.int64)
    return DayBlock(days, planes, known_at, corrected, rows.values[:, later], int(rows.known_at.max()))


def write_block(folder: Path, year: int, group: int, block: DayBlock) -> str:
    """The name of the file, which appears whole or not at all."""
    sizes = (len(block.days), block.known_at.shape[1], block.corrected.shape[1], block.known_to)
    head = np.array([_MAGIC, *sizes, 0, 0, 0], np.int64)
    pieces = (head, block.days, block.planes, block.known_at, block.corrected, block.corrections)
    data = [piece.tobytes() for piece in pieces]
    check = 0
    for piece in data:
        check = zlib.crc32(piece, check)
    path = folder / f"{year}-{group}-{check:08x}{SUFFIX}"
    unfinished = folder / unfinished_name(path.name)
    with unfinished.open("wb") as file:
        for piece in data:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    return path.name


class BadBlock(Exception):
    """A file that is not what its name and head say; it is made again from the files of its symbols."""


def read_block(path: Path) -> DayBlock:
    """As a map of the file: what is not asked for is not read."""
    words = np.memmap(path, np.int64, "r") if path.stat().st_size >= 8 * _HEAD else np.zeros(_HEAD, np.int64)
    magic, days, slots, later, known_to = (int(word) for word in words[:5])
    cells, count = days * slots, len(VALUES)
    sizes = (_HEAD, days, count * cells, cells, 3 * later, count * later)
    if magic != _MAGIC or min(sizes) < 0 or sum(sizes) * 8 != path.stat().st_size:
        raise BadBlock(path.name)
    _, dates, planes, known_at, corrected, corrections = np.split(np.asarray(words), np.cumsum(sizes)[:-1])
    return DayBlock(
        dates,
        planes.view(np.float64).reshape(count, days, slots),
        known_at.reshape(days, slots),
        corrected.reshape(3, later),
        corrections.view(np.float64).reshape(count, later),
        known_to,
    )


def is_whole(path: Path) -> bool:
    """Whether the bytes are those that were written."""
    return path.name.endswith(f"-{zlib.crc32(path.read_bytes()):08x}{SUFFIX}")
