"""Thousands of files of daily bars into the store, beside Polars reading the same files and storing nothing.

    python -m benchmarks.bulk_import [SYMBOLS]     500 unless told; 5000 for the whole

The files are made up. The import is the terminal's own (inspection, checks, store, names), in one process; what
Polars does is `read_csv` with dates, file by file. Both run three times over files that the system has in memory, and
the middle of the three is told; the long file is the same rows in one. Processor time stands beside the clock's, since
a machine that does other work as well slows down a short run and a long one unequally."""

import asyncio
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median

import polars as pl

from apps.api.openings.database import open_database
from packages.core.clock import SystemClock
from packages.infra.providers.market_data.calendars import new_york_calendar
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileOptions

RUNS = 3
HEADING = "date,open,high,low,close,volume"


def sessions() -> list[date]:
    """Ten years of New York's sessions."""
    sessions: list[date] = new_york_calendar().sessions(date(2014, 1, 2), date(2023, 12, 29)).tolist()
    return sessions


def symbols(count: int) -> Iterator[str]:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for n in range(count):
        yield "ZQ" + letters[n // 676 % 26] + letters[n // 26 % 26] + letters[n % 26]


def lines(seed: int, days: list[date]) -> Iterator[str]:
    draw, price = random.Random(seed), 50.0
    for day in days:
        opened = price * (1 + draw.gauss(0, 0.003))
        price = max(2.0, opened * (1 + draw.gauss(0, 0.01)))
        high, low = max(opened, price) * 1.004, min(opened, price) * 0.996
        yield f"{day},{opened:.2f},{high:.2f},{low:.2f},{price:.2f},{draw.randrange(100_000, 9_000_000)}"


def write_files(folder: Path, count: int) -> int:
    """Writes a file for each symbol and one long file; gives the rows."""
    days = sessions()
    (folder / "each").mkdir()
    with (folder / "long.csv").open("w") as long:
        long.write(f"symbol,{HEADING}\n")
        for seed, symbol in enumerate(symbols(count)):
            rows = list(lines(seed, days))
            (folder / "each" / f"{symbol}.csv").write_text("\n".join([HEADING, *rows]) + "\n")
            long.writelines(f"{symbol},{row}\n" for row in rows)
    return len(days) * count


@contextmanager
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="parley-bench-"))
    before = os.environ.get("PARLEY_HOME")
    os.environ["PARLEY_HOME"] = str(folder)
    try:
        yield folder
    finally:
        os.environ.pop("PARLEY_HOME") if before is None else os.environ.update(PARLEY_HOME=before)
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of the processors."""

    clock: float
    processors: float


class Stopwatch:
    def __init__(self) -> None:
        self._clock, self._processors = time.perf_counter(), time.process_time()

    def cost(self) -> Cost:
        return Cost(time.perf_counter() - self._clock, time.process_time() - self._processors)


async def imported(path: Path) -> tuple[int, Cost]:
    """Rows that were new in a store of its own, and what it cost once the store was open."""
    settings = load_settings()
    async with open_database(settings) as database:
        data = DataEngineeringContainer(database, settings, SystemClock())
        watch = Stopwatch()
        done = await data.import_storing().here([path], FileOptions(ImportOptions()))
        return sum(one.rows_written or 0 for one in done), watch.cost()


def cost_of_polars(folder: Path) -> Cost:
    watch = Stopwatch()
    for file in sorted(folder.iterdir()):
        pl.read_csv(file, try_parse_dates=True)
    return watch.cost()


def cost_of_import(path: Path, rows: int) -> Cost:
    with home():
        written, taken = asyncio.run(imported(path))
    assert written == rows, (written, rows)
    return taken


def middle(costs: Sequence[Cost]) -> Cost:
    return Cost(median(cost.clock for cost in costs), median(cost.processors for cost in costs))


def told(what: str, cost: Cost, plain: Cost) -> str:
    times = f"{cost.clock / plain.clock:4.1f} ×, of the processors {cost.processors / plain.processors:.1f} ×"
    return f"{what:<26}{cost.clock:8.2f} s, of the processors {cost.processors:7.2f} s   {times}"


def most_memory() -> str:
    return f"memory at most until here {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MB"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    folder = Path(tempfile.mkdtemp(prefix="parley-bench-files-"))
    try:
        rows = write_files(folder, count)
        print(f"{count:,} symbols, {rows:,} rows")
        plain, ours = [], []
        for _ in range(RUNS if count <= 500 else 1):
            plain.append(cost_of_polars(folder / "each"))
            ours.append(cost_of_import(folder / "each", rows))
        by_polars = middle(plain)
        print(told("Polars reads the files", by_polars, by_polars))
        print(told("import of the folder", middle(ours), by_polars))
        print(most_memory())
        print(told("import of the long file", cost_of_import(folder / "long.csv", rows), by_polars))
        print(most_memory())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
