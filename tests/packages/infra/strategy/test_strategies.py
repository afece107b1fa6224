"""Strategies and trials in the database: what all stores do, and what the database itself holds fast."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from packages.core.clock import SystemClock
from packages.domain.strategy.book import DraftStore
from packages.domain.strategy.errors import StaleVersion
from packages.domain.strategy.lineage import TrialStore
from packages.domain.strategy.ports import StrategyStore, UnknownStrategy
from packages.infra.db.engine import Database
from packages.infra.strategy.strategies import SqlDrafts, SqlStrategies, strategy_book
from packages.infra.strategy.trials import SqlTrials
from tests.conformance.draft_store_conformance import DraftStoreConformance
from tests.conformance.strategy_store_conformance import PERIOD, StrategyStoreConformance, revision, stored
from tests.conformance.trial_store_conformance import TrialStoreConformance, sweep
from tests.corpus.sample_strategy import sample


class TestSqlStrategies(StrategyStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> StrategyStore:
        return SqlStrategies(database)


class TestSqlDrafts(DraftStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> DraftStore:
        return SqlDrafts(database)


class TestSqlTrials(TrialStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> TrialStore:
        return SqlTrials(database)


async def test_of_fifty_patches_of_one_version_by_two_processes_exactly_one_wins(database: Database) -> None:
    other = Database(database.url)
    books = [strategy_book(each, SystemClock()) for each in (database, other)]
    made = await books[0].create("ann", sample())

    async def patch(number: int) -> str:
        ops = [{"op": "replace", "path": PERIOD, "value": 50 + number}]
        try:
            await books[number % 2].patch("ann", made.id, ops, expected_version=1)
        except StaleVersion as refusal:
            return f"refused at {refusal.details['current_version']}"
        return "won"

    outcomes = await asyncio.gather(*(patch(number) for number in range(50)))
    assert sorted(outcomes) == ["refused at 2"] * 49 + ["won"]
    assert [head.version for head in await books[1].revisions("ann", made.id)] == [2, 1]
    await other.aclose()


async def test_patches_that_read_again_after_a_refusal_all_arrive(database: Database) -> None:
    book = strategy_book(database, SystemClock())
    made = await book.create("ann", sample())

    async def add_factor(number: int) -> None:
        value = {"type": "ema", "params": {"period": 30 + number, "source": "close"}}
        ops = [{"op": "add", "path": f"/factors/more_{number}", "value": value}]
        while True:
            seen = await book.get("ann", made.id)
            try:
                await book.patch("ann", made.id, ops, seen.version)
            except StaleVersion:
                continue
            return

    await asyncio.gather(*(add_factor(number) for number in range(8)))
    last = await book.revision("ann", made.id)
    assert last.version == 9
    assert len(last.strategy.factors) == 3 + 8


async def test_the_database_refuses_to_change_revisions_and_trials(database: Database) -> None:
    await SqlStrategies(database).add(stored(1), revision(1))
    await SqlTrials(database).add("one", sweep(range(3)))
    for change in (
        "UPDATE strategy_revisions SET document = '{}'",
        "DELETE FROM strategy_revisions",
        "UPDATE strategy_trials SET count = 0",
        "DELETE FROM strategy_trials",
    ):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(text(change))
    assert await SqlTrials(database).count("one") == 3


async def test_an_id_that_is_none_is_unknown_and_no_fault_of_the_database(database: Database) -> None:
    book = strategy_book(database, SystemClock())
    for strategy_id in ("", "\x00", "é" * 36, "x" * 5000, "0" * 36, "' OR 1=1 --"):
        with pytest.raises(UnknownStrategy):
            await book.get("ann", strategy_id)
