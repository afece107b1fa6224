"""One day of a market, a panel of ten years and coverage from the blocks by date, beside Polars on a date-sorted file.

    python -m benchmarks.cross_sections [SYMBOLS]     5000 unless told

The market is made up: ten years of daily bars of each symbol, every tenth symbol delisted halfway, every hundredth bar
corrected a month later. Everything goes through the bar store and its folds. Polars reads a date-sorted Parquet file
of the same rows, uncompressed and with a row group for each month, and knows of no corrections. Reads are medians over
files that the system has in memory, in seconds of the clock and of the processors. Scale: the same reads
over a fifth and a twenty-fifth of the symbols, and over a fifth of the days."""

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import median

import numpy as np
import polars as pl

from packages.core.clock import SystemClock
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.calendar import WeekdayCalendar
from packages.domain.market_data.cross_sections import BarField
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import StatusPeriod
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import read_part
from packages.infra.providers.market_data.cross_sections.folding import fold_if_due
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections
from src.modules.data_engineering.application.market_coverage import CoverageReport, MarketCoverage
from src.modules.data_engineering.infrastructure.daily_market import ThreadedDailyMarket

DAYS, ROUNDS = 2_520, 7
NOW = datetime(2026, 1, 1, tzinfo=UTC)
RECORDED = datetime(2025, 12, 1, tzinfo=UTC)
FIELDS = (BarField.CLOSE, BarField.VOLUME, BarField.TURNOVER)


def weekdays() -> np.ndarray:
    every_day = np.datetime64("2016-01-04", "D") + np.arange(2 * DAYS)
    return every_day[np.is_busday(every_day)][:DAYS]


def codes(count: int) -> Iterator[Symbol]:
    return (parse_symbol(f"{600_000 + number:06d}.SH") for number in range(count))


def market(count: int) -> Iterator[BarSeries]:
    rng, days = np.random.default_rng(1), weekdays().astype("datetime64[us]")
    for number, symbol in enumerate(codes(count)):
        rows = DAYS // 2 if number % 10 == 9 else DAYS
        close = np.round(20 * np.exp(np.cumsum(rng.normal(0, 0.02, rows))), 2) + 1
        prices = {"open_": close, "high": close + 0.1, "low": close - 0.1, "close": close}
        volume = rng.integers(100, 1_000_000, rows).astype(np.float64)
        yield assemble(symbol, Timeframe.D1, "made", time=days[:rows], volume=volume, **prices)


def corrected(series: BarSeries) -> BarSeries:
    some = series.columns[::100]
    return replace(series, columns=replace(some, volume=some.volume + 1))


def written(folder: Path, count: int) -> tuple[float, float]:
    """Seconds that the writing took, and what of it the blocks by date did."""
    store, started = ParquetBars(folder, on_daily=lambda: fold_if_due(folder)), time.perf_counter()
    for number, series in enumerate(market(count)):
        store.append(series, RECORDED)
        if number % 5 == 0:
            store.append(corrected(series), NOW)
    last = time.perf_counter()
    MappedCrossSections(store).settle()
    return last - started, time.perf_counter() - last


def date_sorted(folder: Path, count: int) -> Path:
    frames = []
    for number, series in enumerate(market(count)):
        columns = {name: getattr(series.columns, name) for name in ("open", "high", "low", "close", "volume")}
        day = series.columns.time.astype("datetime64[D]")
        known = series.columns.known_at.astype(np.int64)
        frames.append(pl.DataFrame({"day": day, **columns, "known_at": known}).with_columns(series=pl.lit(number)))
    path = folder / "sorted.parquet"
    whole = pl.concat(frames).sort("day", "series")
    whole.write_parquet(path, compression="uncompressed", row_group_size=21 * count)
    return path


def polars_day(path: Path, day: date, at: datetime) -> pl.DataFrame:
    known = pl.col("known_at") <= int(at.timestamp() * 1_000_000)
    return pl.scan_parquet(path).filter(pl.col("day") == day, known).collect()


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of the processors: a machine with other work stretches the first alone."""

    clock: float
    processors: float

    def __str__(self) -> str:
        return f"{self.clock * 1e3:10.1f} ms{self.processors * 1e3:10.1f} ms"

    def times(self, other: "Cost") -> str:
        return f"{self.clock / other.clock:.1f} ×, of the processors {self.processors / other.processors:.1f} ×"


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> Cost:
    taken = []
    for _ in range(rounds):
        started = time.perf_counter(), time.process_time()
        work()
        taken.append((time.perf_counter() - started[0], time.process_time() - started[1]))
    return Cost(*(median(times) for times in zip(*taken, strict=True)))


def fresh(folder: Path) -> MappedCrossSections:
    read_part.cache_clear()
    return MappedCrossSections(ParquetBars(folder))


def told(what: str, cost: Cost, beside: str = "") -> None:
    print(f"{what:<52}{cost}   {beside}", flush=True)


def days_and_panels(folder: Path, count: int, path: Path) -> None:
    """In a process of its own, so that its memory is its own."""
    days, then = weekdays(), datetime(2022, 6, 1, tzinfo=UTC)
    day = days[DAYS // 2 + 7].item()
    sections = MappedCrossSections(ParquetBars(folder))
    theirs = timed(lambda: polars_day(path, day, then))
    ours = timed(lambda: sections.section(day, then))
    assert len(sections.section(day, then)) == polars_day(path, day, then).height
    first = timed(lambda: fresh(folder).section(day, then), 3)
    print(f"{'':<52}{'clock':>13}{'processors':>13}")
    told("Polars, one day of a date-sorted file", theirs)
    told("one day, as of 2022", ours, f"{ours.times(theirs)} Polars (asked: at most 20)")
    told("   the first of a process", first, f"{first.times(theirs)}")
    told(f"panel of {count:,} × {DAYS:,}: close, volume, turnover", _panel(sections, days, NOW), "asked: about 1 s")
    told("   the same as of 2022", _panel(sections, days, then))
    scale(sections, count, days)
    coverage(folder)
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB (asked: 2,048)")


def _panel(
    sections: MappedCrossSections, days: np.ndarray, as_of: datetime, symbols: Sequence[Symbol] | None = None
) -> Cost:
    return timed(lambda: sections.panel(FIELDS, days[0].item(), days[-1].item(), as_of, symbols), 3)


def scale(sections: MappedCrossSections, count: int, days: np.ndarray) -> None:
    names = list(codes(count))
    costs = [_panel(sections, days, NOW, names[: count // part]) for part in (25, 5, 1)]
    for part, cost in zip((25, 5, 1), costs, strict=True):
        told(f"panel of {count // part:,} symbols", cost)
    small, middle, large = costs
    print(f"   for 5 × the symbols {middle.times(small)}; again {large.times(middle)}")
    print(f"   for 5 × the days {large.times(_panel(sections, days[: DAYS // 5], NOW, names))}", flush=True)


def coverage(folder: Path) -> None:
    """The use case behind the endpoint, with the gaps of every series, in a process that has read nothing."""
    calendar = WeekdayCalendar(date(2000, 1, 1), date(2050, 1, 1), frozenset())

    class Market(ThreadedDailyMarket):
        async def statuses(self, as_of: datetime) -> list[StatusPeriod]:
            return []

    def report(sections: MappedCrossSections) -> CoverageReport:
        market = Market(lambda: sections, None)  # type: ignore[arg-type]
        return asyncio.run(MarketCoverage(market, lambda _: calendar, SystemClock()).report())

    told("coverage with gaps, the first of a process", timed(lambda: report(fresh(folder)), 3), "asked: 1 s")
    sections = fresh(folder)
    told("   the second", timed(lambda: report(sections), 3))


def main() -> None:
    match sys.argv[1:]:
        case ["read", folder, count, path]:
            days_and_panels(Path(folder), int(count), Path(path))
        case arguments:
            whole(int(arguments[0]) if arguments else 5_000)


def whole(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as name:
        root = Path(name)
        writing, folding = written(root / "bars", count)
        size = sum(file.stat().st_size for file in (root / "bars" / "by_date").iterdir()) / 2**20
        print(f"{count:,} symbols written in {writing:.1f} s, last fold {folding:.1f} s, blocks by date {size:.0f} MB")
        command = [sys.executable, "-m", "benchmarks.cross_sections", "read", str(root / "bars"), str(count)]
        subprocess.run([*command, str(date_sorted(root, count))], check=True, cwd=Path(__file__).parents[1])


if __name__ == "__main__":
    main()
