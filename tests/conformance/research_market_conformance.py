"""What research may expect of every market: nothing that was not known, and no surprise where there is nothing."""

from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.market_data.bars import instant
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.ports import MarketData

LONG_AGO = datetime(1990, 1, 1, tzinfo=UTC)


class ResearchMarketConformance:
    """Subclass it and give a `market` fixture that knows DEMO1.SZ by bars and reports for at least 90 days."""

    async def test_names_are_told_as_far_as_they_were_known(self, market: MarketData) -> None:
        assert all((await market.companies(market.now()))["DEMO1.SZ"])
        assert await market.companies(LONG_AGO) == {}

    async def test_no_bar_comes_out_before_it_was_known(self, market: MarketData) -> None:
        as_of = market.now() - timedelta(days=60)
        now, then = [await market.view(at).bars(parse_symbol("DEMO1.SZ")) for at in (market.now(), as_of)]
        assert 0 < len(then) < len(now)
        assert (then.columns.known_at <= instant(as_of)).all()

    async def test_a_start_leaves_out_earlier_bars(self, market: MarketData) -> None:
        start = market.now() - timedelta(days=30)
        series = await market.view(market.now()).bars(parse_symbol("DEMO1.SZ"), start=start)
        assert 0 < len(series) <= 30
        assert (series.columns.time >= instant(start)).all()

    async def test_no_report_comes_out_before_it_was_known(self, market: MarketData) -> None:
        view = market.view(market.now())
        facts = await view.facts(parse_symbol("DEMO1.SZ"))
        assert facts
        assert all(fact.known_at <= market.now() for fact in facts)
        assert not await market.view(LONG_AGO).facts(parse_symbol("DEMO1.SZ"))

    async def test_a_symbol_without_bars_is_said_to_have_none(self, market: MarketData) -> None:
        with pytest.raises(NoData, match="ZZZZ"):
            await market.view(market.now()).bars(parse_symbol("ZZZZ"))
        with pytest.raises(NoData):
            await market.view(LONG_AGO).bars(parse_symbol("DEMO1.SZ"))
