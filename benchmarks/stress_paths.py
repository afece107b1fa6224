"""What a Monte Carlo costs: seconds and memory, and how both grow with paths and workers.

Drawing the world, running the strategy and measuring the equity are all inside the clock; fitting is shown apart. The
work of all cores is told beside the wall clock, since a machine that is busy otherwise stretches only the latter.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
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
from packages.domain.stress.worlds.portfolio import fit_portfolio, with_prices
from packages.domain.stress.worlds.world import fit_world

STEPS = (500, 1_000, 2_000, 4_000)
MANY = 20_000
TOGETHER = 2_000  # paths of several instruments
BARS, INSTRUMENTS = 2_520, 3
MOST_MEGABYTES = 600
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
        world, *numbers = sys.argv[1:]
        paths, workers, instruments = map(int, numbers)
        print(json.dumps(asdict(timed(World(world), paths, workers=workers, instruments=instruments))))
        return
    for line in report():
        print(line, flush=True)


def report() -> Iterator[str]:
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = " The machine is busy: read the work of the cores, not the wall clock." if load > cores / 2 else ""
    yield f"{BARS:,} bars, {cores} cores, load {load:.1f} before the run.{busy}"
    steps = " | ".join(f"{paths:,}" for paths in STEPS)
    yield f"| s CPU by paths | fit | {steps} | µs a path | furthest from the line | {MANY:,} paths | peak MB |"
    yield f"|{'---|' * (len(STEPS) + 6)}"
    for world in WORLDS:
        yield _row(world)
    yield from _workers()
    many = _alone(World.BLOCK_BOOTSTRAP, TOGETHER, instruments=INSTRUMENTS)
    told = f"{many.seconds:.2f} s ({many.cpu_seconds:.2f} s CPU), peak {many.peak_megabytes:.0f} MB"
    yield f"{TOGETHER:,} paths of {INSTRUMENTS} instruments together: {told}"


def _row(world: World) -> str:
    timings = [_alone(world, paths, workers=1) for paths in STEPS]
    slope, off = fitted_line(STEPS, [each.cpu_seconds for each in timings])
    many = _alone(world, MANY)
    cells = " | ".join(f"{each.cpu_seconds:.2f}" for each in timings)
    much = f"{many.seconds:.2f} s ({many.cpu_seconds:.2f} s CPU) | {many.peak_megabytes:.0f}"
    return f"| {world} | {timings[0].fit_seconds:.2f} s | {cells} | {slope * 1e6:.0f} | {off:.0%} | {much} |"


def _workers() -> Iterator[str]:
    """One after the other, so that the machine is the same for both as far as it can be."""
    for world in WORLDS:
        one, two = (_alone(world, STEPS[-1], workers) for workers in (1, 2))
        share = two.cpu_seconds / two.seconds
        told = f"{one.seconds:.2f} s with one worker, {two.seconds:.2f} s with two: {one.seconds / two.seconds:.2f} ×"
        yield f"{world}, {STEPS[-1]:,} paths: {told}; the two had {share:.2f} cores"


def fitted_line(paths: tuple[int, ...], seconds: list[float]) -> tuple[float, float]:
    """Seconds a path by least squares, and how far the furthest measure lies from the line, as a share of it."""
    slope, start = np.polyfit(paths, seconds, 1)
    line = slope * np.array(paths) + start
    return float(slope), float(np.abs(np.array(seconds) / line - 1).max())


def timed(world: World, paths: int, bars: int = BARS, workers: int = 0, instruments: int = 1) -> Timing:
    """In this process, the engine awake."""
    compiled, panel = _strategy(instruments), market(bars, instruments)
    terms = Terms(cash=Decimal(100_000), costs=Costs(commission_rate=0.0001))
    backtest(compiled, panel, terms)
    begun = time.perf_counter()
    fitted = fit_world(world, panel) if instruments == 1 else fit_portfolio(world, panel)
    between, cpu = time.perf_counter(), time.process_time()
    monte_carlo(compiled, panel, terms, fitted, paths=paths, seed=7, workers=workers)
    taken, worked = time.perf_counter() - between, time.process_time() - cpu
    return Timing(between - begun, taken, worked, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _alone(world: World, paths: int, workers: int = 0, instruments: int = 1) -> Timing:
    """In a process that does nothing else."""
    numbers = map(str, (paths, workers, instruments))
    command = [sys.executable, "-m", "benchmarks.stress_paths", world.value, *numbers]
    return Timing(**json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def _strategy(instruments: int) -> Compiled:
    told = document(12, 26, 14, 70.0, 0.05)
    if instruments > 1:
        told["universe"] = {"market": "us_stocks", "tickers": list(_tickers(instruments)), "max_positions": instruments}
    return compile_strategy(Validator(CATALOGUE).document(told).require(), CATALOGUE)


def _tickers(instruments: int) -> tuple[str, ...]:
    return tuple(f"DEMO{5 + at}" for at in range(instruments))


def market(bars: int, instruments: int) -> Panel:
    """Walks side by side."""
    walks = [walk(bars, 7 + at) for at in range(instruments)]
    volume = np.vstack([each.volume for each in walks])
    named = replace(
        walks[0],
        tickers=_tickers(instruments),
        volume=volume,
        lots=Lots(minimum=np.zeros(instruments), step=np.zeros(instruments)),
    )
    prices = ("open", "high", "low", "close")
    return with_prices(named, {name: np.vstack([getattr(each, name) for each in walks]) for name in prices})


def walk(bars: int, seed: int = 7) -> Panel:
    """Daily bars with gaps, calm and wild stretches, and a jump now and then."""
    rng = np.random.Generator(np.random.PCG64(seed))
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
