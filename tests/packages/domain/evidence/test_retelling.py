"""Events that are retold with the tag of a document, and events that have none."""

import pytest

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import check
from packages.domain.evidence.documents import document_bears
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.numbers import stated_numbers
from packages.domain.evidence.passages import folded
from src.modules.research.domain.labels import LABELS
from tests.packages.domain.evidence.evidence_rows import row

COMPANIES = {"A": ("沧浪能源", "Canglang Energy"), "B": ("北麓电气", "Beilu Electric")}
TEXTS = {
    "E1": ("2025-05-16", "A", "沧浪能源5月16日公告，股东大会通过以现金18亿元收购远岫风电60%股权的议案，建设期两年。"),
    "E2": (
        "2025-06-20",
        "A",
        "沧浪能源财务总监罗景澄因个人原因辞职，由董秘陆青禾代行职责，拟出售湖州子公司，尚需股东大会审议。",
    ),
    "E3": (
        "2025-03-12",
        "B",
        "Beilu Electric to build plant in Hungary. Beilu Electric said its board approved a €220 million investment, "
        "with production due to start in the third quarter of 2027. Chief executive Maren Osgood cited orders.",
    ),
    "E4": (
        "2025-02-13",
        "A",
        "Northmark Ratings affirms Canglang Energy at BB and revises the outlook to positive from stable.",
    ),
}


def _document(period: str, subject: str, text: str) -> EvidenceRow:
    return row("news", "0", "plain", period, subject, text)


BOOK = EvidenceBook({tag: _document(*parts) for tag, parts in TEXTS.items()}, LABELS, COMPANIES, about="A")


def _is_refused(text: str) -> bool:
    return any(one.kind is GroundingViolation.UNSUPPORTED_EVENT for one in check(text, BOOK).violations)


@pytest.mark.parametrize(
    "text",
    [
        "股东大会已通过收购远岫风电六成股权的议案[E1]。",
        "Shareholders approved the acquisition in May, with two years to build[E1].",
        "财务总监罗景澄离任，董秘暂代其职[E2]，短期或有扰动。",
        "The finance chief stepped down for personal reasons and the board secretary is standing in[E2].",
        "公司拟卖掉湖州子公司，尚待股东大会通过[E2]。",
        "同业北麓电气将在匈牙利建厂，2027年三季度投产[E3]。",
        "Beilu's board has signed off on a plant in Hungary, chief executive Maren Osgood said[E3].",
        "评级机构维持BB评级，展望由稳定上调为正面[E4]。",
    ],
)
def test_an_event_in_own_words_passes_as_its_document_tells_it(text: str) -> None:
    assert not _is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "股东大会已否决收购远岫风电六成股权的议案[E1]。",
        "股东大会已通过出售远岫风电六成股权的议案[E1]。",
        "股东大会已通过收购远岫风电七成股权的议案[E1]。",
        "Shareholders approved the acquisition in July, with two years to build[E1].",
        "Shareholders approved the acquisition in May, with three years to build[E1].",
        "董事长罗景澄离任，董秘暂代其职[E2]。",
        "财务总监罗景澄被解聘，董秘暂代其职[E2]。",
        "财务总监罗景澄离任，董秘张青禾暂代其职[E2]。",
        "公司已卖掉湖州子公司[E2]。",
        "公司拟卖掉湖州子公司，已获股东大会通过[E2]。",
        "公司拟卖掉湖州子公司，款项用来回购股份[E2]。",
        "同业北麓电气将在波兰建厂，2027年三季度投产[E3]。",
        "同业北麓电气将在匈牙利建厂，2027年一季度投产[E3]。",
        "沧浪能源将在匈牙利建厂[E3]。",
        "Beilu's board has signed off on a plant in Hungary, chief executive Maren Hargood said[E3].",
        "评级机构维持BB评级，展望由正面下调为稳定[E4]。",
        "评级机构将评级调至BB-，展望正面[E4]。",
    ],
)
def test_an_event_that_its_document_tells_otherwise_is_refused(text: str) -> None:
    assert _is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "公司董事长已被监管部门带走调查。",
        "Management has guided to record margins for the year ahead.",
        "The auditor issued a qualified opinion on the accounts.",
        "公司实际控制人正筹划转让控制权。",
        "The board resolved to pay a special dividend.",
        "Production has been suspended at the main plant.",
    ],
)
def test_an_event_without_a_document_is_refused(text: str) -> None:
    assert _is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "若公司被立案调查，估值将承压。",
        "A takeover bid could support the shares.",
        "需警惕诉讼风险。",
        "公司股息率具备吸引力。",
    ],
)
def test_a_risk_a_condition_or_a_figure_is_no_event(text: str) -> None:
    assert not _is_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        'It was the case that "its board approved a €220 million investment,"[E3] no less.',
        "“its board approved a €220 million investment”, Beilu said[E3].",
        "- Results: “its board approved a €220 million investment”[E3].",
        "「财务总监罗景澄因个人原因辞职」[E2]（2025-06-20，评级与目标价，方向不明）。",
    ],
)
def test_a_quotation_may_have_a_label_end_in_the_sentence_s_own_comma_and_be_cited_later(text: str) -> None:
    assert not check(text, BOOK).violations


def test_a_changed_quotation_is_refused_where_its_tag_comes_later_too() -> None:
    assert _is_refused("“its board rejected an investment”, Beilu said[E3].")


@pytest.mark.parametrize(
    ("number", "tag", "borne"),
    [("18亿元", "E1", True), ("worth 1.8 billion yuan", "E1", True), ("18万元", "E1", False), ("2.2亿欧元", "E3", True),
     ("60%", "E1", True), ("61%", "E1", False)],
)  # fmt: skip
def test_a_document_bears_a_number_in_any_unit_that_makes_it_the_same(number: str, tag: str, borne: bool) -> None:
    (stated,) = stated_numbers(folded(number))
    assert document_bears(stated, [BOOK.rows[tag]]) is borne
