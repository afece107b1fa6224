"""Our engine beside the fastest ones that others have written: the same data and rules, one run, one table of ratios.

The harness and its rules stand beside the checkout, in `shared/bench`; each engine has an environment of its own, which
`make bench` installs. A cell of the table is a time and, in brackets, how many times ours it is.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.backtest_worker import SHARED

ROOT = Path(__file__).parents[1]
PEERS = {"numba_fused": "core", "raptorbt": "raptorbt", "vectorbt_rust": "vectorbt", "vectorbt_numba": "vectorbt"}
WORKLOADS = ("w1_2520", "w1_500k", "w2", "w3")
ROUNDS = 2
BUDGET = "2"


@dataclass(frozen=True, slots=True)
class Timing:
    """The best of all rounds; machine noise only ever adds time."""

    seconds: float
    same_trades: float  # the share of runs with the trades of the plain reference loop


def main() -> None:
    if not SHARED.exists():
        print("The shared benchmark does not stand beside the checkout: nothing to compare with.")
        return
    told = {("parley", each): timing for each in WORKLOADS if (timing := _best("parley", each))}
    for engine in PEERS:
        told |= {(engine, each): timing for each in WORKLOADS if (timing := _best(engine, each))}
    _print(told)


def _best(engine: str, workload: str) -> Timing | None:
    timings = [timing for _ in range(ROUNDS) if (timing := _timed(engine, workload))]
    return min(timings, key=lambda timing: timing.seconds, default=None)


def _timed(engine: str, workload: str) -> Timing | None:
    if engine == "parley":
        command = [sys.executable, "-m", "benchmarks.backtest_worker", workload, "--budget", BUDGET]
    else:
        python = ROOT / ".venv" / "bench" / PEERS[engine] / "bin" / "python"
        if not python.exists():
            return None
        command = [str(python), str(SHARED / "worker.py"), engine, workload, "--budget", BUDGET]
    data = os.environ.get("BENCH_DATA", str(ROOT / ".venv" / "bench" / "data"))
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "BENCH_DATA": data})
    for line in ran.stdout.splitlines():
        if line.startswith("RESULT ") and "best_s" in (result := json.loads(line.removeprefix("RESULT "))):
            check = result.get("check_variant", result["check"])
            return Timing(result["best_s"], check["trades_equal"])
    print(f"{engine} {workload}: {ran.stderr.strip().splitlines()[-1:] or 'no result'}", file=sys.stderr)
    return None


def _print(told: dict[tuple[str, str], Timing]) -> None:
    print(f"| engine | {' | '.join(WORKLOADS)} |\n|---{'|---' * len(WORKLOADS)}|")
    for engine in ("parley", *PEERS):
        print(f"| {engine} | {' | '.join(_cell(told, engine, each) for each in WORKLOADS)} |")


def _cell(told: dict[tuple[str, str], Timing], engine: str, workload: str) -> str:
    timing, ours = told.get((engine, workload)), told.get(("parley", workload))
    if timing is None or ours is None:
        return "–"
    ratio = timing.seconds / ours.seconds
    return f"{_human(timing.seconds)} ({ratio:.2f}×, trades {timing.same_trades:.0%})"


def _human(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"


if __name__ == "__main__":
    main()
