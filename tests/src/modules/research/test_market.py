"""The market that research reads."""

from datetime import UTC, datetime

from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.infrastructure.neighbours import LibraryMarket


async def test_it_knows_the_names_of_companies_as_of_an_instant(demo_market: LibraryMarket) -> None:
    names = await demo_market.companies(demo_market.now())
    assert len(names) >= 8
    assert all(told for told in names.values())
    assert await demo_market.companies(datetime(1990, 1, 1, tzinfo=UTC)) == {}


async def test_it_reads_bars(demo_market: LibraryMarket) -> None:
    series = await demo_market.view(demo_market.now()).bars(parse_symbol("DEMO1.SZ"))
    assert len(series) > 200
