"""A CSV file of whoever's making, in pieces of bounded size: encoding, separator and heading are found out."""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.guesses import is_heading, roles_of

_LONGEST_LINE = 2**20
_HEAD = 64 * 1024
_LINES_BEFORE_HEADING = 30
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class CsvShape:
    """How the text is to be read; `lines` lines stand before the first row."""

    encoding: str
    separator: str
    roles: dict[str, int]
    width: int
    lines: int
    is_plain: bool

    @property
    def says(self) -> str:
        separator = {"\t": "tab", ",": "comma", ";": "semicolon", "|": "bar"}[self.separator]
        return f"{self.encoding} text, separated by {separator}"


def shape_of(path: Path) -> CsvShape:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    encoding = next((name for mark, name in _MARKS if head.startswith(mark)), None) or _encoding(head)
    text = head.decode(encoding, "replace")
    is_plain = encoding.startswith("utf-8") and "\n" in text
    for number, line in enumerate(text.splitlines()[:_LINES_BEFORE_HEADING], start=1):
        separator = max(",;\t|", key=line.count)
        headings = [heading.strip().strip('"') for heading in line.split(separator)]
        if is_heading(headings):
            return CsvShape(encoding, separator, roles_of(headings), len(headings), number, is_plain)
    raise BadRows("market_data.no_heading", path=path.name)


def pieces(path: Path, shape: CsvShape, heading: bytes, size: int) -> Iterator[bytes]:
    """Whole lines as UTF-8 below a heading of ours, some `size` bytes at a time."""
    blocks = _plain_blocks(path, shape, size) if shape.is_plain else _decoded_blocks(path, shape, size)
    for block, rest_of_line in blocks:
        if len(rest_of_line) >= _LONGEST_LINE:
            raise BadRows("market_data.line_too_long", path=path.name, most=f"{_LONGEST_LINE:,}")
        piece = b"".join((heading, b"\n", block, rest_of_line))
        yield piece if piece.endswith(b"\n") else _closed(piece, shape)


def _plain_blocks(path: Path, shape: CsvShape, size: int) -> Iterator[tuple[bytes, bytes]]:
    with path.open("rb") as file:
        for _ in range(shape.lines):
            file.readline()
        while block := file.read(size):
            yield block, file.readline(_LONGEST_LINE)


def _decoded_blocks(path: Path, shape: CsvShape, size: int) -> Iterator[tuple[bytes, bytes]]:
    with path.open(encoding=shape.encoding, errors="replace") as file:
        for _ in range(shape.lines):
            file.readline()
        while block := file.read(size):
            yield block.encode(), file.readline(_LONGEST_LINE).encode()


def _closed(piece: bytes, shape: CsvShape) -> bytes:
    """The last line may be cut off in the middle of a figure: one that is too short gets a field too many instead."""
    separator = shape.separator.encode()
    missing = shape.width - 1 - piece.rpartition(b"\n")[2].count(separator)
    return piece + (separator * (missing + 1) + b"cut off" if missing > 0 else b"") + b"\n"


def _encoding(head: bytes) -> str:
    """UTF-8 where it reads as such; else GBK (in its widest form), which Chinese programs still write."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "gb18030"
    return "utf-8"
