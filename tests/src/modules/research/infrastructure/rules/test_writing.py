"""Sentences of the catalogue take figures from the brief, and numbers that round to equality are written apart."""

import ast
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.messages import Language, places, sentences
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert
from src.modules.research.domain.labels import LABELS
from src.modules.research.infrastructure import rules
from src.modules.research.infrastructure.rules.writing import ExactWriter

RULES = Path(rules.__file__).parent
AT = datetime(2025, 1, 1, tzinfo=UTC)


def writer(value: str, line: str, unit: str = "ratio", language: Language = Language.EN) -> ExactWriter:
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
            language=language,
            figures={},
            absent={},
            tags={"roe": "E1", "rule.roe_weak": "E2"},
            book=EvidenceBook(rows, LABELS, {}, about="DEMO5"),
        ),
        "valuation",
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
    assert writer(value, line, unit).number("roe~rule.roe_weak") == said


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
    assert (write.number("roe~rule.roe_weak"), write.number("rule.roe_weak~roe")) == said


@pytest.mark.parametrize(
    ("language", "listed", "clauses"),
    [
        (Language.ZH, "各方法结论一致，DCF、PB没有结果；", "ROE 4.0%[E1]，ROE警戒线"),
        (Language.EN, "The methods agree, and DCF, PB gave no usable value; ", "ROE 4.0%[E1], ROE warning line"),
    ],
)
def test_several_texts_are_listed_as_the_language_does_it(language: Language, listed: str, clauses: str) -> None:
    write = writer("0.04", "0.05", language=language)
    assert write("remains.agree_absent", methods=["DCF", "PB"]).startswith(listed)
    assert write.figures(["roe", "rule.roe_weak"]).replace("ROE 警", "ROE警").startswith(clauses)


def test_what_a_parameter_brings_is_not_read_for_places() -> None:
    assert "{roe}" in writer("0.04", "0.05")("remains.agree_absent", methods="{roe}")


def test_a_place_that_is_neither_given_nor_a_figure_is_a_fault_in_the_source() -> None:
    with pytest.raises(KeyError):
        writer("0.04", "0.05")("remains.agree_absent")


def test_every_place_of_a_rules_sentence_is_a_parameter_or_a_figure_that_exists() -> None:
    nodes = [node for file in RULES.rglob("*.py") for node in ast.walk(ast.parse(file.read_text()))]
    given = {node.arg for node in nodes if isinstance(node, ast.keyword)}
    given |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    said = {code: text for code, text in sentences(Language.EN).items() if code.startswith("research.rules.")}
    unknown = {
        f"{code} {place}"
        for code, text in said.items()
        for place in places(text)
        if not all(part in LABELS for part in place.split("~")) and place not in given
    }
    assert unknown == set()
