"""Trading days: China's from our own data, checked against the library; the others from the library."""

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from packages.domain.market_data.calendar import CalendarEnds
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.calendars import (
    BadOverrides,
    calendar_of,
    china_calendar,
    exchange_calendar,
    published_china,
)
from packages.infra.providers.market_data.china_expected import expected_closed_days


def _days(*texts: str) -> np.ndarray:
    return np.array(texts, dtype="datetime64[D]")


def test_our_chinese_days_are_those_of_the_library_as_far_as_it_knows(tmp_path: Path) -> None:
    whole = (date(1990, 12, 19), date(2026, 12, 31))
    theirs = exchange_calendar("XSHG", whole[0]).sessions(*whole)
    ours = china_calendar(tmp_path).sessions(*whole)
    assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("year", [2024, 2025, 2026])
def test_the_days_off_that_the_law_lets_expect_are_those_that_were_published(year: int) -> None:
    assert expected_closed_days(year) == {day for day in published_china().closed if day.year == year}


def test_a_year_that_is_not_published_yet_closes_on_the_expected_days(tmp_path: Path) -> None:
    days = china_calendar(tmp_path).sessions(date(2027, 2, 3), date(2027, 2, 17))
    assert days.tolist() == [date(2027, 2, 3), date(2027, 2, 4), *(date(2027, 2, day) for day in (15, 16, 17))]


@pytest.mark.parametrize("year", range(2027, 2032))
def test_every_coming_year_has_about_as_many_sessions_as_the_last_ones(tmp_path: Path, year: int) -> None:
    whole = (date(year, 1, 1), date(year, 12, 31))
    assert 240 <= len(calendar_of(Market.CN_STOCKS, tmp_path).sessions(*whole)) <= 246
    assert 249 <= len(calendar_of(Market.US_STOCKS, tmp_path).sessions(*whole)) <= 253


def test_a_day_past_the_chinese_calendar_says_how_to_extend_it(tmp_path: Path) -> None:
    with pytest.raises(CalendarEnds, match=r"calendar_overrides\.json"):
        china_calendar(tmp_path).sessions(date(2049, 12, 1), date(2050, 1, 5))


def test_the_owner_extends_the_chinese_calendar_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "calendar_overrides.json").write_text(json.dumps({"closed": {"2027": ["01-01"]}}))
    days = china_calendar(tmp_path).sessions(date(2026, 12, 31), date(2027, 1, 5))
    assert days.tolist() == [date(2026, 12, 31), date(2027, 1, 4), date(2027, 1, 5)]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"closed": {"2027": ["13-45"]}}', '{"closed": 7}'])
def test_a_bad_override_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "calendar_overrides.json").write_text(text)
    with pytest.raises(BadOverrides, match=r"calendar_overrides\.json is not a calendar"):
        china_calendar(tmp_path)


def test_each_market_has_its_own_days(tmp_path: Path) -> None:
    week = (date(2024, 7, 1), date(2024, 7, 7))
    counts = {market: len(calendar_of(market, tmp_path).sessions(*week)) for market in Market}
    assert counts == {
        Market.CN_STOCKS: 5,
        Market.US_STOCKS: 4,
        Market.CRYPTO: 7,
        Market.FOREX: 5,
        Market.FUTURES: 5,
        Market.HK_STOCKS: 4,  # the first of July is the day of the handover
        **{market: 5 for market in Market if market.is_stocks and market not in _OTHERS},
    }


@pytest.mark.parametrize(
    ("market", "holiday"),
    [
        (Market.HK_STOCKS, date(2025, 1, 29)),
        (Market.JP_STOCKS, date(2025, 5, 5)),
        (Market.UK_STOCKS, date(2025, 8, 25)),
        (Market.DE_STOCKS, date(2025, 12, 24)),
        (Market.CH_STOCKS, date(2025, 8, 1)),
        (Market.IN_STOCKS, date(2025, 8, 15)),
    ],
)
def test_a_holiday_elsewhere_is_no_session(market: Market, holiday: date, tmp_path: Path) -> None:
    assert len(calendar_of(market, tmp_path).sessions(holiday, holiday)) == 0


def test_a_day_past_what_india_has_published_is_refused(tmp_path: Path) -> None:
    calendar = calendar_of(Market.IN_STOCKS, tmp_path)
    with pytest.raises(CalendarEnds):
        calendar.sessions(calendar.last, date(calendar.last.year + 1, 3, 1))


_OTHERS = frozenset({Market.CN_STOCKS, Market.US_STOCKS, Market.HK_STOCKS})
