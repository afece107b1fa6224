"""How often a search without any edge passes, whichever way it hides its trials; and how often an honest edge passes.

In every world somebody tries 2,500 variants on ten years of days without any edge and stress-tests the best. The trials
go through the desk's own ledger, pool, seeds and verdict in each of these ways: as one strategy, as drafts, copies or
forks under many names, with every strategy deleted, on other tickers of the same data, on windows that are moved by
days, with other seeds until one passes, and outside the desk, declared or not. The planted edge has a true Sharpe ratio
of 1.5; its owner tests the idea they have, or has tried nine others on the same index before.
"""

import argparse
import asyncio
import hashlib
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from packages.core.clock import SystemClock
from packages.core.errors import Invalid
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.engine import Compiled, compile_strategy
from packages.domain.backtest.jobs.sample import sample_of
from packages.domain.backtest.jobs.trial_returns import TrialReturn, weekly
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind, draft_lineage
from packages.domain.strategy.revisions import rules_hash
from packages.domain.stress.attempts import worst_of
from packages.domain.stress.findings import OverfittingFinding, Ruling
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.jobs import stages, tried
from packages.domain.stress.jobs.baseline import StressBaseline, StressPool, pool_of
from packages.domain.stress.jobs.lineage_matrix import lineage_matrix
from packages.domain.stress.monte_carlo.summary import share_estimate
from packages.domain.stress.verdict.checks import Check, checks
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.parts import StressParts
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.kernel.build import install_kernel
from packages.infra.strategy.strategies import strategy_book
from packages.settings.database import DatabaseUrl
from tests.packages.domain.stress.honesty.edgeless_worlds import garch, persistent, trend_follower, variants
from tests.packages.domain.stress.honesty.whole_verdict import (
    BEFORE,
    LATER,
    PROFILES,
    Backtested,
    Deployed,
    backtested,
    deployed,
    whole_parts,
)

BARS = 2520  # ten years of days
VARIANTS = 2_500
NAMES = 10  # names, tickers or windows that a search is spread over
SEEDS = (1, 2, 3)  # others that are asked for
SIZE = 0.3  # of the account, at which the limits of a person refuse hardly anything
HONEST_SIZE = 0.2  # at which ten years on paths without the edge stay within the drawdown of a moderate person
HONEST = 9
FALSE_PASS, TRUE_PASS = 0.05, 0.80
INSIDE = ("one strategy", "drafts", "copies", "forks", "deleted", "other tickers", "moved windows")
RESEEDED, DECLARED, UNDECLARED = "other seeds", "outside, declared", "outside, not declared"
PLANTED, MANY_IDEAS = "planted", "planted, after nine ideas"
_CLOSE = 0.5  # a deflated Sharpe below it is not lifted over 0.95 by another seed
_COMMISSION = Terms(costs=Costs(commission_rate=0.0002))
_LIMITS = limits_for(PROFILES["moderate"])
_GATES = (Check.DEFLATED_SHARPE, Check.OVERFITTING_PROBABILITY)
_SEED = 29


@dataclass(frozen=True, slots=True)
class Amount:
    """How many worlds without an edge, of them with a search that nobody declared, and with the planted edge."""

    first: int = 0
    worlds: int = 100
    undeclared: int = 25
    planted: int = 100
    variants: int = VARIANTS
    bars: int = BARS
    paths: int = 400


@dataclass(slots=True)
class Counted:
    """Passes by way, worlds by way, and which checks refused the planted edge."""

    passed: Counter[str] = field(default_factory=Counter)
    worlds: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    effective: list[float] = field(default_factory=list)
    honest: list[float] = field(default_factory=list)

    def add(self, way: str, *, passes: bool) -> None:
        self.worlds[way] += 1
        self.passed[way] += passes

    def share(self, way: str) -> float:
        return self.passed[way] / max(1, self.worlds[way])

    def failures(self) -> Iterator[str]:
        for way in (*INSIDE, RESEEDED, DECLARED):
            if self.share(way) > FALSE_PASS:
                yield f"{way}: {self.share(way):.1%} of searches without an edge pass, at most {FALSE_PASS:.0%} may"
        if self.worlds[PLANTED] and self.share(PLANTED) < TRUE_PASS:
            yield f"{PLANTED}: {self.share(PLANTED):.1%} pass, at least {TRUE_PASS:.0%} should"


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Everything that was tried in one world, and the best of it as it is brought to the lab."""

    found: Backtested
    of: Deployed

    @property
    def baseline(self) -> StressBaseline:
        return self.of.baseline

    def pieces(self) -> Iterator[tuple[int, list[Trial]]]:
        for at, some in enumerate(np.array_split(np.arange(len(self.of.trials)), NAMES)):
            yield at, [self.of.trials[int(place)] for place in some]


class Desk:
    """The desk's ledger over a database of its own; every way has an owner of its own. Returns are kept by key."""

    def __init__(self, book: StrategyBook) -> None:
        self.book = book
        self.returns: dict[str, TrialReturn] = {}
        self._judged: dict[tuple[object, ...], OverfittingFinding] = {}

    async def hidden(self, way: str, world: int, search: Search) -> StressPool:
        """Records the search in that way; the pool that the best of it is judged by."""
        owner = f"{way} {world}"[:36]
        pool = pool_of(owner, _in_lineage(search.baseline, draft_lineage(owner, "the best")))
        for at, trials in search.pieces():
            await self._record(way, owner, at, trials, pool)
        return pool

    async def _record(self, way: str, owner: str, at: int, trials: Sequence[Trial], pool: StressPool) -> None:
        ledger, sample = self.book.ledger, pool.sample
        if way in ("one strategy", "forks"):
            await ledger.record_all(pool.lineage_id, trials, sample)
        elif way in ("drafts", "copies"):
            await ledger.record_all(draft_lineage(owner, f"{way} {at}"), trials, sample)
        elif way == "deleted":
            document = document_of(pool.baseline.compiled.strategy)
            stored = await self.book.create(owner, document, f"Idea {at}")
            await ledger.record_all(stored.lineage_id, trials, sample)
            await self.book.archive(owner, stored.id)
        else:
            await self._on_other_data(way, owner, at, trials, pool)

    async def _on_other_data(self, way: str, owner: str, at: int, trials: Sequence[Trial], pool: StressPool) -> None:
        """The same prices under another ticker, or without the first few days: other keys, the same returns."""
        panel, digest = pool.baseline.panel, hashlib.sha256(f"{pool.sample.digest}:{way}:{at}".encode()).hexdigest()
        moved = replace(panel, tickers=(f"COPY{at}",)) if way == "other tickers" else panel
        sample = sample_of(owner, digest, moved, 0 if way == "other tickers" else at)
        renamed = [replace(trial, key=hashlib.sha256(f"{digest}:{trial.key}".encode()).hexdigest()) for trial in trials]
        for before, after in zip(trials, renamed, strict=True):
            self.returns[after.key] = replace(self.returns[before.key], key=after.key)
        await self.book.ledger.record_all(draft_lineage(owner, f"{way} {at}"), renamed, sample)

    async def judged(self, pool: StressPool, seed: int | None = None) -> OverfittingFinding:
        """Luck as the lab judges it: by all trials of the pool, the best run itself included."""
        baseline = _with_seed(pool.baseline, seed)
        base = tried.base_run(baseline, LATER)
        await self.book.ledger.record_all(pool.lineage_id, base.trials, pool.sample)
        self.returns.update({each.key: each for each in base.returns})
        trials = await self.book.ledger.trials(pool.lineage_id, pool.around)
        # Ways that left the same trials in the pool are judged once.
        same = baseline.seed, baseline.key(), frozenset(trials)
        if same not in self._judged:
            kept = [self.returns[trial.key] for trial in trials if trial.key in self.returns]
            kept.sort(key=lambda each: each.key)
            self._judged[same] = judged_luck(baseline, trials, kept)
        return self._judged[same]


def judged_luck(baseline: StressBaseline, trials: Sequence[Trial], kept: Sequence[TrialReturn]) -> OverfittingFinding:
    """As the lab judges it; cross-validation, which is slow, only where the deflated ratio does not refuse already."""
    weighed = stages.before_the_choice(baseline.key(), trials)
    known = {trial.key for trial in weighed}
    matrix = lineage_matrix(baseline.key(), [each for each in kept if each.key in known]).returns
    returns, a_year = returns_of(baseline.equity), baseline.panel.bars_per_year
    quick = overfitting(returns, a_year, weighed, matrix, chosen_among=(), seed=baseline.seed)
    if _LIMITS.deflated_sharpe.ruling(quick.deflated_sharpe) is not Ruling.PASS:
        return quick
    return stages.judge_luck(baseline, trials, kept).finding


def _in_lineage(baseline: StressBaseline, lineage_id: str) -> StressBaseline:
    backtest = replace(baseline.plan.backtest, lineage_id=lineage_id)
    return replace(baseline, plan=replace(baseline.plan, backtest=backtest))


def _with_seed(baseline: StressBaseline, seed: int | None) -> StressBaseline:
    scenarios = replace(baseline.plan.scenarios, seed=seed)
    return replace(baseline, plan=replace(baseline.plan, scenarios=scenarios))


def searched(tried_ones: Sequence[Compiled], panel: Panel, terms: Terms, amount: Amount) -> Search:
    found = backtested(tried_ones, panel, terms)
    return Search(found, deployed(found, panel, terms, paths=amount.paths))


def ruling_of(of: Deployed, luck: OverfittingFinding) -> Ruling:
    """The whole verdict. It is the worst of its checks, so the slow parts are not run where luck refuses already."""
    parts = StressParts(overfitting=luck)
    broken = [each for each in checks(parts, _LIMITS) if each.code in _GATES and each.ruling is not Ruling.PASS]
    if broken:
        return worst_of([each.ruling for each in broken]) or Ruling.REVISE
    return Ruling.REVISE if broken_checks(of, luck) else Ruling.PASS


def broken_checks(of: Deployed, luck: OverfittingFinding) -> set[str]:
    """Of the whole verdict; a part that cannot be measured rules a pass out."""
    try:
        shaken, walked = stages.shake(of.baseline, _quiet), stages.walk(of.baseline, _quiet)
        whole = whole_parts(of, StressParts(sensitivity=shaken, walk_forward=walked, overfitting=luck))
    except Invalid:
        return {Check.NOT_MEASURED.value}
    return {each.code for each in checks(whole, _LIMITS) if each.ruling is not Ruling.PASS}


def _quiet(_share: float, _words: str) -> None:
    """Nobody waits."""


async def without_edge(desk: Desk, world: int, amount: Amount, counted: Counted) -> None:
    rng = np.random.Generator(np.random.PCG64([_SEED, world]))
    search = searched(variants(amount.variants, size=SIZE), garch(rng, amount.bars), Terms(), amount)
    desk.returns = {each.key: each for each in search.of.returns}
    known: dict[tuple[float, float | None], Ruling] = {}
    for way in INSIDE:
        pool = await desk.hidden(way, world, search)
        luck = await desk.judged(pool)
        counted.effective += [luck.effective_trials] if luck.effective_trials else []
        figures = luck.deflated_sharpe, luck.overfitting_probability
        known[figures] = known.get(figures) or ruling_of(search.of, luck)
        counted.add(way, passes=known[figures] is Ruling.PASS)
        if way == "drafts":
            await _reseeded(desk, pool, search, luck, known[figures], counted)
    await _outside(desk, world, search, amount, counted)


async def _reseeded(
    desk: Desk, pool: StressPool, search: Search, luck: OverfittingFinding, first: Ruling, counted: Counted
) -> None:
    """Other seeds until one passes: the joint verdict is the worst, the latest would have been the best."""
    rulings = [first]
    if luck.deflated_sharpe >= _CLOSE:
        for seed in SEEDS:
            of = replace(search.of, baseline=_with_seed(search.baseline, seed))
            rulings.append(ruling_of(of, await desk.judged(pool, seed)))
    counted.add(RESEEDED, passes=worst_of(rulings) is Ruling.PASS)
    counted.add("any one seed", passes=Ruling.PASS in rulings)


async def _outside(desk: Desk, world: int, search: Search, amount: Amount, counted: Counted) -> None:
    for way, count in ((DECLARED, amount.variants), (UNDECLARED, 0)):
        if way == UNDECLARED and world >= amount.undeclared:
            continue
        owner = f"{way} {world}"[:36]
        baseline = _in_lineage(search.baseline, draft_lineage(owner, "the best"))
        pool = pool_of(owner, replace(baseline, plan=replace(baseline.plan, declared_trials=count)))
        said = tried.declared(pool.baseline, (), BEFORE)
        if said is not None:
            await desk.book.ledger.record_all(pool.lineage_id, [said], pool.sample)
        counted.add(way, passes=ruling_of(search.of, await desk.judged(pool)) is Ruling.PASS)


async def with_edge(desk: Desk, world: int, amount: Amount, counted: Counted) -> None:
    """An honest person with the one idea that has the edge; and the same person after nine other ideas."""
    rng = np.random.Generator(np.random.PCG64([_SEED, 1, world]))
    panel, edge = persistent(amount.bars)(rng), compile_strategy(trend_follower(HONEST_SIZE), CATALOGUE)
    search = searched([edge], panel, _COMMISSION, amount)
    alone = await desk.judged(_pool(search, f"planted {world}"))
    broken = broken_checks(search.of, alone)
    counted.refused.update(broken)
    counted.add(PLANTED, passes=not broken)
    pool = _pool(search, f"many ideas {world}")
    await _nine_others(desk, pool, world)
    luck = await desk.judged(pool)
    gates = {each.code for each in checks(StressParts(overfitting=luck), _LIMITS) if each.ruling is not Ruling.PASS}
    counted.add(MANY_IDEAS, passes=not (broken - set(_GATES)) and not gates & set(_GATES))
    counted.honest += [luck.effective_trials] if luck.effective_trials else []


def _pool(search: Search, owner: str) -> StressPool:
    return pool_of(owner, _in_lineage(search.baseline, draft_lineage(owner, "the edge")))


async def _nine_others(desk: Desk, pool: StressPool, world: int) -> None:
    baseline = pool.baseline
    others = backtested(variants(HONEST, seed=world, size=HONEST_SIZE), baseline.panel, _COMMISSION)
    for at, (idea, column) in enumerate(zip(others.strategies, others.returns.T, strict=True)):
        key = baseline.key(rules_hash(idea.strategy))
        equity = np.concatenate(([1.0], np.cumprod(1 + column)))
        desk.returns[key] = TrialReturn(key, *weekly(baseline.panel.time, equity))
        lineage_id = draft_lineage(pool.around.owner_id, f"idea {at}")
        await desk.book.ledger.record_all(lineage_id, [Trial(key, TrialKind.BACKTEST, BEFORE)], pool.sample)


def told(counted: Counted) -> Iterator[str]:
    for way, worlds in counted.worlds.items():
        range_ = share_estimate(counted.passed[way], worlds)
        yield f"{way:24} {counted.passed[way]:4} of {worlds:4} pass ({range_.low:.1%} to {range_.high:.1%})"
    if counted.effective:
        yield f"effective trials of the search, median: {np.median(counted.effective):.0f}"
    if counted.honest:
        yield f"effective trials of an edge and nine ideas, median: {np.median(counted.honest):.1f}"
    if counted.refused:
        yield "planted, refused by: " + ", ".join(f"{code} {count}" for code, count in counted.refused.most_common())


async def run(amount: Amount) -> Counted:
    install_kernel()
    counted, clock = Counted(), SystemClock()
    with tempfile.TemporaryDirectory() as folder:
        empty = await _empty_database(Path(folder))
        for at in range(max(amount.worlds, amount.planted)):
            world, file = amount.first + at, empty.with_name(f"{at}.sqlite")
            shutil.copy(empty, file)
            database = Database(DatabaseUrl(f"sqlite:///{file}"))
            desk = Desk(strategy_book(database, clock))
            if at < amount.worlds:
                await without_edge(desk, world, amount, counted)
            if at < amount.planted:
                await with_edge(desk, world, amount, counted)
            await database.aclose()
            file.unlink(missing_ok=True)
            passed = ", ".join(f"{way} {counted.passed[way]}/{count}" for way, count in counted.worlds.items())
            print(f"world {world + 1}: {passed}", file=sys.stderr, flush=True)
    return counted


async def _empty_database(folder: Path) -> Path:
    """With the current schema; every world begins with a copy of it."""
    file = folder / "empty.sqlite"
    database = Database(DatabaseUrl(f"sqlite:///{file}"))
    await upgrade(database)
    await database.aclose()
    return file


def main() -> None:
    """`python -m benchmarks.trial_evasions --worlds 100`; the exit code is 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--planted", type=int, default=None, help="worlds with an edge; default: as many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first world, to share the work")
    asked = parser.parse_args()
    began = time.perf_counter()
    planted = asked.worlds if asked.planted is None else asked.planted
    amount = Amount(first=asked.first, worlds=asked.worlds, planted=planted)
    counted = asyncio.run(run(amount))
    for line in told(counted):
        print(line)
    print(f"{time.perf_counter() - began:.0f} seconds")
    failures = list(counted.failures())
    for line in failures:
        print(f"missed: {line}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
