"""Financial figures from rows: units, announcements, versions."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.vendors.vendor_rows import (
    CNY,
    ONE,
    PERCENT,
    RATIO,
    VendorFigure,
    VendorReport,
    facts_of,
)
from tests.packages.infra.providers.market_data.a_share_times import KNOWN

REVENUE = VendorFigure(Statement.INCOME, "revenue", "revenue", CNY, ONE, "营业收入")
MARGIN = VendorFigure(Statement.INDICATOR, "gross_margin", "margin", RATIO, PERCENT, "销售毛利率(%)")
YEAR = date(2023, 12, 31)

reports = st.lists(
    st.builds(
        lambda days, value, turn: VendorReport(YEAR, YEAR + timedelta(days=days), {"revenue": value}, turn),
        st.integers(1, 5),
        st.sampled_from([1.0, 2.0, None, float("nan")]),
        st.integers(0, 3),
    ),
    max_size=12,
)


@given(reports)
def test_versions_count_from_one_in_the_order_of_announcement_and_each_changes_something(
    rows: list[VendorReport],
) -> None:
    facts = facts_of("test", KNOWN, [REVENUE], rows)
    assert [fact.version for fact in facts] == list(range(1, len(facts) + 1))
    assert all(one.known_at <= other.known_at and one.value != other.value for one, other in pairwise(facts))


@given(reports)
def test_the_order_in_which_a_vendor_lists_reports_does_not_matter(rows: list[VendorReport]) -> None:
    unambiguous = {(row.announced, row.turn): row for row in rows}.values()
    forward = facts_of("test", KNOWN, [REVENUE], list(unambiguous))
    backward = facts_of("test", KNOWN, [REVENUE], list(unambiguous)[::-1])
    assert forward == backward


def test_of_two_reports_on_one_day_the_lower_turn_came_first() -> None:
    announced = date(2024, 3, 30)
    corrected, original = (
        VendorReport(YEAR, announced, {"revenue": "2"}, turn=1),
        VendorReport(YEAR, announced, {"revenue": "1"}, turn=0),
    )
    first, second = facts_of("test", KNOWN, [REVENUE], [corrected, original])
    assert (first.value, second.value) == (Decimal(1), Decimal(2))


def test_per_cent_becomes_a_fraction_without_a_rounding_error() -> None:
    (fact,) = facts_of("test", KNOWN, [MARGIN], [VendorReport(YEAR, None, {"margin": 12.34})])
    assert (fact.value, fact.unit) == (Decimal("0.1234"), "ratio")
