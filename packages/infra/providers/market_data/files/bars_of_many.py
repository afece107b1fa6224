"""A file of bars of one instrument or of many, one below the other or side by side: each gets its own rows, and lines
keep their numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from packages.domain.market_data.errors import BadSymbol
from packages.infra.providers.market_data.bars.csv_shape import FileLook
from packages.infra.providers.market_data.bars.evidence.naming import foreign_symbol
from packages.infra.providers.market_data.bars.foreign_rows import ForeignRows, open_rows, side_by_side
from packages.infra.providers.market_data.bars.guesses import price_headings, roles_of
from packages.infra.providers.market_data.files.tables import JSON_SUFFIXES, read_table

_LARGE = 128 * 2**20
_LARGE_BATCH = 32 * 2**20
_BUCKETS = 16


@dataclass(frozen=True, slots=True)
class HeldRows:
    """Rows of one instrument that are in memory already."""

    says: str
    roles: frozenset[str]
    look: FileLook
    frame: pl.DataFrame

    def frames(self) -> Iterator[pl.DataFrame]:
        yield self.frame


@dataclass(frozen=True, slots=True)
class InstrumentRows:
    """The rows of one instrument, and its name where a column has it."""

    name: str | None
    rows: ForeignRows


def instruments_in(path: Path, batch_bytes: int, order: str | None = None) -> Iterator[InstrumentRows]:
    """One for each instrument that a column or a heading names, in the order of their first rows or columns; else one
    for the whole file."""
    is_large = path.is_file() and path.stat().st_size > _LARGE
    size = _LARGE_BATCH if is_large else batch_bytes
    if path.suffix.lower() not in JSON_SUFFIXES and (wide := list(side_by_side(path, batch_bytes))):
        yield from (InstrumentRows(canonical(ticker), rows) for ticker, rows in wide)
        return
    rows = _json_rows(path) if path.suffix.lower() in JSON_SUFFIXES else open_rows(path, size, order)
    if "instrument" not in rows.roles:
        yield InstrumentRows(None, rows if not is_large else open_rows(path, batch_bytes, order))
        return
    with TemporaryDirectory(prefix="parley-bars-") as folder:
        for some in _spilled(rows, Path(folder)) if is_large else [_whole(rows.frames())]:
            for part in some.partition_by("instrument", maintain_order=True):
                name = part["instrument"][0]
                if name is not None or part["date"].drop_nulls().len():
                    held = part.drop("instrument")
                    yield InstrumentRows(name, HeldRows(rows.says, rows.roles, rows.look, held))


def _whole(frames: Iterable[pl.DataFrame]) -> pl.DataFrame:
    return _named(pl.concat(frames, how="vertical_relaxed"))


def _named(frame: pl.DataFrame) -> pl.DataFrame:
    """Under one name for each instrument: AAPL and AAPL.US are the same, and so are their rows of one time."""
    words = frame["instrument"].cast(pl.String).str.strip_chars(' "').replace("", None)
    meant = {word: name for word in words.drop_nulls().unique().to_list() if (name := canonical(word)) != word}
    return frame.with_columns(instrument=words.replace(meant) if meant else words)


def _spilled(rows: ForeignRows, folder: Path) -> Iterator[pl.DataFrame]:
    """A file that is larger than memory should be, some instruments at a time."""
    for number, frame in enumerate(rows.frames()):
        keyed = _named(frame).with_columns(bucket=pl.col("instrument").hash(seed=0) % _BUCKETS)
        for (bucket,), part in keyed.partition_by("bucket", as_dict=True, include_key=False).items():
            part.write_ipc(folder / f"{bucket}-{number:06d}.arrow")
    for bucket in range(_BUCKETS):
        files = sorted(folder.glob(f"{bucket}-*.arrow"))
        if files:
            yield _whole([pl.read_ipc(file) for file in files])


def canonical(name: str | None) -> str | None:
    """As it is, where it is no symbol: the import of it says so."""
    try:
        return None if name is None else str(foreign_symbol(name))
    except BadSymbol:
        return name


def _json_rows(path: Path) -> HeldRows:
    table = read_table(path)
    roles = roles_of(table.headings)
    columns: dict[str, list[int] | list[str | None]] = {"line": [line.number for line in table.lines]}
    columns |= {role: [line.cells[place] or None for line in table.lines] for role, place in roles.items()}
    frame = pl.DataFrame(columns, schema={"line": pl.UInt32, **dict.fromkeys(roles, pl.String)})
    volume = table.headings[roles["volume"]] if "volume" in roles else ""
    look = FileLook(volume_heading=volume, price_headings=price_headings(table.headings, roles))
    return HeldRows(table.says, frozenset(roles), look, frame.with_columns(overflow=pl.lit(None, pl.String)))
