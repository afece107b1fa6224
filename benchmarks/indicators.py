"""How long each indicator of the catalogue takes with its defaults, on ten years of days and on 500,000 minutes.

    python -m benchmarks.indicators                 all, slowest first
    python -m benchmarks.indicators ema rsi macd    these

Processor time of the best of several runs: other work on the machine only ever adds to it.
"""

import argparse
import time
from collections.abc import Mapping

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Indicator

DAYS, MINUTES = 2_520, 500_000
ROUNDS = {DAYS: 15, MINUTES: 5}
SLOW_MS = 50.0


def market(length: int) -> Mapping[str, Floats]:
    rng = np.random.default_rng(7)
    close = 100.0 * np.exp(np.cumsum(rng.normal(0.0, 0.001, length)))
    open_ = close * np.exp(rng.normal(0.0, 0.0005, length))
    high = np.maximum(open_, close) * np.exp(np.abs(rng.normal(0.0, 0.0003, length)))
    low = np.minimum(open_, close) * np.exp(-np.abs(rng.normal(0.0, 0.0003, length)))
    return {"open": open_, "high": high, "low": low, "close": close, "volume": rng.lognormal(10.0, 0.5, length)}


def milliseconds(indicator: Indicator, bars: Mapping[str, Floats], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        started = time.thread_time()
        indicator.compute(bars, {})
        taken.append(time.thread_time() - started)
    return min(taken) * 1000.0


def run(names: list[str]) -> None:
    times: dict[str, dict[int, float]] = {name: {} for name in names}
    for length, rounds in ROUNDS.items():
        bars = market(length)
        for name in names:
            times[name][length] = milliseconds(CATALOGUE[name], bars, rounds)
    print(f"{'indicator':<30}{'category':<12}{DAYS:>12,} bars{MINUTES:>12,} bars")
    for name in sorted(names, key=lambda each: -times[each][MINUTES]):
        told = times[name]
        print(f"{name:<30}{CATALOGUE[name].category:<12}{told[DAYS]:>14.3f} ms{told[MINUTES]:>14.2f} ms")
    for length in ROUNDS:
        each = np.array([told[length] for told in times.values()])
        print(f"{length:,} bars: median {np.median(each):.3f} ms, slowest {each.max():.2f} ms, all {each.sum():.1f} ms")
    slow = [name for name in names if times[name][MINUTES] > SLOW_MS]
    print(f"above {SLOW_MS:g} ms on {MINUTES:,} bars: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="indicators to time; all, unless named")
    run(parser.parse_args().names or list(CATALOGUE))
