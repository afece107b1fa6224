"""Dates ahead: what is stored, what the past lets one expect, and which way it cuts."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.market_data.rows import ActionKind, CalendarEvent, CorporateAction, EventKind, MacroPoint
from packages.domain.market_data.symbols import Market, parse_symbol
from src.modules.research.application.schedule import cuts
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.upcoming import (
    expected_release,
    expected_report,
    from_actions,
    from_calendar,
    in_order,
)
from tests.src.modules.research.domain.builders import fact

SHARE = parse_symbol("DEMO1.SZ")
TODAY = date(2025, 1, 10)
KNOWN = datetime(2025, 1, 2, tzinfo=UTC)


def event(day: date, kind: EventKind) -> CalendarEvent:
    return CalendarEvent(symbol=SHARE, day=day, kind=kind, title="any", source="test", known_at=KNOWN)


def dividend(ex_date: date) -> CorporateAction:
    return CorporateAction(
        symbol=SHARE, ex_date=ex_date, kind=ActionKind.DIVIDEND, value=Decimal("0.5"), source="test", known_at=KNOWN
    )


@pytest.mark.parametrize(
    ("kind", "direction"),
    [(EventKind.UNLOCK, "negative"), (EventKind.DIVIDEND, "neutral"), (EventKind.POLICY, "neutral")],
)
def test_what_is_in_the_calendar_cuts_as_its_kind_does(kind: EventKind, direction: str) -> None:
    (told,) = from_calendar([event(date(2025, 2, 1), kind)], TODAY)
    assert (told.direction, told.expected) == (direction, False)
    assert told.id.startswith("event:DEMO1.SZ:2025-02-01")


@pytest.mark.parametrize("kind", EventKind)
@pytest.mark.parametrize("language", Language)
def test_which_way_every_kind_cuts_is_said_in_both_languages(kind: EventKind, language: Language) -> None:
    (told,) = from_calendar([event(date(2025, 2, 1), kind)], TODAY)
    assert cuts(told, language)


def test_what_is_over_or_far_off_is_not_coming() -> None:
    assert list(from_calendar([event(date(2025, 1, 9), EventKind.OTHER)], TODAY)) == []
    assert list(from_calendar([event(date(2025, 12, 1), EventKind.OTHER)], TODAY)) == []


def test_a_declared_dividend_is_told_and_last_year_s_is_expected_again_only_without_one() -> None:
    declared = list(from_actions([dividend(date(2024, 3, 1)), dividend(date(2025, 2, 20))], TODAY))
    assert [(one.day, one.expected) for one in declared] == [(date(2025, 2, 20), False)]
    again = list(from_actions([dividend(date(2024, 3, 1))], TODAY))
    assert [(one.day, one.expected) for one in again] == [(date(2025, 3, 3), True)], "not on a Saturday"


def test_the_next_report_is_expected_as_late_after_its_period_as_a_year_before() -> None:
    ends = ("2023-12-31", "2024-03-31", "2024-06-30", "2024-09-30")
    books = Books.of([fact("revenue", end, 1) for end in ends])
    told = expected_report(books, Market.CN_STOCKS, TODAY, "negative")
    assert told is not None
    known = fact("revenue", "2023-12-31", 1).known_at
    lag = known.astimezone(UTC).date() - date(2023, 12, 31)
    assert abs((told.day - (date(2024, 12, 31) + lag)).days) <= 1
    assert (told.kind, told.direction, told.expected) == (EventKind.EARNINGS, "negative", True)


def test_a_company_with_one_report_has_no_expected_day() -> None:
    assert expected_report(Books.of([fact("revenue", "2024-09-30", 1)]), Market.CN_STOCKS, TODAY, "neutral") is None
    assert expected_report(Books.of([]), Market.CN_STOCKS, TODAY, "neutral") is None


def point(end: date, known: datetime) -> MacroPoint:
    return MacroPoint(series="X", period_end=end, value=Decimal(1), unit="%", source="test", known_at=known)


def test_the_next_release_comes_as_long_after_its_month_as_the_last_one() -> None:
    points = [
        point(date(2024, 9, 30), datetime(2024, 10, 12, tzinfo=UTC)),
        point(date(2024, 10, 31), datetime(2024, 11, 12, tzinfo=UTC)),
        point(date(2024, 11, 30), datetime(2024, 12, 12, tzinfo=UTC)),
    ]
    told = expected_release("cpi_inflation", points, TODAY)
    assert told is not None
    assert told.day == date(2025, 1, 12)  # 31 December and twelve days
    assert told.subject == "cpi_inflation:2024-12-31"


def test_what_is_announced_replaces_what_is_expected_of_the_same_kind() -> None:
    announced = list(from_calendar([event(date(2025, 2, 1), EventKind.DIVIDEND)], TODAY))
    expected = list(from_actions([dividend(date(2024, 3, 1))], TODAY))
    assert in_order([*expected, *announced, None]) == announced
