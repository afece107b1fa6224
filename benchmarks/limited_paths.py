"""What price limits, ticks and T+1 of A-shares add to drawn paths: the same bars with and without them.

    python -m benchmarks.limited_paths     best of three, by turns, in processor time, on one core

500 bootstrapped paths of 2,520 bars, drawn and run as a stress test does it; the strategy crosses two averages.
"""

import time
from dataclasses import replace
from random import Random

from benchmarks.parley_engine import document
from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.stress.crises.cutting import own_bars
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.infra.kernel.build import install_kernel
from tests.corpus.markets import random_panel

PATHS, BARS, ROUNDS, TICKER = 500, 2_520, 3, "600036.SH"


def main() -> None:
    install_kernel()
    limited = own_bars(random_panel(Random(1), Market.CN_STOCKS, Timeframe.D1, (TICKER,), BARS), TICKER)
    plain = replace(limited, market=Market.US_STOCKS, sell_after_sessions=0, buy_duty=None, sell_duty=None)
    plain = replace(plain, lower_limit=None, upper_limit=None)
    rounds = [(seconds(limited), seconds(plain)) for _ in range(ROUNDS)]
    slow, quick = (min(each) for each in zip(*rounds, strict=True))
    print(
        f"{PATHS} paths of {BARS:,} bars: A-share {slow:.2f} s, plain {quick:.2f} s of processors: {slow / quick:.2f} ×"
    )


def seconds(panel: Panel) -> float:
    compiled = compile_strategy(Validator(CATALOGUE).document(document(10, 30, 14, 75, 0.05)).require(), CATALOGUE)
    began = time.process_time()
    monte_carlo(compiled, panel, Terms(), World.BLOCK_BOOTSTRAP, paths=PATHS, workers=1)
    return time.process_time() - began


if __name__ == "__main__":
    main()
