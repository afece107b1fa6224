"""What a grid of an optimisation costs, from the request to its report, in processor time: every variant counted.

    python -m benchmarks.large_grids     15,625, 117,649 and 1,000,000 variants beside 4,096 that are kept one by one

Stores are in memory; the market has 2,520 bars of which the last three tenths are held out; six numbers are varied.
Each size is a process of its own, so that its memory is its own.
"""

import asyncio
import resource
import subprocess
import sys
import time

from packages.core.ids import Ids
from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.optimise.service import NewOptimisation
from packages.domain.stress.optimise.space import space_of
from packages.domain.stress.optimise.work import OptimisationWork
from packages.infra.kernel.build import install_kernel
from packages.infra.stress.optuna_search import OptunaSearcher
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.asking import book
from tests.packages.domain.stress.jobs.in_memory import InMemoryTrialReturns
from tests.packages.domain.stress.optimise.in_memory import InMemoryOptimisations
from tests.packages.domain.stress.optimise.planted import FOUR, NOW, SIZE, PlantedMarket, search_plan, strategy

VALUES = (4, 5, 7, 10)  # of each of six numbers
SIX = (*FOUR, SIZE, SIZE.replace("long", "short"))


def main() -> None:
    if len(sys.argv) > 1:
        asyncio.run(measured(int(sys.argv[1])))
        return
    for values in VALUES:
        subprocess.run([sys.executable, "-m", "benchmarks.large_grids", str(values)], check=True)


async def measured(values: int) -> None:
    install_kernel()
    size = space_of(compile_strategy(strategy(), CATALOGUE), SIX, values).size
    clock, market = StoppedClock(NOW), PlantedMarket(2_520)
    shelf = book(clock)
    work = OptimisationWork(
        market.view, InMemoryOptimisations(), OptunaSearcher, shelf.ledger, InMemoryTrialReturns(), clock
    )
    plan = search_plan(grid=values, trials=size, pointers=SIX)
    planned = NewOptimisation(Ids(clock).new(), "ann", plan, NOW, has_job=False)
    began = time.process_time()
    await work.run(planned, _quietly)
    spent = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counted = await shelf.ledger.count(plan.base.lineage_id)
    print(f"{size:9,} variants: {spent:6.1f} s of processors, {memory:5.0f} MB at most, {counted:,} trials", flush=True)


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches."""


if __name__ == "__main__":
    main()
