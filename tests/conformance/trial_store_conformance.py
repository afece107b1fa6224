"""What every store of trials must do."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from packages.domain.backtest.jobs.sample import sample_of
from packages.domain.strategy.lineage import Trial, TrialKind, TrialPool, TrialSample, TrialStore
from tests.packages.domain.stress.honesty.edgeless_worlds import garch

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)


def sweep(numbers: range) -> list[Trial]:
    at = NOW + timedelta(seconds=numbers.start)
    return [Trial(f"point {number:05d}", TrialKind.SWEEP, at, sharpe=number / 100) for number in numbers]


def sampled(ticker: str, number: int, *, world: int = 1, first_bar: int = 0, owner: str = "ann") -> TrialSample:
    """Days from 2015 on; the same `world` is the same prices."""
    panel = replace(garch(np.random.Generator(np.random.PCG64(world)), 400), tickers=(ticker,))
    return sample_of(owner, f"{number:064d}", panel, first_bar)


def one_run(key: str, rules: str | None = None) -> list[Trial]:
    return [Trial(key, TrialKind.BACKTEST, NOW, rules=rules)]


ON_A = TrialPool("ann", ("A",))


class TrialStoreConformance:
    @pytest.fixture
    def store(self) -> TrialStore:
        raise NotImplementedError

    async def test_trials_come_back_as_they_were_written_oldest_first(self, store: TrialStore) -> None:
        late = Trial("b", TrialKind.BACKTEST, NOW + timedelta(hours=1), sharpe=-0.1)
        early = Trial("c", TrialKind.OPTIMISATION, NOW, count=40)
        await store.add("one", [late])
        await store.add("one", [early])
        assert list(await store.of("one")) == [early, late]
        assert await store.count("one") == 41

    async def test_the_same_key_counts_once_in_its_lineage(self, store: TrialStore) -> None:
        first = Trial("k", TrialKind.BACKTEST, NOW, sharpe=1.5)
        again = Trial("k", TrialKind.SWEEP, NOW + timedelta(days=1), count=7)
        await store.add("one", [first, again])
        await store.add("one", [again])
        await store.add("two", [again])
        assert list(await store.of("one")) == [first]
        assert (await store.count("one"), await store.count("two")) == (1, 7)

    async def test_a_lineage_without_trials_has_none(self, store: TrialStore) -> None:
        await store.add("one", [])
        assert await store.count("one") == 0
        assert list(await store.of("one")) == []

    async def test_a_thousand_points_are_recorded_in_one_call(self, store: TrialStore) -> None:
        await store.add("one", sweep(range(1000)))
        assert await store.count("one") == 1000
        assert [trial.sharpe for trial in await store.of("one")] == [number / 100 for number in range(1000)]

    async def test_sweeps_that_share_points_may_be_recorded_at_once(self, store: TrialStore) -> None:
        batches = [sweep(range(start, start + 100)) for start in range(0, 400, 50)]
        await asyncio.gather(*(store.add("one", batch[:: (-1) ** index]) for index, batch in enumerate(batches)))
        assert await store.count("one") == 450

    async def test_the_same_instrument_is_one_pool_under_any_name(self, store: TrialStore) -> None:
        await store.add("draft one", one_run("k1"), sampled("A", 1))
        await store.add("draft two", one_run("k2"), sampled("A", 1))
        await store.add("a copy", one_run("k1"), sampled("A", 1))  # the same trial again
        await store.add("elsewhere", one_run("k3"), sampled("B", 2, world=2))
        assert await store.count("a new name", ON_A) == 2
        assert [trial.key for trial in await store.of("a new name", ON_A)] == ["k1", "k2"]
        assert await store.count("a new name") == 0
        assert await store.count("a new name", replace(ON_A, owner_id="bob")) == 0

    async def test_the_same_data_under_another_ticker_are_the_same_pool(self, store: TrialStore) -> None:
        await store.add("one", one_run("k1"), sampled("A", 1))
        await store.add("two", one_run("k2"), sampled("COPY", 2))
        await store.add("three", one_run("k3"), sampled("AGAIN", 3))
        await store.add("four", one_run("k4"), sampled("OTHER", 4, world=2))
        for ticker in ("A", "COPY", "AGAIN"):
            assert await store.count("new", TrialPool("ann", (ticker,))) == 3
        assert await store.count("new", TrialPool("ann", ("OTHER",))) == 1

    async def test_days_that_do_not_overlap_are_another_pool(self, store: TrialStore) -> None:
        await store.add("one", one_run("k1"), sampled("A", 1, first_bar=200))  # from 20 July 2015 on
        assert await store.count("new", replace(ON_A, last_day=date(2015, 7, 1))) == 0
        assert await store.count("new", replace(ON_A, last_day=date(2015, 7, 31))) == 1
        assert await store.count("new", replace(ON_A, first_day=date(2017, 1, 1))) == 0

    async def test_the_same_rules_on_other_data_count_and_a_lineage_counts_whole(self, store: TrialStore) -> None:
        await store.add("one", one_run("k1", rules="r"), sampled("B", 1, world=2))
        await store.add("mine", one_run("k2"), sampled("C", 2, world=3))
        assert await store.count("new", replace(ON_A, rules="r")) == 1
        assert await store.count("mine", replace(ON_A, rules="r")) == 2
