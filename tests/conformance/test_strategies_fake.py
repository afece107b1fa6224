"""The stores in memory are stores."""

import pytest

from packages.domain.strategy.book import DraftStore
from packages.domain.strategy.lineage import TrialStore
from packages.domain.strategy.ports import StrategyStore
from tests.conformance.draft_store_conformance import DraftStoreConformance
from tests.conformance.strategy_store_conformance import StrategyStoreConformance
from tests.conformance.trial_store_conformance import TrialStoreConformance
from tests.fakes.strategies import InMemoryDrafts, InMemoryStrategies, InMemoryTrials


class TestInMemoryStrategies(StrategyStoreConformance):
    @pytest.fixture
    def store(self) -> StrategyStore:
        return InMemoryStrategies()


class TestInMemoryDrafts(DraftStoreConformance):
    @pytest.fixture
    def store(self) -> DraftStore:
        return InMemoryDrafts()


class TestInMemoryTrials(TrialStoreConformance):
    @pytest.fixture
    def store(self) -> TrialStore:
        return InMemoryTrials()
