"""The store in memory is a store."""

import pytest

from packages.domain.backtest.jobs.stored import BacktestStore
from tests.conformance.backtest_store_conformance import BacktestStoreConformance
from tests.fakes.backtests import InMemoryBacktests


class TestInMemoryBacktests(BacktestStoreConformance):
    @pytest.fixture
    def store(self) -> BacktestStore:
        return InMemoryBacktests()
