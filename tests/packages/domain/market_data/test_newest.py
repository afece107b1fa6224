"""When the newest bar of an instrument begins."""

from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.market_data.coverage import newest_bar
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.fakes.market import InMemoryMarket
from tests.packages.domain.backtest.stored_bars import series

NOW = datetime(2024, 6, 28, 21, 0, tzinfo=UTC)
SERIES = series("DEMO5", ["2024-06-26", "2024-06-27", "2024-06-28"])


@pytest.mark.parametrize(
    ("ticker", "as_of", "begins"),
    [
        ("DEMO5", NOW, datetime(2024, 6, 28, tzinfo=UTC)),
        ("DEMO5", NOW - timedelta(hours=2), datetime(2024, 6, 27, tzinfo=UTC)),  # today's bar is not over yet
        ("DEMO5", NOW + timedelta(days=60), None),
        ("DEMO6", NOW, None),
    ],
)
async def test_the_newest_bar_is_that_which_was_known_by_then(
    ticker: str, as_of: datetime, begins: datetime | None
) -> None:
    view = InMemoryMarket(NOW, series=[SERIES]).view(as_of)
    assert await newest_bar(view, parse_symbol(ticker), Timeframe.D1, timedelta(days=30)) == begins
