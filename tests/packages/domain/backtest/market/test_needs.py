"""What a strategy reads beside its own bars is loaded with them, or named where it is missing."""

from datetime import UTC, date, datetime

import numpy as np
import pytest

from packages.core.messages import Language, render
from packages.domain.backtest.market.needs import Needs, TooMuchWork, needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.market_data.calendar import EVERY_WEEKDAY
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator
from packages.domain.trading.deployments.data_age import stale_or_missing
from packages.domain.trading.risk.limits import limits_from
from packages.domain.trading.runtime.schedule import Timetable
from tests.corpus import well_known
from tests.packages.domain.backtest.small_market import SmallMarket

NOW = datetime(2021, 11, 1, tzinfo=UTC)


def needed(document: Document) -> Needs:
    return needs_of(Validator(CATALOGUE).document(document).require())


async def loaded(needs: Needs) -> LoadedPanel:
    market = SmallMarket()
    view = MarketView(NOW, market, market, lambda _: EVERY_WEEKDAY)  # type: ignore[arg-type] # asks no more of it
    start = date(2020, 3, 2)
    return await load_panel(view, [parse_symbol("DEMO5")], Timeframe.D1, start=start, end=None, warm_up=30, needs=needs)


def test_only_what_is_read_is_needed() -> None:
    assert needed(well_known.turn_of_month("DEMO5")) == Needs(sessions=True, work=2)
    pair = needed(well_known.pair_by_zscore("DEMO5", "DEMO6"))
    assert (pair.others, pair.sessions) == ((parse_symbol("DEMO6"),), False)
    assert needed(well_known.day_of_week("DEMO5")).anything is False


async def test_other_bars_come_with_the_same_warm_up() -> None:
    found = await loaded(needed(well_known.pair_by_zscore("DEMO5", "DEMO6")))
    assert found.panel.alongside is not None
    [other] = found.panel.alongside.others
    np.testing.assert_array_equal(other.time, found.panel.time)
    assert set(found.sources) == {"DEMO5", "DEMO6"}


async def test_the_calendar_covers_whole_months() -> None:
    found = await loaded(needed(well_known.turn_of_month("DEMO5")))
    assert found.panel.alongside is not None
    sessions = found.panel.alongside.sessions
    assert sessions is not None
    first, last = (found.panel.time[at].astype("datetime64[M]") for at in (0, -1))
    assert sessions[0] == np.busday_offset(first.astype("datetime64[D]"), 0, "forward")
    assert sessions[-1].astype("datetime64[M]") == last


async def test_an_instrument_without_bars_is_named() -> None:
    with pytest.raises(NoData, match="QQQ"):
        await loaded(needed(well_known.pair_by_zscore("DEMO5", "QQQ")))


async def test_too_much_work_is_refused_before_it_is_done() -> None:
    with pytest.raises(TooMuchWork, match="median"):
        await loaded(Needs(work=10**9))


async def test_readiness_names_what_is_read_and_missing() -> None:
    async def stored(symbol: object) -> list[object]:
        return []

    strategy = Validator(CATALOGUE).document(well_known.pair_by_zscore("DEMO5", "QQQ")).require()
    view = SmallMarket().view(NOW)
    late = Timetable(Market.US_STOCKS, EVERY_WEEKDAY).late
    limits = limits_from({"stale_data": 10**9})
    found = await stale_or_missing(view, stored, lambda _, *of: late(*of), strategy, limits)  # type: ignore[arg-type] # nothing is stored
    assert found is not None
    assert render(found.said, Language.EN) == "There are no bars of QQQ: nothing will trade until data is fetched."
