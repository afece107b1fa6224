"""How a text file of bars is to be read: its coding, its separator, its heading and the place of each column; then its
lines, some at a time."""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.evidence.cut_off import CUT_OFF, is_cut_off
from packages.infra.providers.market_data.bars.evidence.headerless import columns_without_heading
from packages.infra.providers.market_data.bars.evidence.stacked_heading import stacked_heading
from packages.infra.providers.market_data.bars.guesses import headed_twice, is_heading, price_headings, roles_of

_LONGEST_LINE = 2**20
_TAIL = 16 * 1024
_HEAD = 64 * 1024
_HEAD_TEXT = 16 * 1024  # in which a heading stands
_LINES_BEFORE_HEADING = 30
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

_CODINGS = {"cp932": "Shift-JIS"}


@dataclass(frozen=True, slots=True)
class CsvShape:
    """How the text is to be read; `lines` lines stand before the first row. `tickers`: those that a heading of several
    lines names, each with its own columns."""

    encoding: str
    separator: str
    roles: dict[str, int]
    width: int
    lines: int
    is_plain: bool
    preface: str = ""
    volume_heading: str = ""
    orders: tuple[str, ...] = ()
    price_headings: tuple[str, ...] = ()
    tickers: tuple[tuple[str, dict[str, int]], ...] = ()
    twice: str = ""

    @property
    def look(self) -> "FileLook":
        ticker = self.tickers[0][0] if len(self.tickers) == 1 else ""
        is_european = self.separator == ";"
        headings = self.price_headings
        return FileLook(self.preface, self.volume_heading, self.orders, is_european, headings, ticker, self.twice)

    def of(self, ticker: str) -> "CsvShape":
        """The columns of one of several tickers that stand side by side."""
        roles = dict(self.tickers)[ticker]
        return replace(self, roles=roles, tickers=((ticker, roles),))

    @property
    def says(self) -> str:
        coding = _CODINGS.get(self.encoding, self.encoding)
        separator = {"\t": "tab", ",": "comma", ";": "semicolon", "|": "bar"}[self.separator]
        named = message(f"market_data.import.separator.{separator}")
        return Sentence(message("market_data.import.csv", encoding=coding, separator=named))


@dataclass(frozen=True, slots=True)
class FileLook:
    """What the rows themselves do not show: the lines above the heading, how volume and prices are headed, the orders
    that prices without a heading may stand in, whether semicolons stand between fields, as where commas are decimal,
    the ticker that a heading of several lines names, and a heading that two columns of figures have."""

    preface: str = ""
    volume_heading: str = ""
    orders: tuple[str, ...] = ()
    is_european: bool = False
    price_headings: tuple[str, ...] = ()
    ticker: str = ""
    twice: str = ""


def shape_of(path: Path) -> CsvShape:
    """Looked at once for a file as it is."""
    stat = path.stat()
    return _shape(path, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=8_192)
def _shape(path: Path, size: int, modified: int) -> CsvShape:
    """What is neither UTF-8 nor, by its headings, Chinese may be Japanese or Western European. `size` and `modified`:
    of the file that is remembered."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    encoding = encoding_of(head)
    for coding in (encoding, *(("cp932", "cp1252") if encoding == "gb18030" else ())):
        found = _by_heading(head.decode(coding, "replace"), coding)
        if found is not None:
            return found
    text = head.decode(encoding, "replace")
    return _without_heading(path, text.splitlines(), encoding, encoding.startswith("utf-8") and "\n" in text)


def _by_heading(text: str, encoding: str) -> CsvShape | None:
    is_plain = encoding.startswith("utf-8") and "\n" in text
    lines = text[:_HEAD_TEXT].splitlines()
    stacked = _by_stacked_heading(lines, encoding, is_plain)
    if stacked is not None:
        return stacked
    for number, line in enumerate(lines[:_LINES_BEFORE_HEADING], start=1):
        separator = max(",;\t|", key=line.count)
        headings = [heading.strip().strip('"') for heading in line.split(separator)]
        if is_heading(headings):
            roles = roles_of(headings)
            volume = headings[roles["volume"]] if "volume" in roles else ""
            preface = " ".join(lines[: number - 1])[:500]
            prices = price_headings(headings, roles)
            shape = CsvShape(encoding, separator, roles, len(headings), number, is_plain, preface, volume, (), prices)
            return replace(shape, twice=headed_twice(headings) or "")
    return None


def _by_stacked_heading(lines: Sequence[str], encoding: str, is_plain: bool) -> CsvShape | None:
    """The columns are those of the first ticker until another is asked for."""
    separator = max(",;\t|", key=lines[0].count) if lines else ","
    found = stacked_heading(lines, separator)
    if found is None:
        return None
    roles = found.tickers[0][1]
    volume = found.fields[roles["volume"]] if "volume" in roles else ""
    prices = price_headings(found.fields, roles)
    return CsvShape(
        encoding, separator, roles, len(found.fields), found.lines, is_plain, "", volume, (), prices, found.tickers
    )


def holds_bars(path: Path) -> bool:
    """Whether the head of a text file shows bars."""
    try:
        shape_of(path)
    except BadRows:
        return False
    return True


def _without_heading(path: Path, lines: list[str], encoding: str, is_plain: bool) -> CsvShape:
    first = next((line for line in lines if line.strip()), "")
    separator = max(",;\t|", key=first.count)
    before = lines.index(first) if first else 0
    found = columns_without_heading(lines[before:], separator)
    if found is None:
        raise BadRows("market_data.no_heading", path=path.name)
    roles, orders = found
    width = len(first.split(separator))
    volume = "volume" if "volume" in roles else ""
    return CsvShape(encoding, separator, roles, width, before, is_plain, "", volume, tuple(orders))


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
    """The last line may be cut off in the middle of a figure: then it gets a field too many."""
    separator = shape.separator.encode()
    before, last = piece[-_TAIL:].split(b"\n")[1:-1], piece.rpartition(b"\n")[2]
    missing = shape.width - 1 - last.count(separator)
    if missing > 0:
        return piece + separator * (missing + 1) + CUT_OFF.encode() + b"\n"
    cells = [line.rpartition(separator)[2].strip() for line in before if line.count(separator) == shape.width - 1]
    is_cut = missing == 0 and is_cut_off(last.rpartition(separator)[2].strip(), cells)
    return piece + (separator + CUT_OFF.encode() if is_cut else b"") + b"\n"


def encoding_of(head: bytes) -> str:
    """As its mark says; else UTF-8 where it reads as such, or GBK (in its widest form), which Chinese programs still
    write."""
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), None)
    if marked is not None:
        return marked
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "gb18030"
    return "utf-8"
