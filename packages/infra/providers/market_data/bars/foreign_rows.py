"""The rows of a foreign file as frames: a column for each role, one row for each line, nothing judged yet. A CSV
is read by its own delimiter and coding."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.infra.providers.market_data.bars.csv_shape import CsvShape, FileLook, pieces, shape_of
from packages.infra.providers.market_data.bars.evidence.headerless import reordered
from packages.infra.providers.market_data.bars.guesses import NUMBERS, PRICES, is_heading, price_headings, roles_of

_ROWS_AT_ONCE = 250_000
_OVERFLOW = "overflow"
_HAS_PRICE = pl.any_horizontal(pl.col(PRICES).is_not_null())  # other tickers trade on other days
_DAMAGED = (pl.exceptions.PolarsError, pl.exceptions.PanicException)


class ForeignRows(Protocol):
    """`frames` have the columns `line`, `overflow` (what a line holds beyond its columns) and one for each role."""

    @property
    def says(self) -> str: ...

    @property
    def roles(self) -> frozenset[str]: ...

    @property
    def look(self) -> FileLook: ...

    def frames(self) -> Iterator[pl.DataFrame]: ...


def open_rows(path: Path, batch_bytes: int, order: str | None = None) -> ForeignRows:
    """`order`: that of prices without a heading, where a person said it."""
    if not path.is_file():
        raise BadRows("market_data.no_file", path=path)
    if path.suffix.lower() in (".parquet", ".pq"):
        return _ParquetRows(path)
    shape = shape_of(path)
    if order is not None and shape.orders:
        shape = replace(shape, roles=reordered(shape.roles, order))
    if len(shape.tickers) > 1:
        raise BadRows("market_data.several_instruments", symbols=[name for name, _ in shape.tickers[:5]])
    return _CsvRows(path, shape, batch_bytes)


def side_by_side(path: Path, batch_bytes: int) -> Iterator[tuple[str, ForeignRows]]:
    """The rows of each ticker where a text file has the columns of several next to each other; else none."""
    if path.suffix.lower() in (".parquet", ".pq") or not path.is_file():
        return
    shape = shape_of(path)
    for ticker, _ in shape.tickers if len(shape.tickers) > 1 else ():
        yield ticker, _CsvRows(path, shape.of(ticker), batch_bytes)


@dataclass(frozen=True)
class _CsvRows:
    path: Path
    shape: CsvShape
    batch_bytes: int

    @property
    def says(self) -> str:
        return self.shape.says

    @property
    def roles(self) -> frozenset[str]:
        return frozenset(self.shape.roles)

    @property
    def look(self) -> FileLook:
        return self.shape.look

    def frames(self) -> Iterator[pl.DataFrame]:
        heading = self.shape.separator.join(self._names).encode()
        line = self.shape.lines + 1
        for piece in pieces(self.path, self.shape, heading, self.batch_bytes):
            frame = self._frame(piece)
            numbered = frame.rechunk().with_row_index("line", offset=line)
            yield numbered.filter(_HAS_PRICE) if self.shape.tickers else numbered
            line += frame.height

    def _frame(self, piece: bytes) -> pl.DataFrame:
        """Numbers are read as such at first; where one of them cannot be, the piece is read again as text."""
        texts: dict[str, pl.DataType] = dict.fromkeys(self._names, pl.String())
        numbers: dict[str, pl.DataType] = {name: pl.Float64() for name in NUMBERS if name in self.shape.roles}
        if b'"' not in piece and not self.look.is_european:
            frame = self._parsed(piece, texts | numbers, quote=None, strict=True)
            if frame is not None and not any(frame[name].null_count() for name in numbers):
                return frame
        elif b'"' in piece:
            frame = self._parsed(piece, texts, quote='"', strict=False)
            if frame is not None and frame.height == piece.count(b"\n") - 1:
                return frame
        frame = self._parsed(piece, texts, quote=None, strict=False)
        if frame is None:
            frame = self._parsed(piece.decode("utf-8", "replace").encode(), texts, quote=None, strict=False)
        if frame is None or frame.height != piece.count(b"\n") - 1:
            raise BadRows("market_data.not_a_table", path=self.path.name)
        return frame

    def _parsed(
        self, piece: bytes, dtypes: dict[str, pl.DataType], *, quote: str | None, strict: bool
    ) -> pl.DataFrame | None:
        try:
            return pl.read_csv(
                piece,
                columns=None if len(self.shape.roles) == self.shape.width else [*self.shape.roles, _OVERFLOW],
                schema_overrides=dtypes,
                separator=self.shape.separator,
                quote_char=quote,
                ignore_errors=not strict,
                truncate_ragged_lines=not strict,
                infer_schema=False,
            )
        except _DAMAGED:
            return None

    @property
    def _names(self) -> list[str]:
        role_at = {place: role for role, place in self.shape.roles.items()}
        return [role_at.get(place, f"column {place}") for place in range(self.shape.width)] + [_OVERFLOW]


class _ParquetRows:
    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            headings = list(pl.read_parquet_schema(path))
        except _DAMAGED as error:
            raise BadRows("market_data.not_parquet", path=path.name) from error
        if not is_heading(headings):
            there = ", ".join(headings[:20])
            raise BadRows("market_data.columns_missing", path=path.name, columns=there)
        roles = roles_of(headings)
        self._columns = {role: headings[place] for role, place in roles.items()}
        self.look = FileLook(
            volume_heading=self._columns.get("volume", ""), price_headings=price_headings(headings, roles)
        )
        self.says = Sentence(message("market_data.import.parquet"))
        self.roles = frozenset(self._columns)

    def frames(self) -> Iterator[pl.DataFrame]:
        scanned = pl.scan_parquet(self._path, hive_partitioning=False, glob=False).select(
            *(pl.col(column).alias(role) for role, column in self._columns.items()),
            pl.lit(None, pl.String()).alias(_OVERFLOW),
        )
        row = 1
        try:
            for frame in scanned.collect_batches(chunk_size=_ROWS_AT_ONCE, maintain_order=True):
                yield frame.with_row_index("line", offset=row)
                row += frame.height
        except _DAMAGED as error:
            raise BadRows("market_data.damaged_after_row", path=self._path.name, row=row - 1) from error
