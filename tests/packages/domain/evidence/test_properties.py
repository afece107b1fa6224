"""What holds for every value and every text."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import check
from packages.domain.evidence.units import written
from tests.effort import examples, first_of
from tests.packages.domain.evidence.evidence_rows import BOOK, OWN, row
from tests.timing import growth

pytestmark = pytest.mark.slow

UNITS = (
    "CNY", "USD", "HKD", "EUR", "CNY/share", "USD/share", "HKD/share", "ratio", "probability", "pp", "x", "points",
    "score", "days", "shares", "plain",
)  # fmt: skip
VALUES = st.decimals(Decimal("-1e13"), Decimal("1e13"), allow_nan=False, places=6) | st.decimals(
    Decimal(-1), Decimal(1), allow_nan=False, places=9
)
FRAMES = {
    "zh": ("毛利率为 {}[E2]。", "2024 年四季度毛利率 {}[E2]，仅供参考。", "- 北辰精工毛利率：{}[E2]"),
    "en": (
        "The gross margin is {}[E2].",
        "In Q4 2024 the gross margin was {}[E2], for reference.",
        "- gross margin: {}[E2]",
    ),
}
_SNIPPETS = """
毛利率|净利率|gross margin|12.3%|-5|1,234.5|亿元|[E1]|[E2-E1]|[E|]|【E3】|[mean(E1,E2)]|2024 年三季度|2024-13-45
上年同期|升至|北辰精工|，|。|：|「|」[E14]|“|”|三成|十二亿|½|１２．３％|$|(|9.9e99|约|分别| |- |.
a year earlier|fell from
"""
PIECES = st.sampled_from([*_SNIPPETS.replace("\n", "|").split("|"), "\n", "0" * 40, "| a | b |\n"])


@settings(max_examples=examples(400), deadline=None)
@given(VALUES, st.sampled_from(UNITS), st.sampled_from(("zh", "en")), st.integers(0, 2))
def test_what_the_house_writes_is_read_back(value: Decimal, unit: str, language: str, frame: int) -> None:
    book = EvidenceBook({"E2": row("gross_margin", str(value), unit, "2024-12-31")}, BOOK.labels, BOOK.companies, OWN)
    text = FRAMES[language][frame].format(written(value, unit, language))
    found = check(text, book)
    assert (found.numbers, found.violations) == (1, ()), text


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(PIECES | st.text(max_size=12), max_size=30).map("".join))
def test_no_text_makes_the_checker_stumble(text: str) -> None:
    found = check(text, BOOK)
    assert 0 <= found.bound <= found.numbers


@settings(max_examples=examples(200), deadline=None)
@given(st.text(alphabet="[]E0123456789+-/(),mean 【】", max_size=40))
def test_no_tag_makes_the_checker_stumble(tag: str) -> None:
    check(f"毛利率为 15.0%[{tag}]，净利率 {tag}。", BOOK)


@given(st.decimals(Decimal("0.001"), Decimal("0.9"), places=4), st.integers(0, 9))
def test_a_digit_that_rounding_does_not_explain_is_wrong(value: Decimal, digit: int) -> None:
    book = EvidenceBook({"E2": row("gross_margin", str(value), "ratio", "2024-12-31")}, BOOK.labels)
    said = f"{value * 100:.2f}"
    changed = f"{said[:-1]}{digit}"
    kinds = [finding.kind.value for finding in check(f"毛利率为 {changed}%[E2]。", book).violations]
    assert kinds == ([] if changed == said else ["wrong_value"])


def test_an_odd_unit_and_no_period_are_no_reason_to_stumble() -> None:
    book = EvidenceBook({"E2": row("gross_margin", "12.5", "furlongs")}, BOOK.labels)
    assert check("毛利率为 12.5[E2]。", book).violations == ()
    assert book.is_latest(book.rows["E2"])
    assert book.latest("gross_margin", OWN) is None


@pytest.mark.parametrize("lines", first_of([25, 85]))
@pytest.mark.parametrize("ends", ["；", "。\n"], ids=["one sentence", "many sentences"])
def test_a_text_ten_times_as_long_takes_about_ten_times_as_long(ends: str, lines: int) -> None:
    line = f"2023 年四季度毛利率为 12.3%[E1]，北辰精工净利率 -5.3%[E3]，较上年同期变化有限{ends}“引文”与 MA20 不计"
    short, long = line * lines, line * lines * 10
    costs = growth(lambda text: check(text, replace(BOOK)), short, long, 10)  # a book reads each text once
    assert costs.within_bounds, costs


def test_the_newest_row_is_told_by_its_subject_and_figure() -> None:
    assert BOOK.latest("gross_margin", OWN) == date(2024, 12, 31)
    assert [BOOK.is_latest(BOOK.rows[tag]) for tag in ("E1", "E2", "E9", "E11")] == [False, True, True, True]
