"""What cites nothing is held to the newest rows where they say otherwise, and told as an event only by a document."""

import pytest

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import check
from src.modules.research.domain.labels import LABELS
from tests.packages.domain.evidence.evidence_rows import COMPANIES, OWN, ROWS, row
from tests.timing import Costs

BOOK = EvidenceBook(
    ROWS
    | {
        "E20": row("ma20", "11.90", "CNY/share", "2025-04-28"),
        "E21": row("ma60", "11.40", "CNY/share", "2025-04-28"),
    },
    LABELS,
    COMPANIES,
    about=OWN,
)


@pytest.mark.parametrize(
    "text",
    [
        "利润高速增长。", "Profit is growing fast.", "股价跌破均线。", "The stock trades below its moving averages.",
        "收入持续下滑。", "Revenue keeps falling.", "收盘价为 12.34 元[E12]，收入大幅下滑。",
    ],
)  # fmt: skip
def test_a_claim_without_a_tag_is_refused_where_the_newest_rows_say_otherwise(text: str) -> None:
    assert [one.kind.value for one in check(text, BOOK).violations] == ["false_claim"]


@pytest.mark.parametrize(
    "text",
    [
        "收入持续增长。", "Revenue keeps rising.", "股价站上均线。", "若收入下滑，估值将承压。", "Revenue could fall.",
        "青禾食品的收入在下滑。",
    ],
)  # fmt: skip
def test_a_claim_that_the_rows_bear_out_or_do_not_know_is_let_be(text: str) -> None:
    assert check(text, BOOK).violations == ()


@pytest.mark.parametrize(
    "text",
    [
        "审计师拒绝在报表上签字。", "Auditors refused to sign the accounts.", "Guidance was raised.", "央行降息。",
        "苹果已选定其为独家供应商。", "Apple has chosen it as sole supplier.", "The bank withdrew its credit line.",
        "收盘价为 12.34 元[E12]，公司已被收购。",
    ],
)  # fmt: skip
def test_an_event_needs_a_document_however_short_it_is_told(text: str) -> None:
    assert [one.kind.value for one in check(text, BOOK).violations] == ["unsupported_event"]


@pytest.mark.parametrize("text", ["Buy now.", "前景光明。", "Momentum is collapsing."])
def test_a_short_sentence_without_a_number_is_an_opinion(text: str) -> None:
    assert check(text, BOOK).opinions == (text,)


def test_words_beside_a_tag_that_name_nothing_of_its_row_bear_nothing_out() -> None:
    assert check("市场情绪有所回暖[E4]。", BOOK).supported == 0


@pytest.mark.slow
def test_five_thousand_known_companies_do_not_slow_the_reading() -> None:
    text = "毛利率为 15.0%[E2]，上年同期为 12.3%[E1]。据报道，合同金额 12 亿元[E14]。" * 10
    many = {f"{number:06d}.SZ": (f"第{number}公司", f"Company{number} Holdings") for number in range(5_000)}
    few, crowd = BOOK, EvidenceBook(BOOK.rows, LABELS, {**many, **COMPANIES}, about=OWN)
    for book in (few, crowd):
        check(text, book)  # looks the names up
    costs = Costs(at_most=3)
    for _ in costs.turns():
        with costs.work():
            check(text, crowd)
        with costs.beside():
            check(text, few)
    assert costs.within_bounds, costs
