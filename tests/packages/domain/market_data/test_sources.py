"""Raw and adjusted sources."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.market_data.adjustment import Adjustment, actions_for, each_once
from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.sources import is_adjusted, marked_adjusted
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.fakes.market import InMemoryMarket

BANK = parse_symbol("000001.SZ")
ADJUSTED_AT = datetime(2020, 6, 17, 16, tzinfo=UTC)
NOW = datetime(2020, 6, 18, tzinfo=UTC)


def _series(*closes: float) -> BarSeries:
    time, prices = _days(len(closes)), np.array(closes)
    return assemble(
        BANK, Timeframe.D1, "pack", time=time, open_=prices, high=prices, low=prices, close=prices, volume=prices
    )


def _days(count: int) -> np.ndarray:
    first = np.datetime64("2016-12-29", "us")
    return first + np.arange(count) * np.timedelta64(1, "D")


def _split(source: str) -> CorporateAction:
    known = datetime(2016, 12, 1, tzinfo=UTC)
    return CorporateAction(
        source=source, known_at=known, symbol=BANK, ex_date=date(2016, 12, 30), kind=ActionKind.SPLIT, value=Decimal(2)
    )


def test_adjusted_prices_are_marked_and_known_from_the_day_they_were_adjusted() -> None:
    marked = marked_adjusted(_series(8.5, 8.59), ADJUSTED_AT)
    assert (marked.source, is_adjusted(marked.source), is_adjusted("pack")) == ("pack-adjusted", True, False)
    assert (marked.columns.known_at == instant(ADJUSTED_AT)).all()


async def test_research_gets_no_adjusted_price_and_hears_what_to_load() -> None:
    market = InMemoryMarket(NOW, series=[marked_adjusted(_series(8.5, 8.59), ADJUSTED_AT)])
    view = MarketView(NOW, market, market)
    assert len(await view.bars(BANK)) == 2
    with pytest.raises(NoData, match=r"Only adjusted prices of 000001\.SZ .*parley data sync 000001\.SZ"):
        await view.bars(BANK, raw_only=True)


async def test_an_adjusted_series_is_not_adjusted_again_by_actions_that_another_source_lists() -> None:
    adjusted = marked_adjusted(_series(8.5, 8.59), ADJUSTED_AT)
    for source, first in (("vendor", 8.5), ("pack", 4.25)):
        market = InMemoryMarket(NOW, series=[adjusted], action_rows=[_split(source)])
        found = await MarketView(NOW, market, market).bars(BANK, adjustment=Adjustment.TOTAL)
        assert float(found.columns.close[0]) == first


def test_a_raw_series_takes_the_actions_of_every_source() -> None:
    other = replace(_split("pack"), ex_date=date(2016, 12, 31))
    assert len(actions_for("vendor", [_split("vendor"), other])) == 2


def test_an_action_that_several_sources_have_counts_once() -> None:
    one, same = _split("pack"), _split("another")
    later = replace(same, ex_date=date(2017, 6, 1))
    assert each_once([one, same]) == [one]
    assert each_once([one, same], "another") == [same]
    assert each_once([one, same, later]) == [same, later]  # the source that has most is believed
    assert actions_for("pack", [one, same]) == [one]
