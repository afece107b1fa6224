"""Numbers that round to equality are written apart."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert
from src.modules.research.infrastructure.rules.writing import ExactWriter

AT = datetime(2025, 1, 1, tzinfo=UTC)


def writer(value: str, line: str, unit: str = "ratio") -> ExactWriter:
    rows = {
        tag: EvidenceRow(
            id=tag, metric=metric, value=Decimal(number), unit=unit, period="", ends=None, source="test", known_at=AT
        )
        for tag, metric, number in (("E1", "roe", value), ("E2", "rule.roe_weak", line))
    }
    company = CompanyProfile(parse_symbol("DEMO5"), "", "Demo", "", "USD")
    return ExactWriter(
        Brief(
            expert=Expert.FINANCIAL_AUDITOR,
            company=company,
            as_of=AT,
            language=Language.EN,
            figures={},
            absent={},
            tags={"roe": "E1", "rule.roe_weak": "E2"},
            book=EvidenceBook(rows, {}, {}, about="DEMO5"),
        )
    )


@pytest.mark.parametrize(
    ("value", "line", "unit", "said"),
    [
        ("0.0498", "0.05", "ratio", "4.98%[E1]"),
        ("0.04996", "0.05", "ratio", "4.996%[E1]"),
        ("0.05", "0.05", "ratio", "5.0%[E1]"),
        ("0.063", "0.05", "ratio", "6.3%[E1]"),
        ("0.99", "1", "x", "0.990x[E1]"),
        ("1.04", "1", "x", "1.04x[E1]"),
    ],
)
def test_a_figure_reads_unlike_the_line_that_it_is_not_on(value: str, line: str, unit: str, said: str) -> None:
    assert writer(value, line, unit)("", "{roe~rule.roe_weak}") == said


@pytest.mark.parametrize(
    ("value", "line", "unit", "said"),
    [
        ("0.01682", "0.01731", "ratio", ("1.68%[E1]", "1.73%[E2]")),
        ("1000400000", "1000000000", "USD", ("1.0004 billion USD[E1]", "1.0000 billion USD[E2]")),
        ("-0.0052", "0.005", "ratio", ("-0.52%[E1]", "0.50%[E2]")),
    ],
)
def test_both_of_a_pair_get_the_digits_that_tell_them_apart(
    value: str, line: str, unit: str, said: tuple[str, str]
) -> None:
    write = writer(value, line, unit)
    assert (write("", "{roe~rule.roe_weak}"), write("", "{rule.roe_weak~roe}")) == said
