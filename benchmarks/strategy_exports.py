"""Random strategies exported to every target, run there, and laid beside the backtest trade by trade.

    python -m benchmarks.strategy_exports [COUNT [TARGET]]     200 and all targets unless told otherwise

Plain Python runs here; vectorbt and backtesting.py run in their environments (`make .venv/bench.stamp`); Pine runs in
the interpreter of the tests, which is not TradingView. A strategy trades alike, or it is refused by name before
anything is written, or the exported code stops with a sentence; anything else is a difference.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from packages.core.messages import Language, message, render
from packages.domain.backtest.exporting.export import export_strategy
from packages.domain.backtest.exporting.refusals import CannotCarry, Target
from packages.infra.kernel.build import install_kernel
from tests.reference.exportable_strategies import ExportableRun, exportable_run
from tests.reference.exported_trades import Trades, apart, bars_of, parley_trades
from tests.reference.pine import PineScript
from tests.reference.pine_broker import PineStopped

ROOT = Path(__file__).parents[1]
ENGINES = {Target.VECTORBT: "vectorbt", Target.BACKTESTING: "public"}  # their environments
AT_ONCE = 200
Told = Trades | str  # the trades, or the sentence that it stopped with


@dataclass
class Tally:
    """What became of the strategies of one target."""

    alike: int = 0
    traded: int = 0
    trades: int = 0
    stopped: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    apart: dict[int, str] = field(default_factory=dict)


def main() -> None:
    install_kernel()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    runs = {seed: exportable_run(seed) for seed in range(count)}
    ours = {seed: parley_trades(run) for seed, run in runs.items()}
    tallies = {}
    for target in [Target(sys.argv[2])] if len(sys.argv) > 2 else Target:
        if target in ENGINES and not interpreter_of(target).exists():
            print(f"{target.value}: its engine is not installed: `make .venv/bench.stamp` does it.")
            continue
        tallies[target] = tally(target, runs, ours)
    _print(tallies)
    raise SystemExit(any(each.apart for each in tallies.values()))


def interpreter_of(target: Target) -> Path:
    return ROOT / ".venv" / "bench" / ENGINES[target] / "bin" / "python"


def tally(target: Target, runs: Mapping[int, ExportableRun], ours: Mapping[int, Trades]) -> Tally:
    found, texts = Tally(), {}
    for seed, run in runs.items():
        try:
            exported = export_strategy(run.strategy, target, run.terms, yearly_bars=run.panel.bars_per_year)
            texts[seed] = exported.text
        except CannotCarry as refused:
            found.refused.update({each.code.value for each in refused.refusals})
            found.refused["strategies"] += 1
    theirs = {seed: _here(target, texts[seed], runs[seed]) for seed in texts} if target not in ENGINES else {}
    theirs |= _there(target, texts, runs) if target in ENGINES else {}
    for seed, told in theirs.items():
        _count(found, seed, ours[seed], told, float(runs[seed].panel.lots.step[0]))
    return found


def _count(found: Tally, seed: int, ours: Trades, told: Told, step: float) -> None:
    if isinstance(told, str):
        stopped = told == render(message("strategy.export.not_bought"), Language.EN)
        found.stopped += stopped
        found.apart |= {} if stopped else {seed: told}
    elif (difference := apart(ours, told, step)) is not None:
        found.apart[seed] = difference
    else:
        found.alike, found.traded, found.trades = found.alike + 1, found.traded + bool(ours), found.trades + len(ours)


def _here(target: Target, text: str, run: ExportableRun) -> Told:
    if target is Target.PINE:
        try:
            return [each.as_dict() for each in PineScript(text).run(bars_of(run.panel))]
        except PineStopped as stopped:
            return str(stopped)
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), space)
    told: Trades = space["run"](bars_of(run.panel))
    return told


def _there(target: Target, texts: Mapping[int, str], runs: Mapping[int, ExportableRun]) -> dict[int, Told]:
    found: dict[int, Told] = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed, text in texts.items():
            Path(folder, f"{seed}.py").write_text(text, "utf-8")
            np.savez(Path(folder, f"{seed}.npz"), allow_pickle=False, **bars_of(runs[seed].panel))  # type: ignore[arg-type]
        files = [str(Path(folder, f"{seed}.py")) for seed in texts]
        for first in range(0, len(files), AT_ONCE):
            command = [str(interpreter_of(target)), "-m", "benchmarks.peers.exported", *files[first : first + AT_ONCE]]
            ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
            if ran.returncode:
                raise SystemExit(ran.stderr)
            found |= {int(seed): told for seed, told in json.loads(ran.stdout).items()}
    return found


def _print(tallies: Mapping[Target, Tally]) -> None:
    print("| target | alike | of which trade | trades | stopped with a sentence | refused by name | different |")
    print("|---|---|---|---|---|---|---|")
    for target, told in tallies.items():
        refused = told.refused.pop("strategies", 0)
        row = (target.value, told.alike, told.traded, told.trades, told.stopped, refused, len(told.apart))
        print(f"| {' | '.join(map(str, row))} |")
    for target, told in tallies.items():
        print(f"\n{target.value} refused: {', '.join(f'{code} {count}' for code, count in told.refused.most_common())}")
        for seed, difference in told.apart.items():
            print(f"  seed {seed}: {difference[:300]}")


if __name__ == "__main__":
    main()
