"""Which reports make twelve months or a quarter, for reports of the year so far, of quarters and of years."""

from datetime import UTC, date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact, Statement
from packages.domain.market_data.statements.periods import (
    MissingReports,
    ReportPart,
    months_before,
    one_quarter,
    report_before,
    twelve_months,
)
from packages.domain.market_data.symbols import parse_symbol


def reported(ticker: str, **units: str) -> dict[date, FinancialFact]:
    """By period end, written `d2024_12_31`."""
    symbol, found = parse_symbol(ticker), {}
    for name, unit in units.items():
        end = date.fromisoformat(name[1:].replace("_", "-"))
        found[end] = FinancialFact(
            source="test",
            known_at=datetime(2030, 1, 1, tzinfo=UTC),
            symbol=symbol,
            statement=Statement.INCOME,
            item="revenue",
            period_end=end,
            value=Decimal(1),
            unit=unit,
        )
    return found


CHINESE = reported("600519.SH", d2023_12_31="CNY", d2024_03_31="CNY", d2023_03_31="CNY", d2024_06_30="CNY")
SPRING, SUMMER, YEAR = date(2024, 3, 31), date(2024, 6, 30), date(2023, 12, 31)


def test_months_are_counted_back_from_last_day_to_last_day() -> None:
    assert months_before(date(2024, 2, 29), 12) == date(2023, 2, 28)
    assert months_before(date(2025, 6, 30), 3) == date(2025, 3, 31)
    assert months_before(date(2025, 1, 15), 3) == date(2024, 10, 15)


def test_a_report_before_may_end_a_week_earlier_or_later() -> None:
    assert report_before([date(2024, 6, 30)], date(2025, 9, 30), 12) is None
    assert report_before([date(2024, 9, 28)], date(2025, 9, 27), 12) == date(2024, 9, 28)
    assert report_before({date(2024, 9, 30), date(2024, 9, 28)}, date(2025, 9, 30), 12) == date(2024, 9, 30)


def test_of_the_year_so_far_the_rest_of_the_year_before_is_added() -> None:
    assert twelve_months(CHINESE, YEAR) == (ReportPart(YEAR),)
    assert twelve_months(CHINESE, SPRING) == (ReportPart(SPRING), ReportPart(YEAR, without=date(2023, 3, 31)))
    assert twelve_months(CHINESE, SUMMER) == MissingReports(same_report=True)


def test_of_quarters_four_are_added_or_the_missing_ones_named() -> None:
    quarters = reported("AAPL", **{f"d2024_{end}": "USD/quarter" for end in ("03_31", "06_30", "12_31")})
    assert twelve_months(quarters, date(2024, 12, 31)) == MissingReports(quarters=(date(2024, 9, 30),))


def test_a_quarter_since_a_fiscal_year_adds_what_it_has_more() -> None:
    told = reported("AAPL", d2023_12_31="USD", d2023_03_31="USD/quarter", d2024_03_31="USD/quarter")
    assert twelve_months(told, SPRING) == (ReportPart(YEAR), ReportPart(SPRING, without=date(2023, 3, 31)))


def test_a_quarter_of_the_year_so_far_is_the_difference_of_two_reports() -> None:
    assert one_quarter(CHINESE, SUMMER) == ((SUMMER, 1), (SPRING, -1))
    assert one_quarter(CHINESE, SPRING) == ((SPRING, 1),)
    assert one_quarter(CHINESE, YEAR) is None
