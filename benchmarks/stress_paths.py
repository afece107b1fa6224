"""What a Monte Carlo costs: seconds and memory for 2,000 and 20,000 paths, and how both grow with paths and workers.

Drawing the world, running the strategy and measuring the equity are all inside the clock; fitting is shown apart.
"""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from decimal import Decimal

import numpy as np

from benchmarks.parley_engine import document
from packages.domain.backtest.engine import Compiled, backtest, compile_strategy
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.domain.stress.worlds.world import fit_world

FEW, MANY = 2_000, 20_000
BARS = 2_520
WORLDS = tuple(world for world in World if world is not World.TRADE_SHUFFLE)


@dataclass(frozen=True, slots=True)
class Timing:
    """One Monte Carlo; `cpu_seconds` is the work of all cores, which other work on the machine hardly changes."""

    fit_seconds: float
    seconds: float
    cpu_seconds: float
    peak_megabytes: float  # of the whole process


def main() -> None:
    if sys.argv[1:]:
        world, paths, workers = sys.argv[1:]
        print(json.dumps(asdict(timed(World(world), int(paths), workers=int(workers)))))
        return
    print(f"{BARS:,} bars, {os.cpu_count()} cores; s CPU is the work of all cores")
    print(f"| world | fit | {FEW:,} paths | {MANY:,} paths | × the CPU for 10 × the paths | µs CPU a path | peak MB |")
    print("|---|---|---|---|---|---|---|")
    for world in WORLDS:
        print(_row(world, _alone(world, FEW), _alone(world, MANY)))
    one, all_ = (_alone(World.BLOCK_BOOTSTRAP, FEW, workers).seconds for workers in (1, 0))
    print(f"{FEW:,} paths with one worker: {one:.2f} s; with one a core: {all_:.2f} s ({one / all_:.2f} ×)")


def timed(world: World, paths: int, bars: int = BARS, workers: int = 0) -> Timing:
    """In this process, the engine awake."""
    compiled, panel, terms = _strategy(), walk(bars), Terms(cash=Decimal(100_000), costs=Costs(commission_rate=0.0001))
    backtest(compiled, panel, terms)
    begun = time.perf_counter()
    fitted = fit_world(world, panel)
    between, cpu = time.perf_counter(), time.process_time()
    monte_carlo(compiled, panel, terms, fitted, paths=paths, seed=7, workers=workers)
    taken, worked = time.perf_counter() - between, time.process_time() - cpu
    return Timing(between - begun, taken, worked, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _alone(world: World, paths: int, workers: int = 0) -> Timing:
    """In a process that does nothing else."""
    command = [sys.executable, "-m", "benchmarks.stress_paths", world.value, str(paths), str(workers)]
    return Timing(**json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def _row(world: World, few: Timing, many: Timing) -> str:
    times = (f"{each.seconds:.2f} s ({each.cpu_seconds:.2f} s CPU)" for each in (few, many))
    growth, each_path = many.cpu_seconds / few.cpu_seconds, many.cpu_seconds / MANY * 1e6
    cells = f"{' | '.join(times)} | {growth:.1f} | {each_path:.0f} | {many.peak_megabytes:.0f}"
    return f"| {world} | {few.fit_seconds:.2f} s | {cells} |"


def _strategy() -> Compiled:
    strategy = Validator(CATALOGUE).document(document(12, 26, 14, 70.0, 0.05)).require()
    return compile_strategy(strategy, CATALOGUE)


def walk(bars: int) -> Panel:
    """Daily bars with gaps, calm and wild stretches, and a jump now and then."""
    rng = np.random.Generator(np.random.PCG64(7))
    wild = np.repeat(rng.random(bars // 40 + 1) < 0.3, 40)[:bars]
    step = rng.standard_normal(bars) * np.where(wild, 0.02, 0.008) + 0.0003
    step += np.where(rng.random(bars) < 0.01, rng.standard_normal(bars) * 0.05, 0.0)
    close = 100.0 * np.exp(np.cumsum(step))
    opened = np.concatenate(([100.0], close[:-1])) * np.exp(rng.standard_normal(bars) * 0.003)
    reach = np.exp(np.abs(rng.standard_normal((2, bars))) * 0.004)
    return Panel(
        market=Market.US_STOCKS,
        timeframe=Timeframe.D1,
        tickers=("DEMO5",),
        time=np.datetime64("2000-01-01", "us") + np.arange(bars).astype("timedelta64[D]"),
        session=np.arange(bars),
        elapsed_days=np.ones(bars),
        open=opened[np.newaxis],
        high=(np.maximum(opened, close) * reach[0])[np.newaxis],
        low=(np.minimum(opened, close) / reach[1])[np.newaxis],
        close=close[np.newaxis],
        volume=np.ones((1, bars)),
        lots=Lots(minimum=np.zeros(1), step=np.zeros(1)),
        bars_per_year=252.0,
    )


if __name__ == "__main__":
    main()
