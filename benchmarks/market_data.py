"""Market data beside plain pandas, in one run: many symbols as of a date, one symbol warm, and a large import."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.parts import read_part
from tests.imported_bars import import_file

SYMBOLS, DAYS, MINUTES = 500, 2520, 5_000_000
AS_OF = datetime(2019, 6, 28, tzinfo=UTC)
RECORDED = datetime(2026, 1, 1, tzinfo=UTC)
SPLITS = [("2013-05-06", 2), ("2016-08-01", 3)]
ROUNDS = 5
HERE = Path(__file__).parents[1]

PANDAS_READ = """
import sys, time, json, glob
import numpy as np
import pandas as pd
files, as_of, rounds = sorted(glob.glob(sys.argv[1])), pd.Timestamp(sys.argv[2]), int(sys.argv[3])
def plain():
    return [pd.read_parquet(file) for file in files]
def adjusted(frame):
    frame = frame[frame["known_at"] <= as_of].copy()
    factor = np.ones(len(frame))
    for day, ratio in json.loads(sys.argv[4]):
        factor[: frame["time"].searchsorted(pd.Timestamp(day, tz="UTC"))] /= ratio
    for name in ("open", "high", "low", "close"):
        frame[name] *= factor
    frame["volume"] /= factor
    return frame
def as_of_date():
    return [adjusted(frame) for frame in map(pd.read_parquet, files)]
taken = {"plain": [], "as_of": []}
for _ in range(rounds):
    for name, read in (("plain", plain), ("as_of", as_of_date)):
        started = time.perf_counter(); frames = read(); taken[name].append(time.perf_counter() - started)
print(json.dumps(taken | {"rows": sum(map(len, frames))}))
"""

PANDAS_IMPORT = """
import sys, time, json, resource
import pandas as pd
started = time.perf_counter()
pd.read_csv(sys.argv[1], parse_dates=["datetime"]).to_parquet(sys.argv[2])
seconds = time.perf_counter() - started
print(json.dumps({"seconds": seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


@dataclass(frozen=True)
class Line:
    """One row of the table; `ratio` is how many times faster than pandas."""

    what: str
    ours: str
    pandas: str = ""
    ratio: float | None = None
    asked: str = ""


def read_as_of(store: ParquetBars, symbols: Sequence[Symbol]) -> dict[Symbol, BarSeries]:
    """What is measured against pandas: bars as of a date, adjusted for the splits by then."""
    found = store.read_many(symbols, Timeframe.D1, AS_OF)
    return {symbol: adjusted(series, _splits(symbol), Adjustment.SPLITS) for symbol, series in found.items()}


def _splits(symbol: Symbol) -> list[CorporateAction]:
    return [
        CorporateAction(
            source="generated",
            known_at=RECORDED,
            symbol=symbol,
            ex_date=date.fromisoformat(day),
            kind=ActionKind.SPLIT,
            value=Decimal(ratio),
        )
        for day, ratio in SPLITS
    ]


def daily_bars(symbol: Symbol, rng: np.random.Generator) -> BarSeries:
    every_day = np.datetime64("2010-01-04", "D") + np.arange(DAYS * 2)
    days = every_day[np.is_busday(every_day)][:DAYS].astype("datetime64[us]")
    return assemble(symbol, Timeframe.D1, "generated", time=days, **_prices(rng, DAYS, 0.02))


def minute_file(path: Path) -> None:
    rng = np.random.default_rng(7)
    times = np.datetime64("2014-01-01", "us") + np.arange(MINUTES) * np.timedelta64(60, "s")
    prices = {name.rstrip("_"): values for name, values in _prices(rng, MINUTES, 0.0002).items()}
    frame = pl.DataFrame({"datetime": times, **prices})
    frame.write_csv(path, datetime_format="%Y-%m-%d %H:%M:%S")


def _prices(rng: np.random.Generator, rows: int, volatility: float) -> dict[str, np.ndarray]:
    close = np.round(100 * np.exp(np.cumsum(rng.normal(0, volatility, rows))), 2) + 1
    opened = np.round(close * (1 + rng.normal(0, volatility, rows)), 2)
    return {
        "open_": opened,
        "high": np.round(np.maximum(opened, close) * (1 + volatility), 2) + 0.01,
        "low": np.round(np.minimum(opened, close) * (1 - volatility), 2) - 0.01,
        "close": close,
        "volume": rng.integers(100, 1_000_000, rows).astype(np.float64),
    }


def many_symbols(folder: Path, pandas: Path) -> list[Line]:
    rng = np.random.default_rng(1)
    symbols = [parse_symbol(f"{number:06d}.SZ") for number in range(1, SYMBOLS + 1)]
    store = ParquetBars(folder)
    for symbol in symbols:
        store.append(daily_bars(symbol, rng), RECORDED)
    theirs = json.loads(
        run(pandas, PANDAS_READ, f"{folder}/1d/*/*.parquet", AS_OF.isoformat(), str(ROUNDS), json.dumps(SPLITS))
    )
    cold = [_seconds(lambda: read_as_of(_fresh(folder), symbols)) for _ in range(ROUNDS)]
    found = read_as_of(store, symbols)
    if sum(len(series) for series in found.values()) != theirs["rows"]:
        raise SystemExit("The two sides read different rows.")
    warm = [_seconds(lambda: read_as_of(store, symbols)) for _ in range(ROUNDS)]
    one = [_seconds(lambda: store.read(symbols[7], Timeframe.D1, AS_OF)) for _ in range(200)]
    coverage = [_seconds(lambda: _fresh(folder).coverage()) for _ in range(ROUNDS)]
    plain, as_of = (statistics.median(theirs[name]) for name in ("plain", "as_of"))
    return [
        _line(f"{SYMBOLS} symbols as of a date, adjusted, nothing in memory", cold, as_of, "5x"),
        _line("   the same, pandas without filter and adjustment", cold, plain, ""),
        _line("   the same, decoded parts in memory", warm, as_of, ""),
        Line("one symbol, warm (median of 200)", f"{statistics.median(one) * 1e3:.3f} ms", asked="< 3 ms"),
        Line(f"coverage of {SYMBOLS} files, footers not read before", f"{statistics.median(coverage) * 1e3:.0f} ms"),
    ]


def large_import(folder: Path, pandas: Path) -> list[Line]:
    file = folder / "minutes.csv"
    child("minutes", str(file))
    ours, theirs = [], []
    for number in range(ROUNDS):
        ours.append(json.loads(child("import", str(file), str(folder / f"bars{number}"))))
        theirs.append(json.loads(run(pandas, PANDAS_IMPORT, str(file), str(folder / "pandas.parquet"))))
    peak, pandas_peak = (max(run["mb"] for run in runs) for runs in (ours, theirs))
    mine, other = ([run["seconds"] for run in runs] for runs in (ours, theirs))
    return [
        _line(f"import of {MINUTES:,} minute bars", mine, statistics.median(other), "1x"),
        _line("   the same, best of each side", [min(mine)], min(other), ""),
        Line("   peak resident memory", f"{peak:.0f} MB", f"{pandas_peak:.0f} MB", asked="<= 500 MB"),
    ]


def import_alone(file: Path, folder: Path) -> None:
    """Runs in a process of its own, so that its memory is its own."""
    import resource

    started = time.perf_counter()
    report = import_file(file, ParquetBars(folder), symbol="BTC-USD", recorded_at=RECORDED)
    seconds = time.perf_counter() - started
    if report.rows_taken != MINUTES:
        raise SystemExit(f"Only {report.rows_taken} rows were taken.")
    print(json.dumps({"seconds": seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def pandas_python(folder: Path) -> Path:
    """A Python that has pandas with a Parquet engine: this one, or an environment made for the run."""
    mine = Path(sys.executable)
    if subprocess.run([mine, "-c", "import pandas, pyarrow"], capture_output=True, check=False).returncode == 0:
        return mine
    subprocess.run([mine, "-m", "venv", folder], check=True)
    made = folder / "bin" / "python"
    subprocess.run([made, "-m", "pip", "install", "--quiet", "pandas", "pyarrow"], check=True)
    return made


def child(*arguments: str) -> str:
    """This module in another process: Linux counts a parent's peak memory as its child's, so the parent stays small."""
    command = [sys.executable, "-m", "benchmarks.market_data", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=HERE).stdout


def run(python: Path, code: str, *arguments: str) -> str:
    return subprocess.run([python, "-c", code, *arguments], check=True, capture_output=True, text=True).stdout


def _fresh(folder: Path) -> ParquetBars:
    read_part.cache_clear()
    return ParquetBars(folder)


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _line(what: str, seconds: Sequence[float], pandas: float, asked: str) -> Line:
    ours = statistics.median(seconds)
    return Line(what, f"{ours:.3f} s", f"{pandas:.3f} s", pandas / ours, asked)


def main() -> None:
    match sys.argv[1:]:
        case ["minutes", file]:
            minute_file(Path(file))
        case ["import", file, folder]:
            import_alone(Path(file), Path(folder))
        case _:
            compare()


def compare() -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        pandas = pandas_python(root / "venv")
        imported = large_import(root, pandas)
        lines = many_symbols(root / "daily", pandas) + imported
    print(f"{'medians of one run':<52}{'ours':>12}{'pandas':>12}{'ratio':>8}{'asked':>12}")
    for line in lines:
        ratio = "" if line.ratio is None else f"{line.ratio:.1f}x"
        print(f"{line.what:<52}{line.ours:>12}{line.pandas:>12}{ratio:>8}{line.asked:>12}")


if __name__ == "__main__":
    main()
