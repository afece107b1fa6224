"""What a reader from outside may know about is now or earlier, in UTC."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from src.modules.data_engineering.application.library import FutureInstant, TooEarly, asked_instant, in_utc

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
CHINA = timezone(timedelta(hours=8))


def test_an_instant_is_taken_as_utc_where_it_names_no_zone() -> None:
    assert asked_instant(None, NOW) == NOW
    assert asked_instant(datetime.fromisoformat("2025-01-01"), NOW) == datetime(2025, 1, 1, tzinfo=UTC)
    assert in_utc(datetime(2025, 1, 1, 8, tzinfo=CHINA)) == datetime(2025, 1, 1, tzinfo=UTC)


def test_the_future_is_refused() -> None:
    with pytest.raises(FutureInstant):
        asked_instant(NOW + timedelta(seconds=1), NOW)


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))])
def test_the_beginning_of_the_calendar_is_refused_in_every_zone(zone: timezone) -> None:
    with pytest.raises(TooEarly):
        in_utc(datetime(1, 1, 1, tzinfo=zone))
