"""The stores in memory are stores."""

import pytest

from packages.domain.backtest.jobs.trial_returns import TrialReturns
from packages.domain.stress.jobs.stored import StressStore
from tests.packages.domain.stress.jobs.in_memory import InMemoryStress, InMemoryTrialReturns
from tests.packages.domain.stress.jobs.store_conformance import StressStoreConformance, TrialReturnsConformance


class TestInMemoryStress(StressStoreConformance):
    @pytest.fixture
    def store(self) -> StressStore:
        return InMemoryStress()


class TestInMemoryTrialReturns(TrialReturnsConformance):
    @pytest.fixture
    def returns(self) -> TrialReturns:
        return InMemoryTrialReturns()
