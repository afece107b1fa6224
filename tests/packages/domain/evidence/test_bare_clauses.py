"""A number bears out what is said of it, and nothing else that its sentence says."""

from dataclasses import replace

import pytest

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import check
from packages.domain.evidence.reports.opinions import OpinionMarks, opinion_mark
from src.modules.research.domain.labels import LABELS
from tests.packages.domain.evidence.evidence_rows import COMPANIES, OWN, ROWS, row

BOOK = EvidenceBook(
    ROWS | {"E30": replace(row("revenue", "98.32e8", "CNY", "2025-09-30"), period="year to 2025-09-30")},
    LABELS,
    COMPANIES,
    about=OWN,
)
SHELTERED = [
    "The close is 12.34 CNY[E12], and the company is the market leader in its industry.",
    "The close is 12.34 CNY[E12], so the stock is certain to rise.",
    "收盘价为12.34元[E12]，公司是行业龙头。",
    "收盘价为12.34元[E12]，管理层深得投资者信赖。",
    "收盘价12.34元[E12]，远低于可比公司。",
    "The close of 12.34 CNY[E12] is a new all-time high.",
]


@pytest.mark.parametrize("text", SHELTERED)
def test_what_else_the_sentence_of_a_bound_number_says_is_an_opinion(text: str) -> None:
    found = check(text, BOOK)
    assert found.violations == ()
    assert found.opinions == (text,)


@pytest.mark.parametrize("text", SHELTERED[:4])
def test_it_is_marked_wherever_it_is_shown(text: str) -> None:
    shown = OpinionMarks({"technical_analyst-E12"}, Language.EN).marked(text, "technical_analyst")
    assert shown.endswith(opinion_mark(Language.EN))


@pytest.mark.parametrize(
    "text",
    [
        "The close is 12.34 CNY[E12].", "As of 2025-04-28, the close is 12.34 CNY[E12].", "收盘价为12.34元[E12]。",
        "从价格来看，收盘价为12.34元[E12]。", "与此同时，收盘价为12.34元[E12]。",
    ],
)  # fmt: skip
def test_a_sentence_that_only_tells_its_number_is_none(text: str) -> None:
    assert check(text, BOOK).opinions == ()
    marks = OpinionMarks({"technical_analyst-E12"}, Language.EN)
    assert marks.marked(text, "technical_analyst") == text


@pytest.mark.parametrize(
    "text",
    [
        "The close is 12.34 CNY[E12], and the chief executive was led away by police in handcuffs.",
        "The close is 12.34 CNY[E12], and Warren Buffett has taken a stake.",
        "收盘价为12.34元[E12]，审计机构出具了无法表示意见。", "收盘价为12.34元[E12]，巴菲特已经建仓。",
        "The workers are on strike[E12].", "大股东正在清仓减持[E12]。",
    ],
)  # fmt: skip
def test_an_event_is_not_sheltered_by_a_number_or_a_figures_tag(text: str) -> None:
    assert [one.kind.value for one in check(text, BOOK).violations] == ["unsupported_event"]


@pytest.mark.parametrize(
    "text", ["Full-year 2025 revenue was 9.83 billion CNY[E30].", "2025年全年收入98.32亿元[E30]。"]
)
def test_nine_months_are_not_a_full_year(text: str) -> None:
    assert [one.kind.value for one in check(text, BOOK).violations] == ["wrong_period"]


def test_a_difference_may_be_taken_of_percentages_as_they_were_shown() -> None:
    rows = {
        "E1": replace(row("net_margin", "0.11140", "ratio", "2024-09-30"), period="12 months to 2024-09-30"),
        "E2": replace(row("net_margin", "0.07655", "ratio", "2025-09-30"), period="12 months to 2025-09-30"),
    }
    book = EvidenceBook(rows, LABELS, COMPANIES, about=OWN)
    for points in ("3.4", "3.5"):
        text = f"The net margin is {points} percentage points[E1-E2] lower than in September 2024."
        assert check(text, book).violations == (), points
    wrong = "The net margin is 3.7 percentage points[E1-E2] lower than in September 2024."
    assert [one.kind.value for one in check(wrong, book).violations] == ["wrong_value"]
