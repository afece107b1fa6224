"""Four ways to lay out the daily bars of a market by date, read for one day and for a whole panel, as of an instant.

    python -m benchmarks.cross_section_layouts [SYMBOLS [PYTHON]]

PYTHON is an interpreter that has duckdb; without one its lines are left out. Every layout holds the same rows: a date,
a number for the series, five prices and volumes, and the instant at which the row was known. Times are medians of three
rounds over files that the system has in memory, in seconds of the processors. The panel is two fields as matrices of
days by symbols."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import polars as pl

DAYS, ROUNDS = 2_520, 3
FIELDS = ("open", "high", "low", "close", "volume")
GROUP, YEAR = 512, 252

DUCKDB = """
import json, sys, time
import duckdb
import numpy as np
folder, day, at, days, symbols, rounds = sys.argv[1], *map(int, sys.argv[2:])
made = time.process_time()
connection = duckdb.connect(f"{folder}/bars.duckdb")
connection.execute("set threads = 2")
connection.execute("set enable_progress_bar = false")
connection.execute(f"create table bars as select * from read_parquet('{folder}/bars.parquet')")
made = time.process_time() - made
def one_day(table):
    return connection.execute(f"select * from {table} where day = {day} and known_at <= {at}").fetchnumpy()
def panel(table):
    found = connection.execute(f"select day, series, close, volume from {table} where known_at <= {at}").fetchnumpy()
    place = found["day"].astype(np.int64) * symbols + found["series"]
    planes = []
    for name in ("close", "volume"):
        plane = np.full(days * symbols, np.nan)
        plane[place] = found[name]
        planes.append(plane.reshape(days, symbols))
    return planes
def seconds(work):
    started = time.process_time(); work(); return time.process_time() - started
for table, name in ((f"read_parquet('{folder}/bars.parquet')", "DuckDB on Parquet"), ("bars", "DuckDB's own file")):
    times = [[seconds(lambda: work(table)) for _ in range(rounds)] for work in (one_day, panel)]
    print(json.dumps({"name": name, "times": times, "made": made if table == "bars" else 0.0}))
"""


def rows(symbols: int) -> pl.DataFrame:
    rng = np.random.default_rng(1)
    day = np.repeat(np.arange(DAYS, dtype=np.int32), symbols)
    values = {name: np.round(rng.uniform(1, 100, DAYS * symbols), 2) for name in FIELDS}
    known = (day.astype(np.int64) * 86_400 + 25_200) * 1_000_000
    return pl.DataFrame(
        {"day": day, "series": np.tile(np.arange(symbols, dtype=np.int32), DAYS), **values, "known_at": known}
    )


def matrix(found: pl.DataFrame, symbols: int) -> list[np.ndarray]:
    place = found["day"].cast(pl.Int64).to_numpy() * symbols + found["series"].to_numpy()
    planes = []
    for name in ("close", "volume"):
        plane = np.full(DAYS * symbols, np.nan)
        plane[place] = found[name].to_numpy()
        planes.append(plane.reshape(DAYS, symbols))
    return planes


def write_planes(frame: pl.DataFrame, symbols: int, folder: Path) -> None:
    """A file for each year and 512 series: one plane of days by series for each field."""
    folder.mkdir()
    names = [*FIELDS, "known_at"]
    planes = np.stack([frame[name].to_numpy().view(np.int64).reshape(DAYS, symbols) for name in names])
    for first in range(0, DAYS, YEAR):
        for slot in range(0, symbols, GROUP):
            part = np.ascontiguousarray(planes[:, first : first + YEAR, slot : slot + GROUP])
            np.save(folder / f"{first // YEAR}-{slot // GROUP}.npy", part)


def day_of_planes(folder: Path, symbols: int, day: int, at: int) -> list[np.ndarray]:
    found = [
        np.load(folder / f"{day // YEAR}-{slot // GROUP}.npy", mmap_mode="r")[:, day % YEAR]
        for slot in range(0, symbols, GROUP)
    ]
    whole = np.concatenate(found, axis=1)
    return list(whole[:, whole[-1] <= at])


def panel_of_planes(folder: Path, symbols: int, at: int) -> list[np.ndarray]:
    wanted = [np.empty((DAYS, symbols)) for _ in range(2)]
    for first in range(0, DAYS, YEAR):
        for slot in range(0, symbols, GROUP):
            block = np.load(folder / f"{first // YEAR}-{slot // GROUP}.npy", mmap_mode="r")
            known = block[-1] <= at
            for plane, place in zip(wanted, (3, 4), strict=True):
                target = plane[first : first + YEAR, slot : slot + GROUP]
                target[...] = block[place].view(np.float64)
                target[~known] = np.nan
    return wanted


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def told(name: str, day: float, panel: float, made: float, size: int) -> None:
    print(f"{name:<30}{day * 1e3:10.1f} ms{panel * 1e3:12.0f} ms{made:10.1f} s{size / 2**20:10.0f} MB", flush=True)


def compare_frames(frame: pl.DataFrame, symbols: int, day: int, at: int, root: Path) -> None:
    parquet, plain, ipc = (root / name for name in ("bars.parquet", "plain.parquet", "bars.arrow"))
    known, wanted = pl.col("known_at") <= at, ["day", "series", "close", "volume"]

    def measure(name: str, file: Path, write: Callable[[], object], scan: Callable[[], pl.LazyFrame]) -> None:
        made = seconds(write)
        days = [seconds(lambda: scan().filter(pl.col("day") == day, known).collect()) for _ in range(ROUNDS)]
        whole = [seconds(lambda: matrix(scan().filter(known).select(wanted).collect(), symbols)) for _ in range(ROUNDS)]
        told(name, median(days), median(whole), made, file.stat().st_size)

    months = 20 * symbols
    measure("Polars, Parquet (zstd)", parquet, lambda: frame.write_parquet(parquet), lambda: pl.scan_parquet(parquet))
    measure(
        "Polars, Parquet (plain)",
        plain,
        lambda: frame.write_parquet(plain, compression="uncompressed", row_group_size=months),
        lambda: pl.scan_parquet(plain),
    )
    measure("Polars, Arrow IPC", ipc, lambda: frame.write_ipc(ipc, record_batch_size=symbols), lambda: pl.scan_ipc(ipc))


def compare(symbols: int, python: str | None, root: Path) -> None:
    frame, planes = rows(symbols), root / "planes"
    day, at = DAYS // 2, (DAYS - 10) * 86_400 * 1_000_000
    print(f"{symbols:,} symbols, {DAYS:,} days, seconds of the processors")
    print(f"{'':<30}{'one day':>13}{'panel':>15}{'written':>12}{'size':>13}")
    compare_frames(frame, symbols, day, at, root)
    made = seconds(lambda: write_planes(frame, symbols, planes))
    days = [seconds(lambda: day_of_planes(planes, symbols, day, at)) for _ in range(ROUNDS)]
    whole = [seconds(lambda: panel_of_planes(planes, symbols, at)) for _ in range(ROUNDS)]
    size = sum(file.stat().st_size for file in planes.iterdir())
    told("planes, NumPy memory maps", median(days), median(whole), made, size)
    if python is not None:
        compare_duckdb(python, symbols, day, at, root)


def compare_duckdb(python: str, symbols: int, day: int, at: int, root: Path) -> None:
    asked = [str(root), *map(str, (day, at, DAYS, symbols, ROUNDS))]
    out = subprocess.run([python, "-c", DUCKDB, *asked], check=True, capture_output=True, text=True).stdout
    for line in (json.loads(text) for text in out.splitlines() if text.startswith("{")):
        file = root / ("bars.duckdb" if line["made"] else "bars.parquet")
        days, panels = line["times"]
        told(line["name"], median(days), median(panels), line["made"], file.stat().st_size)


def main() -> None:
    symbols = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        compare(symbols, sys.argv[2] if len(sys.argv) > 2 else None, Path(folder))


if __name__ == "__main__":
    main()
