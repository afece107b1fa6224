"""Margin loans and northbound trades: added up by day, compared with twenty days before, silent when old."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.rows import MacroPoint
from src.modules.research.domain.figures import AbsentFigure, Finding, ResearchFigure
from src.modules.research.domain.macro.flows import flow_figures, flow_series

TODAY = date(2019, 5, 20)
DAYS = [TODAY - timedelta(days=back) for back in range(30, 0, -1)]


def points(series: str, values: Sequence[float]) -> list[MacroPoint]:
    return [
        MacroPoint(
            source="sample", known_at=datetime.combine(day, time(16), UTC), series=series, period_end=day,
            value=Decimal(str(value)), unit="CNY",
        )
        for day, value in zip(DAYS[-len(values) :], values, strict=True)
    ]  # fmt: skip


STORED = {
    "CN.MARGIN_BALANCE_SH": points("CN.MARGIN_BALANCE_SH", [600 - 2 * at for at in range(30)]),
    "CN.MARGIN_BALANCE_SZ": points("CN.MARGIN_BALANCE_SZ", [400 - at for at in range(30)]),
    "CN.NORTHBOUND_BUY_SH": points("CN.NORTHBOUND_BUY_SH", [50] * 12),
    "CN.NORTHBOUND_SELL_SH": points("CN.NORTHBOUND_SELL_SH", [70] * 12),
    "CN.NORTHBOUND_BUY_SZ": points("CN.NORTHBOUND_BUY_SZ", [30] * 12),
    "CN.NORTHBOUND_SELL_SZ": points("CN.NORTHBOUND_SELL_SZ", [20] * 12),
}


def figures(stored: dict[str, list[MacroPoint]], today: date = TODAY) -> dict[str, Finding]:
    return {one.key: one for one in flow_figures("CN", stored, today)}


def value(finding: Finding) -> float:
    assert isinstance(finding, ResearchFigure)
    return float(finding.value)


def test_both_exchanges_are_added_up_and_compared_with_twenty_days_before() -> None:
    found = figures(STORED)
    assert value(found["margin_balance"]) == (600 - 58) + (400 - 29)
    before = (600 - 18) + (400 - 9)
    assert value(found["margin_change_20d"]) == pytest.approx(913 / before - 1)
    assert value(found["northbound_net_10d"]) == 10 * (50 - 70 + 30 - 20)


def test_every_row_that_went_in_is_named() -> None:
    net = figures(STORED)["northbound_net_10d"]
    assert isinstance(net, ResearchFigure)
    assert len(net.rows) == 40
    assert net.known_at == max(one.known_at for told in STORED.values() for one in told)


def test_a_day_that_one_exchange_lacks_is_not_compared_with_a_whole_one() -> None:
    late = {**STORED, "CN.MARGIN_BALANCE_SZ": STORED["CN.MARGIN_BALANCE_SZ"][:-1]}
    found = figures(late)
    assert value(found["margin_balance"]) == (600 - 56) + (400 - 28)


@pytest.mark.parametrize("today", [TODAY + timedelta(days=16), TODAY + timedelta(days=400)])
def test_what_is_old_says_nothing_of_now(today: date) -> None:
    assert all(isinstance(one, AbsentFigure) for one in figures(STORED, today).values())


def test_an_economy_without_such_series_has_none() -> None:
    assert flow_series("US") == ()
    assert all(isinstance(one, AbsentFigure) for one in flow_figures("US", {}, TODAY))
