"""Multiples day by day: the last is the report's own, and no day of a loss or without filings is among them."""

from datetime import date

import pytest

from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.application.briefing import instant_of
from src.modules.research.application.multiple_history import own_multiples
from src.modules.research.application.valuation_modeler_service import ValuationModelerService
from src.modules.research.infrastructure.neighbours import LibraryMarket
from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules
from tests.src.modules.research.domain.builders import random_columns
from tests.src.modules.research.making import market_of

DAY = date(2025, 11, 20)


async def test_the_last_day_has_the_multiples_that_the_valuation_tells(demo_market: LibraryMarket) -> None:
    symbol = parse_symbol("DEMO1.SZ")
    found = await own_multiples(demo_market.view(instant_of(demo_market, symbol, DAY)), symbol)
    told = await ValuationModelerService(demo_market, ValuationRules()).run("DEMO1.SZ", analysis_date=DAY)
    assert [one.metric for one in found] == ["pe_ttm", "pb", "ps_ttm"]
    for one in found:
        assert one.values[-1] == pytest.approx(told["valuation_indicators"][one.metric]["value"])
        assert one.days == tuple(sorted(one.days))
        assert one.days[-1] <= DAY
        assert min(one.values) > 0


async def test_without_filings_or_prices_there_is_nothing_to_draw() -> None:
    symbol = parse_symbol("DEMO1.SZ")
    for market in (market_of(), market_of(bars=random_columns(1, 200))):
        assert await own_multiples(market.view(market.now()), symbol) == ()
