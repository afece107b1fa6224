"""What the series that an import changes were before it: kept as the very files, so that they can be put back."""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import polars as pl

from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import FileKey, series_folder, sweep
from packages.infra.providers.market_data.bars.part_frames import read_rows
from packages.infra.providers.market_data.bars.parts import BarPart, live_parts, read_part, remove_replaced
from packages.infra.providers.market_data.intents import Intents
from packages.infra.providers.market_data.locks import held


@dataclass(frozen=True, slots=True)
class KeptSeries:
    """One series, and the names of the parts that it had."""

    symbol: Symbol
    timeframe: Timeframe
    parts: tuple[str, ...]


@dataclass(slots=True)
class KeptParts:
    """A line for each series in `series.jsonl`, and its parts under their own names. `recorded_at` marks the rows of
    the import: every other row is somebody else's."""

    folder: Path
    recorded_at: datetime
    _noted: set[tuple[str, str]] | None = None
    _lock: Lock = field(default_factory=Lock)

    def keep(self, parts: Sequence[BarPart], symbol: Symbol, timeframe: Timeframe) -> None:
        """Once for each series, before its first change; only for the one who holds its folder and has its parts."""
        key = (symbol.text, timeframe.value)
        with self._lock:
            if self._noted is None:
                self._noted = {(one.symbol.text, one.timeframe.value) for one in self.series()}
                self._parts.mkdir(parents=True, exist_ok=True)
            if key in self._noted:
                return
            before = [part for part in parts if not self._is_ours(part)]
            for part in before:
                _link(Path(part.key.path), self._parts / part.name)
            line = json.dumps({"symbol": key[0], "timeframe": key[1], "parts": [part.name for part in before]})
            with self._list.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
                file.flush()
                if before:
                    os.fsync(file.fileno())  # a series that is new is told by its rows alone
            self._noted.add(key)

    def series(self) -> list[KeptSeries]:
        lines = self._list.read_text("utf-8").splitlines() if self._list.exists() else []
        return list(_kept(lines))

    def changed(self, bars: Path) -> list[KeptSeries]:
        """Series that have got rows of others since."""
        return [one for one in self.series() if not self._is_untouched(bars, one)]

    def restore(self, bars: Path) -> list[KeptSeries]:
        """Puts every series back; gives those that others have changed, which stay as they are. What was is there
        again before what came goes, so that a reader never finds less than there was."""
        left = []
        for one in self.series():
            series = series_folder(bars, one.symbol, one.timeframe)
            with held(series):
                if self._is_untouched(bars, one):
                    self._put_back(series, one)
                else:
                    left.append(one)
        return left

    def still_stored(self, bars: Path) -> list[str]:
        """The symbols that have bars of some length."""
        symbols = {one.symbol for one in self.series()}
        return [
            symbol.text
            for symbol in symbols
            if any(live_parts(series_folder(bars, symbol, timeframe)) for timeframe in Timeframe)
        ]

    def _put_back(self, series: Path, one: KeptSeries) -> None:
        if one.timeframe is Timeframe.D1:
            Intents(series.parents[1]).note(one.symbol.text)
        sweep(series)
        remove_replaced(series)
        for name in one.parts:
            _link(self._parts / name, series / name)
        for part in live_parts(series):
            if part.name not in one.parts:
                Path(part.key.path).unlink(missing_ok=True)

    def _is_untouched(self, bars: Path, one: KeptSeries) -> bool:
        live = live_parts(series_folder(bars, one.symbol, one.timeframe))
        came = [part for part in live if part.name not in one.parts]
        if len(live) - len(came) == len(one.parts) and all(self._is_ours(part) for part in came):
            return True  # the usual case: parts were only added
        before = [read_part(_key(self._parts / name)) for name in one.parts]
        sources = {part.source for part in (*live, *before)}
        return all(self._others(live, source).equals(self._others(before, source)) for source in sources)

    def _others(self, parts: Sequence[BarPart], source: str) -> pl.DataFrame:
        found = [part for part in parts if part.source == source]
        rows = read_rows(found) if found else pl.DataFrame(schema={"recorded_at": pl.Datetime("us", "UTC")})
        others = rows.filter(pl.col("recorded_at") != self.recorded_at.astimezone(UTC))
        return others.sort(others.columns) if others.height else pl.DataFrame()

    def _is_ours(self, part: BarPart) -> bool:
        recorded = pl.read_parquet(part.key.path, columns=["recorded_at"], hive_partitioning=False, glob=False)
        return bool((recorded["recorded_at"] == self.recorded_at.astimezone(UTC)).all())

    @property
    def _parts(self) -> Path:
        return self.folder / "parts"

    @property
    def _list(self) -> Path:
        return self.folder / "series.jsonl"


def _kept(lines: Sequence[str]) -> Iterator[KeptSeries]:
    for line in lines:
        entry = json.loads(line)
        yield KeptSeries(parse_symbol(entry["symbol"]), Timeframe(entry["timeframe"]), tuple(entry["parts"]))


def _key(path: Path) -> FileKey:
    stat = path.stat()
    return FileKey(str(path), path.name, stat.st_mtime_ns, stat.st_size)


def _link(origin: Path, target: Path) -> None:
    """The same bytes under two names; a copy where the file system has no links."""
    if target.exists():
        return
    try:
        os.link(origin, target)
    except OSError:
        shutil.copy2(origin, target)
