"""How often the stress lab lets luck pass, and how often a real edge: the honesty gate alone, and the whole verdict.

An adversary tries variants in a world without any edge and deploys the best of them, at a size that keeps every
drawdown small. Beside both stands the rule that a Sharpe ratio above 1 is enough. The planted edge has a true Sharpe
ratio of 1.5 over five years of days. Every share comes with its Wilson interval of 95 %.
"""

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.findings import Ruling
from packages.domain.stress.monte_carlo.summary import share_estimate
from packages.domain.stress.verdict.checks import checks
from packages.domain.stress.verdict.limits import limits_for
from packages.infra.kernel.build import install_kernel
from tests.packages.domain.backtest.real_data import real_panel
from tests.packages.domain.stress.honesty.adversary import GATE, PLAIN_RULE, gate_knowing_returns
from tests.packages.domain.stress.honesty.edgeless_worlds import (
    World,
    bootstrapped,
    garch,
    persistent,
    shapes_of,
    shuffled,
    trend_follower,
    variants,
)
from tests.packages.domain.stress.honesty.whole_verdict import (
    PROFILES,
    Backtested,
    backtested,
    deployed,
    fitted_parts,
    verdicts,
    whole_parts,
)

install_kernel()
COUNTS = (1, 10, 100, 500)
EDGELESS = ("garch", "shuffled", "bootstrap")
SMALL = 0.3  # of the account: a size at which a person's own limits refuse hardly anything
SIZES = {"moderate": 0.3, "aggressive": 0.5}
COMMISSION = Terms(costs=Costs(commission_rate=0.0002))
_SEED = 11
_A_TASK = 10


@dataclass(frozen=True, slots=True)
class Amount:
    """How many worlds of each kind; the whole verdict is asked in the first of them."""

    edgeless: int = 200
    whole: int = 50
    planted: int = 200
    planted_whole: int = 80
    paths: int = 300
    counts: tuple[int, ...] = COUNTS


@dataclass(frozen=True, slots=True)
class Task:
    """The worlds from `first` up to `end`, each of which depends on its number alone."""

    world: str
    first: int
    end: int
    amount: Amount


Seen = Counter[tuple[str, ...]]


def main() -> None:
    """`python -m benchmarks.stress_odds [workers] [file]`: what is finished is kept in the file, and a run that was
    stopped goes on from there; 0 workers only tell what it holds."""
    workers = int(sys.argv[1]) if sys.argv[1:] else os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as nowhere:
        kept = Path(sys.argv[2] if sys.argv[2:] else f"{nowhere}/odds.jsonl")
        amount = Amount()
        if workers:
            _go_on([task for task in tasks_of(amount) if task not in _read(kept, amount)], workers, kept)
        for line in told(_read(kept, amount).values(), amount):
            print(line)


def tasks_of(amount: Amount) -> list[Task]:
    """Round after round of all worlds, so that a run that is stopped knows as much of each."""
    wanted = {**dict.fromkeys(EDGELESS, amount.edgeless), "planted": amount.planted}
    return [
        Task(world, first, min(first + _A_TASK, worlds), amount)
        for first in range(0, max(wanted.values()), _A_TASK)
        for world, worlds in wanted.items()
        if first < worlds
    ]


def _go_on(tasks: list[Task], workers: int, kept: Path) -> None:
    with ProcessPoolExecutor(workers) as pool, kept.open("a") as file:
        for done in as_completed({pool.submit(_with_task, task): task for task in tasks}):
            task, seen = done.result()
            file.write(json.dumps([[task.world, task.first, task.end], [[*key, count] for key, count in seen.items()]]))
            file.write("\n")
            file.flush()


def _with_task(task: Task) -> tuple[Task, Seen]:
    return task, measured(task)


def _read(kept: Path, amount: Amount) -> dict[Task, Seen]:
    lines = kept.read_text().splitlines() if kept.exists() else []
    rows = (json.loads(line) for line in lines)
    return {
        Task(world, first, end, amount): Counter({tuple(key): count for *key, count in seen})
        for (world, first, end), seen in rows
    }


def measured(task: Task) -> Seen:
    """What passed, by world, number of trials and rule; `worlds` counts what was asked."""
    seen: Seen = Counter()
    for at in range(task.first, task.end):
        rng = np.random.Generator(np.random.PCG64([_SEED, at]))
        if task.world == "planted":
            _planted(rng, at < task.amount.planted_whole, task.amount, seen)
        else:
            _edgeless(task.world, rng, at < task.amount.whole, task.amount, seen)
    return seen


def _edgeless(name: str, rng: np.random.Generator, is_whole: bool, amount: Amount, seen: Seen) -> None:
    panel = _world(name)(rng)
    pool = variants(max(amount.counts), size=SMALL)
    drawn = [pool[int(place)] for place in rng.permutation(len(pool))]
    everything = backtested(drawn, panel, Terms())
    for count in amount.counts:
        found, key = everything.first(count), (name, str(count))
        _gates(found, key, seen)
        if is_whole:
            seen[*key, "whole worlds"] += 1
            whole = passes(found, panel, Terms(), amount.paths)
            for profile in whole:
                seen[*key, profile] += 1


def _planted(rng: np.random.Generator, is_whole: bool, amount: Amount, seen: Seen) -> None:
    panel = persistent()(rng)
    for size in (1.0, *SIZES.values()):
        found = backtested([compile_strategy(trend_follower(size), CATALOGUE)], panel, COMMISSION)
        key = ("planted", f"{size:g}")
        _gates(found, key, seen)
        if is_whole:
            seen[*key, "whole worlds"] += 1
            whole = deployed(found, panel, COMMISSION, paths=amount.paths)
            for profile, ruling in verdicts(whole_parts(whole, fitted_parts(whole))).items():
                seen[*key, profile] += ruling.ruling is Ruling.PASS
                broken = {each.code for each in ruling.reasons if each.ruling is not Ruling.PASS}
                seen.update((*key, profile, code) for code in broken)


def passes(found: Backtested, panel: Panel, terms: Terms, paths: int) -> tuple[str, ...]:
    """The profiles with which the best of them passes. A verdict is the worst of its reasons, so that the stages after
    one that refuses everybody need not be run."""
    if gate_knowing_returns(found.returns[:, [found.best]], 0) < GATE:
        return ()  # against zero already; more trials only ask for more
    of = deployed(found, panel, terms, paths=paths)
    fitted = fitted_parts(of)
    if any(each.ruling is not Ruling.PASS for each in checks(fitted, limits_for(None)) if each.code != "not_measured"):
        return ()
    told = verdicts(whole_parts(of, fitted))
    return tuple(name for name, each in told.items() if each.ruling is Ruling.PASS)


def _gates(found: Backtested, key: tuple[str, ...], seen: Seen) -> None:
    seen[*key, "worlds"] += 1
    seen[*key, "gate"] += gate_knowing_returns(found.returns, found.best) >= GATE
    seen[*key, "plain"] += found.sharpe > PLAIN_RULE


def _world(name: str) -> World:
    """The last two are made of real bars from which every drift was taken."""
    if name == "garch":
        return garch
    shapes = shapes_of(real_panel("NVDA"), 1000)
    return shuffled(shapes) if name == "shuffled" else bootstrapped(shapes)


def told(pieces: Iterable[Seen], amount: Amount) -> Iterator[str]:
    seen: Seen = Counter()
    for piece in pieces:
        seen.update(piece)
    yield "Without any edge: passed, with the Wilson interval of 95 %"
    yield "| world | trials | gate | whole, moderate | whole, aggressive | Sharpe > 1 |"
    yield "|---|---|---|---|---|---|"
    for name in EDGELESS:
        yield from (_row(seen, (name, str(count))) for count in amount.counts)
    yield "A planted edge with a true Sharpe ratio of 1.5, one trial, by the share of the account"
    yield "| world | size | gate | whole, moderate | whole, aggressive | Sharpe > 1 |"
    yield "|---|---|---|---|---|---|"
    for size in ("1", *(f"{each:g}" for each in SIZES.values())):
        yield _row(seen, ("planted", size))
        yield from _refusals(seen, ("planted", size))


def _row(seen: Seen, key: tuple[str, ...]) -> str:
    worlds, whole = seen[*key, "worlds"], seen[*key, "whole worlds"]
    cells = [_share(seen[*key, "gate"], worlds), *(_share(seen[*key, profile], whole) for profile in PROFILES)]
    return f"| {' | '.join((*key, *cells, _share(seen[*key, 'plain'], worlds)))} |"


def _refusals(seen: Seen, key: tuple[str, ...]) -> Iterator[str]:
    for profile in PROFILES:
        broken = {each[-1]: count for each, count in seen.items() if each[:-1] == (*key, profile)}
        named = ", ".join(f"{code} {count}" for code, count in sorted(broken.items(), key=lambda each: -each[1]))
        yield f"refused at size {key[1]}, {profile}: {named or 'nothing'}"


def _share(passed: int, worlds: int) -> str:
    if not worlds:
        return "–"
    found = share_estimate(passed, worlds)
    return f"{found.value:.1%} ({found.low:.1%}–{found.high:.1%}; {passed}/{worlds})"


if __name__ == "__main__":
    main()
