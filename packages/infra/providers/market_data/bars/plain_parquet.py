"""Reads Parquet as the bar store writes it, without the library that wrote it, whose loading takes longer than a read.

It knows eight-byte numbers, plain or by a dictionary, neither compressed nor null. Of all else it says None: ask the
library."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

_MAGIC = b"PAR1"
_TAIL = 8  # the length of the footer, and the magic
_NUMBERS = {2: "<i8", 5: "<f8"}
_BINARY = 8
_DICTIONARY, _PLAIN, _BY_DICTIONARY = 2, 0, 8
_ROW_GROUPS, _COLUMNS = 4, 1
_NOT_UNDERSTOOD = (IndexError, KeyError, ValueError, TypeError, RecursionError)


def note_in(path: str, name: str) -> str | None:
    """What the writer noted in the footer under this name."""
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - _TAIL, 0))
        length = _footer_length(file.read())
        file.seek(max(size - _TAIL - length, 0))
        footer = file.read(length)
    before, found, after = footer.rpartition(bytes([len(name)]) + name.encode() + bytes([0x10 | _BINARY]))
    try:
        return _Compact(after).value(_BINARY).decode() if found and before else None
    except _NOT_UNDERSTOOD:
        return None


def plain_columns(data: bytes, names: Sequence[str], rows: int) -> list[np.ndarray] | None:
    """A column of so many rows for each name, in memory of its own."""
    try:
        start = len(data) - _TAIL - _footer_length(data[-_TAIL:])
        groups = _Compact(data, start).structure(_ROW_GROUPS)[_ROW_GROUPS]
        chunks = [column[3] for group in groups for column in group[_COLUMNS]]
        columns = [_column(data, chunks, name.encode()) for name in names]
    except _NOT_UNDERSTOOD:
        return None
    return columns if all(len(column) == rows for column in columns) else None


def _footer_length(tail: bytes) -> int:
    return int.from_bytes(tail[:4], "little") if tail[4:] == _MAGIC else 0


def _column(data: bytes, chunks: Sequence[dict[int, Any]], name: bytes) -> np.ndarray:
    mine = [chunk for chunk in chunks if chunk[3] == [name]]
    return np.concatenate([page for chunk in mine for page in _pages(data, chunk)])


def _pages(data: bytes, chunk: dict[int, Any]) -> Iterator[np.ndarray]:
    """Of a chunk, field 1 is the type, 4 the compression, 7 the size, 9 and 11 where data and dictionary begin; of a
    page, 1 is the kind, 3 the size, 5.1 the number of rows, 5.2 the coding, 7.1 the size of the dictionary."""
    kind, place = _NUMBERS[chunk[1]], chunk.get(11, chunk[9])
    end = place + chunk[7]
    known = np.empty(0, kind)
    while place < end:
        reader = _Compact(data, place)
        page = reader.structure()
        start, place = reader.place, reader.place + page[3]
        if chunk[4] != 0:
            raise ValueError("compressed")
        if page[1] == _DICTIONARY:
            known = np.frombuffer(data[start:place], kind, page[7][1])
            continue
        body = _without_levels(data[start:place], page[5][1])
        if page[5][2] == _PLAIN:
            yield np.frombuffer(body, kind)
        elif page[5][2] == _BY_DICTIONARY:
            yield known[_indices(body, page[5][1])]
        else:
            raise ValueError("another coding")


def _without_levels(body: bytes, rows: int) -> bytes:
    levels = _none_is_null(rows)
    if not body.startswith(levels):
        raise ValueError("there may be nulls")
    return body[len(levels) :]


def _indices(body: bytes, rows: int) -> np.ndarray:
    """Runs of one place in the dictionary, and groups of eight packed into bits; no bits mean the first place."""
    width, reader = body[0], _Compact(body, 1)
    found = [np.zeros(0 if width else rows, np.int64)]
    while sum(map(len, found)) < rows:
        head = reader.unsigned()
        is_packed, count = head & 1, head >> 1
        size = count * width if is_packed else -(-width // 8)
        piece = np.frombuffer(body, np.uint8, size, reader.place)
        reader.place += size
        bits = np.unpackbits(piece, bitorder="little").reshape(-1, width if is_packed else 8 * size)
        places = bits @ (1 << np.arange(bits.shape[1]))
        found.append(places if is_packed else np.repeat(places, min(count, rows)))
    return np.concatenate(found)[:rows]


def _none_is_null(rows: int) -> bytes:
    """How the levels of a page are written that has no null: one run of ones, after its own length in bytes."""
    run, left = bytearray(), rows << 1
    while left >= 0x80:
        run.append(left & 0x7F | 0x80)
        left >>= 7
    return (len(run) + 2).to_bytes(4, "little") + bytes(run) + bytes([left, 1])


class _Compact:
    """Thrift's compact protocol; a structure is a mapping from the numbers of its fields."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self._data = data
        self.place = place

    def structure(self, last: int | None = None) -> dict[int, Any]:
        """Whole, or up to and with the field `last`."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            fields[number] = self.value(head & 15)
            if number == last:
                break
        return fields

    def value(self, kind: int) -> Any:
        match kind:
            case 1 | 2:
                return kind == 1
            case 4 | 5 | 6:
                return self._signed()
            case 8:
                length = self.unsigned()
                self.place += length
                return self._data[self.place - length : self.place]
            case 9:
                return self._list()
            case 12:
                return self.structure()
            case _:
                raise ValueError(f"kind {kind} is not read")

    def _list(self) -> list[Any]:
        head = self._byte()
        length = head >> 4 if head >> 4 < 15 else self.unsigned()
        if length > len(self._data) or head & 15 in (1, 2):
            raise ValueError("not a list that is read")
        return [self.value(head & 15) for _ in range(length)]

    def _byte(self) -> int:
        self.place += 1
        return self._data[self.place - 1]

    def unsigned(self) -> int:
        number = shift = 0
        while (byte := self._byte()) >= 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
        return number | byte << shift

    def _signed(self) -> int:
        number = self.unsigned()
        return number >> 1 ^ -(number & 1)
