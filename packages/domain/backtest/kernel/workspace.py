"""The memory that the kernel works in: one block, cut as a run of a given size needs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.compiled import address_of

_WORD = 8
_OF_BYTES = (k.SIGNAL, k.TRUTH)


@dataclass(frozen=True, slots=True)
class Size:
    """Of a run. Without a record only the figures are kept; `trades` is the room for them. `lots` is how many units a
    position may have, 0 where it has one and leaves whole, and `parts` how many parts of positions there are."""

    instruments: int
    bars: int
    ops: int
    runs: int = 1
    recorded: bool = True
    trades: int = 0
    lots: int = 0
    parts: int = 0


@dataclass(frozen=True, slots=True)
class _Piece:
    """Which part of the memory an array has, in words of eight bytes, and its shape."""

    part: slice
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """Where each array stands in the memory, and the table of arrays as far as shapes go."""

    shapes: Counts
    pieces: Mapping[int, _Piece]
    places: Counts
    offsets: Counts
    words: int


@dataclass(frozen=True, slots=True, eq=False)
class Workspace:
    """The memory of one run at work; the table of arrays is ready but for the columns."""

    table: Counts
    memory: Floats
    cut: _Cut

    def vector(self, place: int) -> Floats:
        return self.memory[self.cut.pieces[place].part]

    def matrix(self, place: int) -> Floats:
        piece = self.cut.pieces[place]
        return self.memory[piece.part].reshape(piece.shape)

    def counts(self, place: int) -> Counts:
        """Whole numbers."""
        piece = self.cut.pieces[place]
        return self.memory[piece.part].view(np.int64).reshape(piece.shape)

    def put_columns(self, place: int, columns: Counts) -> None:
        """Addresses of columns, a row an instrument or path."""
        self.table[3 * place : 3 * place + 3] = (address_of(columns), *columns.shape)


def workspace(size: Size, given: Counts, terms: Floats) -> Workspace:
    """`given` is the table with the market and the strategy in it."""
    cut = _cut(size)
    memory = np.empty(cut.words)
    table = given + cut.shapes
    table[cut.places] = cut.offsets + address_of(memory)
    memory[: k.TERMS_WIDTH] = terms
    return Workspace(table, memory, cut)


@lru_cache(maxsize=256)
def _cut(size: Size) -> _Cut:
    shapes: dict[int, tuple[int, ...]] = {
        k.TERMS: (k.TERMS_WIDTH,),
        k.ACCOUNT: (k.ACCOUNT_WIDTH,),
        k.POSITIONS: (size.instruments, k.POSITION_WIDTH),
        k.ORDERS: (2 * size.instruments, k.ORDER_WIDTH),
        k.RANK: (size.instruments,),
        k.FIGURES: (size.runs, k.FIGURE_COUNT),
        k.NOTES: (size.instruments, k.NOTE_WIDTH),
        k.QUEUE: (size.instruments,),
    }
    if size.lots:
        shapes |= {k.LOTS: (size.instruments, size.lots * k.LOT_WIDTH)}
        shapes |= {k.PARTED: (size.instruments, max(size.parts, 1) * k.PARTED_WIDTH)}
    if size.recorded:
        shapes |= {k.EQUITY: (size.bars,), k.CASH: (size.bars,), k.EXPOSURE: (size.bars,)}
        shapes |= {k.TRADES: (size.trades, t.WIDTH)}
    shapes |= {k.SIGNAL: (size.instruments, size.bars), k.TRUTH: (size.instruments * size.ops, size.bars)}
    pieces, words = _one_after_another(shapes)
    return _Cut(
        shapes=_shapes(shapes),
        pieces=pieces,
        places=np.array([3 * place for place in pieces]),
        offsets=np.array([_WORD * piece.part.start for piece in pieces.values()]),
        words=words,
    )


def _one_after_another(shapes: Mapping[int, tuple[int, ...]]) -> tuple[dict[int, _Piece], int]:
    pieces, filled = {}, 0
    for place, shape in shapes.items():
        words = prod(shape) if place not in _OF_BYTES else -(-prod(shape) // _WORD)
        pieces[place] = _Piece(slice(filled, filled + words), shape)
        filled += words
    return pieces, filled


def _shapes(shapes: Mapping[int, tuple[int, ...]]) -> Counts:
    table = np.zeros(3 * k.ARRAY_COUNT, dtype=np.int64)
    for place, shape in shapes.items():
        table[3 * place + 1 : 3 * place + 1 + len(shape)] = shape
    return table
