"""The library's market keeps to what research expects of any."""

import pytest

from src.modules.research.domain.ports import MarketData
from src.modules.research.infrastructure.neighbours import LibraryMarket
from tests.conformance.research_market_conformance import ResearchMarketConformance


class TestLibraryMarket(ResearchMarketConformance):
    @pytest.fixture
    def market(self, demo_market: LibraryMarket) -> MarketData:
        return demo_market
