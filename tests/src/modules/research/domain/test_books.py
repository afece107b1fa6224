"""Single quarters, twelve months and the same period a year before, worked out by hand."""

from datetime import date
from decimal import Decimal

import pytest

from packages.domain.market_data.rows import FinancialFact
from src.modules.research.domain.figures import AbsentFigure, Finding, ResearchFigure
from src.modules.research.domain.financial_statements import Books
from tests.src.modules.research.domain.builders import fact, facts

Q1, H1, Q3, FY = "03-31", "06-30", "09-30", "12-31"
YEAR_TO_DATE = {
    f"2024-{Q1}": 100,
    f"2024-{H1}": 220,
    f"2024-{Q3}": 350,
    f"2024-{FY}": 500,
    f"2025-{Q1}": 120,
    f"2025-{H1}": 260,
    f"2025-{Q3}": 420,
}
NEWEST = date(2025, 9, 30)


def books(*told: FinancialFact) -> Books:
    return Books.of(told)


def value(finding: Finding) -> Decimal:
    assert isinstance(finding, ResearchFigure), finding
    assert isinstance(finding.value, Decimal)
    return finding.value


def reason(finding: Finding) -> str:
    assert isinstance(finding, AbsentFigure), finding
    return finding.reason


def test_a_single_quarter_is_the_difference_of_two_reports_of_the_same_year() -> None:
    told = books(*facts("revenue", YEAR_TO_DATE))
    assert value(told.quarter("revenue", NEWEST)) == 160
    assert value(told.quarter("revenue", date(2025, 3, 31))) == 120
    figure = told.quarter("revenue", NEWEST)
    assert isinstance(figure, ResearchFigure)
    assert figure.rows == (
        "fact:DEMO1.SZ:income:revenue:2025-09-30:v1:demo",
        "fact:DEMO1.SZ:income:revenue:2025-06-30:v1:demo",
    )
    assert (figure.period, figure.ends) == ("quarter to 2025-09-30", NEWEST)


def test_twelve_months_are_this_year_so_far_and_the_rest_of_the_last() -> None:
    told = books(*facts("revenue", YEAR_TO_DATE))
    assert value(told.trailing_year("revenue", NEWEST)) == 420 + 500 - 350
    assert value(told.trailing_year("revenue", date(2024, 12, 31))) == 500


@pytest.mark.parametrize("missing", [f"2024-{FY}", f"2024-{Q3}"])
def test_twelve_months_with_a_part_missing_are_absent(missing: str) -> None:
    told = books(*facts("revenue", {end: amount for end, amount in YEAR_TO_DATE.items() if end != missing}))
    assert "Twelve months of revenue to 2025-09-30 need" in reason(told.trailing_year("revenue", NEWEST))


def test_a_quarter_without_the_report_before_is_absent() -> None:
    told = books(*facts("revenue", {f"2025-{Q1}": 120, f"2025-{Q3}": 420}))
    assert reason(told.quarter("revenue", NEWEST)) == "revenue of the report before 2025-09-30 is not there."


def test_single_quarters_are_taken_as_they_are_and_four_make_a_year() -> None:
    told = books(
        *facts("revenue", {f"2024-{FY}": 7, f"2025-{Q1}": 1, f"2025-{H1}": 2, f"2025-{Q3}": 3}, unit="USD/quarter")
    )
    assert value(told.quarter("revenue", NEWEST)) == 3
    assert value(told.trailing_year("revenue", NEWEST)) == 13
    assert "need 4 quarters, 3 are there" in reason(told.trailing_year("revenue", date(2025, 6, 30)))


def test_quarters_of_thirteen_weeks_are_found_although_their_last_day_moves() -> None:
    ends = ["2024-09-28", "2024-12-28", "2025-03-29", "2025-06-28", "2025-09-27"]
    told = books(*facts("revenue", dict.fromkeys(ends, 5), unit="USD/quarter"))
    assert value(told.trailing_year("revenue", date(2025, 9, 27))) == 20
    assert told.year_before("revenue", date(2025, 9, 27)) == date(2024, 9, 28)


def test_a_year_before_in_another_unit_is_no_year_before() -> None:
    told = books(fact("revenue", "2024-09-30", 5, unit="CNY"), fact("revenue", "2025-09-30", 5, unit="USD/quarter"))
    assert told.year_before("revenue", NEWEST) is None


def test_the_latest_version_counts() -> None:
    told = books(fact("revenue", "2024-12-31", 90, version=2), fact("revenue", "2024-12-31", 100))
    assert value(told.trailing_year("revenue", date(2024, 12, 31))) == 90


def test_sources_are_never_mixed() -> None:
    told = books(
        *facts("revenue", YEAR_TO_DATE),
        fact("capex", f"2025-{H1}", 1, source="other"),
        fact("revenue", f"2025-{H1}", 999, source="other"),
    )
    assert told.source == "demo"
    assert "capex" not in told.statements


def test_a_source_that_stopped_telling_gives_way_to_one_that_goes_on() -> None:
    old = [fact(item, "2020-12-31", 1, source="old") for item in ("revenue", "capex", "cash", "inventory")]
    assert books(*old, *facts("revenue", YEAR_TO_DATE)).source == "demo"
    assert books().ends() == ()


def test_a_balance_is_averaged_with_the_year_before_or_absent() -> None:
    told = books(*facts("total_assets", {"2024-09-30": 100, "2025-09-30": 140}))
    assert value(told.average("total_assets", NEWEST)) == 120
    assert "of the year before" in reason(books(fact("total_assets", NEWEST, 1)).average("total_assets", NEWEST))


def test_figures_in_another_currency_than_the_newest_report_are_left_out_and_named() -> None:
    told = [fact("revenue", f"2024-{FY}", 500, unit="USD"), fact("revenue", f"2025-{FY}", 600, unit="CNY")]
    found = books(*told)
    assert found.left_out == ("USD",)
    assert list(found.statements["revenue"]) == [date(2025, 12, 31)]
    assert books(told[1]).left_out == ()
