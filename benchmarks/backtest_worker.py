"""Runs our engine under the shared benchmark's own worker: the same clock, the same checks as for everybody else."""

import importlib
import sys
from pathlib import Path

from benchmarks import parley_engine

SHARED = Path(__file__).parents[2] / "shared" / "bench"


def main() -> None:
    sys.path.insert(0, str(SHARED))
    sys.modules["engines.parley"] = parley_engine
    sys.argv = ["worker.py", "parley", *sys.argv[1:]]
    importlib.import_module("worker").main()


if __name__ == "__main__":
    main()
