"""What every store of trials must do."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.strategy.lineage import Trial, TrialKind, TrialStore

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)


def sweep(numbers: range) -> list[Trial]:
    at = NOW + timedelta(seconds=numbers.start)
    return [Trial(f"point {number:05d}", TrialKind.SWEEP, at, sharpe=number / 100) for number in numbers]


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
