"""The fake market that research's tests stand on."""

import pytest

from src.modules.research.domain.ports import MarketData
from tests.conformance.research_market_conformance import ResearchMarketConformance
from tests.src.modules.research.domain.builders import random_columns
from tests.src.modules.research.making import market_of, reports


class TestInMemoryMarket(ResearchMarketConformance):
    @pytest.fixture
    def market(self) -> MarketData:
        return market_of(bars=random_columns(1, 120), facts=reports())
