"""Runs one strategy by the engine that can say it, and prints its trades as JSON: `worker.py NAME BARS.npz`."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.peers import portfolios, signals
from benchmarks.peers.bars import Bars


def main() -> None:
    told = {}
    for each in sys.argv[1:]:
        path = Path(each)
        engine = signals if path.stem in signals.BY_NAME else portfolios
        found = engine.run(path.stem, Bars.read(path))
        told[path.stem] = [asdict(each) for each in (*found.closed, *found.held)]
    json.dump(told, sys.stdout, default=float)


if __name__ == "__main__":
    main()
