"""From nothing to a printed backtest: `parley backtest` on ten years of daily bars of a demo company."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from packages.domain.market_data.symbols import Market
from packages.domain.strategy.templates import Family, HoldingPeriod, template

RUNS = 7


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PARLEY_HOME": folder, "PYTHONDONTWRITEBYTECODE": ""}
        strategy = Path(folder) / "strategy.json"
        rules = template(Family.TREND_CONTINUATION, HoldingPeriod.SWING_DAYS, Market.CN_STOCKS, "DEMO1.SZ")
        strategy.write_text(json.dumps(rules))
        _run(environment, "data", "demo")
        seconds = [_run(environment, "backtest", str(strategy)) for _ in range(RUNS + 1)]
    print(f"first run of the command: {seconds[0]:.2f} s")
    later = seconds[1:]
    print(f"later runs: median {statistics.median(later):.2f} s, best {min(later):.2f} s, worst {max(later):.2f} s")


def _run(environment: dict[str, str], *words: str) -> float:
    before = time.perf_counter()
    subprocess.run(
        [str(Path(sys.executable).with_name("parley")), *words], env=environment, check=True, capture_output=True
    )
    return time.perf_counter() - before


if __name__ == "__main__":
    main()
