"""The library's market keeps to what research expects of any."""

import pytest

from src.modules.research.domain.ports import Market
from src.modules.research.infrastructure.library_market import LibraryMarket
from tests.conformance.research_market_conformance import ResearchMarketConformance


class TestLibraryMarket(ResearchMarketConformance):
    @pytest.fixture
    def market(self, demo_market: LibraryMarket) -> Market:
        return demo_market
