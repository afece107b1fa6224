"""Dates as vendors tell them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from src.modules.llm_platform.infrastructure.web_search.found import Published, parse_published

NOON = datetime(2025, 2, 23, 12, 0, tzinfo=UTC)
BEIJING = timezone(timedelta(hours=8))


@pytest.mark.parametrize(
    "told",
    ["2025-02-23T12:00:00Z", "2025-02-23T20:00:00+08:00", "Sun, 23 Feb 2025 12:00:00 GMT", "2025-02-23 12:00:00",
     "Sun, 23 Feb 2025 07:00:00 -0500", " 2025-02-23T12:00:00.000Z "],
)  # fmt: skip
def test_an_instant_is_understood_in_many_notations(told: str) -> None:
    assert parse_published(told) == Published(NOON, NOON)


def test_a_time_without_a_zone_is_in_the_vendors_zone() -> None:
    assert parse_published("2025-02-23T20:00:00", BEIJING) == Published(NOON, NOON)


@pytest.mark.parametrize("told", ["2025-02-23", "2025-02-23T00:00:00", "2025-02-23T00:00:00+08:00"])
def test_a_day_may_mean_any_time_of_it(told: str) -> None:
    published = parse_published(told, BEIJING)
    assert published is not None
    assert published.earliest == datetime(2025, 2, 22, 16, tzinfo=UTC)
    assert published.latest == datetime(2025, 2, 23, 15, 59, 59, 999999, tzinfo=UTC)


@pytest.mark.parametrize(
    "told",
    [None, "", " ", 5, [], "yesterday", "3 hours ago", "2025-13-40", "0001-01-01", "1970-01-01T00:00:00Z", "null",
     "9999-12-31T23:59:59-12:00", "N/A", "1714521600"],
)  # fmt: skip
def test_nonsense_is_no_date(told: object) -> None:
    assert parse_published(told) is None
