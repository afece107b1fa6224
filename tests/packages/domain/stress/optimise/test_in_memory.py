"""The store in memory is a store."""

import pytest

from packages.domain.stress.optimise.service import OptimisationStore
from tests.packages.domain.stress.optimise.in_memory import InMemoryOptimisations
from tests.packages.domain.stress.optimise.store_conformance import OptimisationStoreConformance


class TestInMemoryOptimisations(OptimisationStoreConformance):
    @pytest.fixture
    def store(self) -> OptimisationStore:
        return InMemoryOptimisations()
