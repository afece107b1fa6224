"""What a backtest and a stress test of one A-share cost on a desk, in processor time, the kernel and all around it.

    python -m benchmarks.desk_jobs [FOLDER]     FOLDER keeps the desk with its demo market for a next run

The desk is a real one, with its database and its stored bars of ten years. The work is done as a job, with the server
around it at rest, and then by itself as the terminal does it. Each line is a process of its own; the first run, which
loads what is loaded at first use, is told apart.
"""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from pathlib import Path

from apps.api.composition import open_app
from apps.api.openings.strategies import open_strategy_jobs
from apps.api.services import AppContext
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.jobs.plan import BacktestRequest, make_plan
from packages.domain.backtest.jobs.stored import Backtest, NewBacktest
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressTest
from packages.domain.work.jobs import job_stream
from packages.settings.load import load_settings

TICKER = "DEMO1.SZ"
BACKTESTS, STRESS_TESTS = 20, 3
Run = Callable[[], Awaitable[None]]
Submit = Callable[[AppContext, str], Awaitable[Backtest | StressTest]]


def main() -> None:
    if len(sys.argv) > 2:
        asyncio.run(_measured(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as temporary:
        home = sys.argv[1] if len(sys.argv) > 1 else temporary
        environment = {**os.environ, "PARLEY_HOME": home}
        if not (Path(home) / "bars").exists():
            command = [str(Path(sys.executable).with_name("parley")), "data", "demo"]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        for what in _OPENED:
            subprocess.run([sys.executable, "-m", "benchmarks.desk_jobs", home, what], env=environment, check=True)


async def _measured(what: str) -> None:
    async with _OPENED[what]() as run:
        first, *later = [await _timed(run) for _ in range(1 + (STRESS_TESTS if "stress" in what else BACKTESTS))]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    best, middle = min(later) * 1000, sorted(later)[len(later) // 2] * 1000
    told = f"best {best:,.0f} ms, middle {middle:,.0f} ms; {memory:,.0f} MB at most"
    print(f"{what}: first {first * 1000:,.0f} ms of processors, then {told}", flush=True)


async def _timed(run: Run) -> float:
    """Seconds of processors, of all threads."""
    began = time.process_time()
    await run()
    return time.process_time() - began


async def _strategy(book: StrategyBook) -> str:
    document = template(Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, TICKER)
    return (await book.create(LOCAL_OWNER_ID, document)).id


@asynccontextmanager
async def _jobs(submit: Submit) -> AsyncIterator[Run]:
    """Each to its end, with the server around it at rest."""
    async with open_app(load_settings()) as app:
        strategy_id = await _strategy(app.strategies)

        async def run() -> None:
            job = await submit(app, strategy_id)
            async with aclosing(app.events.tail(job_stream(job.id, 1), LOCAL_OWNER_ID)) as events:
                assert '"succeeded"' in [event async for event in events][-1].json

        yield run


def _backtest_jobs() -> AbstractAsyncContextManager[Run]:
    return _jobs(lambda app, name: app.backtests.submit(LOCAL_OWNER_ID, BacktestRequest(strategy_id=name)))


def _stress_jobs() -> AbstractAsyncContextManager[Run]:
    return _jobs(lambda app, name: app.stress.submit(LOCAL_OWNER_ID, StressRequest(strategy_id=name)))


@asynccontextmanager
async def _backtests() -> AsyncIterator[Run]:
    async with open_strategy_jobs(load_settings()) as jobs:
        request, clock = BacktestRequest(strategy_id=await _strategy(jobs.book)), jobs.clock

        async def run() -> None:
            work, plan = jobs.backtests(), await make_plan(jobs.book, LOCAL_OWNER_ID, request, clock.now())
            planned = NewBacktest(Ids(clock).new(), LOCAL_OWNER_ID, plan, clock.now(), has_job=False)
            await work.keep(planned, await work.run(plan, _quietly))

        yield run


@asynccontextmanager
async def _stress_tests() -> AsyncIterator[Run]:
    async with open_strategy_jobs(load_settings()) as jobs:
        request, clock = StressRequest(strategy_id=await _strategy(jobs.book)), jobs.clock

        async def run() -> None:
            work, plan = jobs.stress(), await make_stress_plan(jobs.book, LOCAL_OWNER_ID, request, clock.now())
            planned = NewStress(Ids(clock).new(), LOCAL_OWNER_ID, plan, clock.now(), has_job=False)
            await work.keep(planned, await work.run(planned, _quietly))

        yield run


async def _quietly(_done: float, _message: str) -> None:
    """Nobody watches."""


_OPENED: Mapping[str, Callable[[], AbstractAsyncContextManager[Run]]] = {
    "backtest as a job": _backtest_jobs,
    "backtest by itself": _backtests,
    "stress test as a job": _stress_jobs,
    "stress test by itself": _stress_tests,
}


if __name__ == "__main__":
    main()
