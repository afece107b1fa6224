"""How the cost of a backtest grows with its bars, and what memory three million of them take."""

import math
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.parley_engine import document, prepare
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
MOST = 3_000_000


def main() -> None:
    if sys.argv[1:] == ["memory"]:
        _run(MOST)
        print(_peak_megabytes())
        return
    seconds = [min(_run(size) for _ in range(5 if size < MOST else 2)) for size in SIZES]
    print("| bars | seconds | ns a bar |\n|---|---|---|")
    for size, taken in zip(SIZES, seconds, strict=True):
        print(f"| {size:,} | {taken:.6f} | {taken / size * 1e9:.1f} |")
    slope = np.polyfit(np.log10(SIZES[1:]), np.log10(seconds[1:]), 1)[0]
    print(f"log-log slope from {SIZES[1]:,} bars on: {slope:.3f} (1 is linear)")
    told = subprocess.run([sys.executable, "-m", __spec__.name, "memory"], capture_output=True, text=True, check=True)
    print(f"peak memory of one backtest of {MOST:,} bars, the whole process: {float(told.stdout):.0f} MB")


def _peak_megabytes() -> float:
    """Of this process alone: what `getrusage` tells a child may be its parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _run(bars: int) -> float:
    strategy = Validator(CATALOGUE).document(document(12, 26, 14, 70.0, 0.05)).require()
    compiled, terms = compile_strategy(strategy, CATALOGUE), Terms(costs=Costs(commission_rate=0.0001))
    arena = prepare(_bars(bars))
    before = time.perf_counter()
    backtest(compiled, arena, terms)
    return time.perf_counter() - before


def _bars(count: int) -> dict[str, object]:
    """A random walk that ends near where it began."""
    rng = np.random.default_rng(7)
    step = rng.standard_normal(count)
    step -= step.mean()
    close = 100.0 * np.exp(np.cumsum(step) * 0.01 / math.sqrt(max(1.0, count / 2520)))
    opened = np.concatenate(([100.0], close[:-1]))
    high, low = np.maximum(opened, close) * 1.001, np.minimum(opened, close) * 0.999
    time_ = np.datetime64("2000-01-01", "us") + np.arange(count).astype("timedelta64[m]")
    return {"o": opened, "h": high, "l": low, "c": close, "v": np.ones(count), "ts": time_, "ppy": 252.0}


if __name__ == "__main__":
    main()
