"""From nothing to a printed backtest: `parley backtest` on ten years of daily bars of a demo company, each time in a
process of its own. Time on the clock is what a person waits; time of the processor is what the work takes, and says
the same on a machine that others use."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from packages.domain.market_data.symbols import Market
from packages.domain.strategy.templates import Family, HoldingPeriod, template

RUNS = 7


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of one process, from its start to its end."""

    clock: float
    processor: float


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PARLEY_HOME": folder, "PYTHONDONTWRITEBYTECODE": ""}
        strategy = Path(folder) / "strategy.json"
        rules = template(Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "DEMO1.SZ")
        strategy.write_text(json.dumps(rules))
        _run(environment, "data", "demo")
        first, *later = [_run(environment, "backtest", str(strategy)) for _ in range(RUNS + 1)]
    print(f"first run of the command: {first.clock:.2f} s, of the processor {first.processor:.2f} s")
    print(f"later runs, on the clock: {_summary([took.clock for took in later])}")
    print(f"later runs, processor:    {_summary([took.processor for took in later])}")


def _run(environment: dict[str, str], *words: str) -> Took:
    before = time.perf_counter()
    command = [str(Path(sys.executable).with_name("parley")), *words]
    started = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, command)
    return Took(time.perf_counter() - before, used.ru_utime + used.ru_stime)


def _summary(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds):.2f} s, best {min(seconds):.2f} s, worst {max(seconds):.2f} s"


if __name__ == "__main__":
    main()
