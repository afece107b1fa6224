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


_TELLINGS = {
    "supply": "Beilu Electric said it was picked as second-source supplier of camera modules to a German carmaker. The "
    "award is not a firm order. Deliveries start in the first quarter of 2027.",
    "sale": "Beilu Electric agreed to sell its gas distribution unit to Calder Point for £1.15 billion in cash. "
    "Completion is expected in mid-2026, subject to regulatory approval.",
    "outlook": "Beilu Electric cut its 2025 capital spending plan to £410 million from £480 million, citing low "
    "lithium prices. It kept its profit guidance and raised its interim dividend by 4% to 6.5 pence.",
    "people": "Beilu Electric names Petra Lindqvist chief executive. She will succeed Howard Tennant, who steps down "
    "on 31 December.",
    "trial": "北麓电气公告，新药II期临床试验达到主要终点，计划于2025年下半年启动III期临床试验，公司控制权不发生变更。",
    "dividend": "北麓电气董事会宣派中期股息每股0.12元，上年同期未派发中期股息，期内净增门店86家，对业绩影响较小。",
    "list": "北麓电气聘任汪若岚为副总裁。公司于8月10日起上调出厂价200元/吨，为年内第三次提价，并接收三架A330货机。",
}  # fmt: skip


def _told_by(name: str) -> EvidenceBook:
    return EvidenceBook({"E1": _document("2025-08-01", "B", _TELLINGS[name])}, LABELS, COMPANIES, about="B")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("supply", "公司获选为德国车企摄像模组的第二供应商，2027年一季度起交付[E1]。"),
        ("sale", "The deal still needs regulatory clearance[E1]."),
        ("sale", "北麓电气拟以11.5亿英镑现金向Calder Point出售燃气配送业务，尚需监管批准[E1]。"),
        ("outlook", "Profit guidance is unchanged and the interim dividend rises 4% to 6.5 pence[E1]."),
        ("outlook", "公司将2025年资本开支计划由4.8亿英镑下调至4.1亿英镑[E1]。"),
        ("people", "首席执行官Howard Tennant将于12月31日卸任，由Petra Lindqvist接任[E1]。"),
        ("trial", "III期临床尚未启动[E1]。"),
        ("dividend", "The board declared an interim dividend of RMB0.12 per share; none was paid a year earlier[E1]."),
        ("dividend", "1) 期内净增门店86家[E1]。\n2) 董事会宣派中期股息每股0.12元，高于上年同期[E1]。"),
        ("list", "公司聘任汪若岚为副总裁[E1]。"),
        ("list", "公司将接收三架A330[E1]。"),
    ],
)
def test_a_retelling_passes_in_either_language_with_numbers_anywhere_in_the_sentence(name: str, text: str) -> None:
    assert not check(text, _told_by(name)).violations


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("supply", "公司获选为德国航空企业摄像模组的第二供应商，2027年一季度起交付[E1]。"),
        ("supply", "Beilu was picked as sole supplier of camera modules to a German carmaker[E1]."),
        ("supply", "The award is a firm order, with deliveries from the first quarter of 2027[E1]."),
        ("sale", "Beilu has sold its gas distribution unit to Calder Point for £1.15 billion[E1]."),
        ("sale", "Calder Point agreed to sell its gas unit to Beilu, paying £1.15 billion in shares[E1]."),
        ("sale", "The deal has received regulatory approval[E1]."),
        ("outlook", "公司将2025年资本开支计划由4.1亿英镑提高至4.8亿英镑[E1]。"),
        ("outlook", "Profit guidance was cut and the interim dividend rises 4% to 6.5 pence[E1]."),
        ("outlook", "High lithium prices were blamed for the smaller plan of £410 million[E1]."),
        ("outlook", "The interim dividend will be 4%[E1] lower."),
        ("people", "Howard Tennant will succeed Petra Lindqvist as chief executive[E1]."),
        ("trial", "III期临床试验达到主要终点[E1]。"),
        ("trial", "公司控制权将发生变更[E1]。"),
        ("dividend", "董事会宣派中期股息每股0.12元，与上年同期持平[E1]。"),
        ("dividend", "期内净关门店86家[E1]，对业绩影响重大。"),
        ("list", "公司聘任汪若岚为财务总监[E1]。"),
        ("list", "公司上调出厂价200元/吨，为年内第二次提价[E1]。"),
    ],
)
def test_a_retelling_that_puts_another_thing_or_order_in_the_place_of_what_is_told_is_refused(
    name: str, text: str
) -> None:
    found = check(text, _told_by(name)).violations
    assert any(one.kind is GroundingViolation.UNSUPPORTED_EVENT for one in found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("people", "Lindqvist knows the industry better than anyone[E1]."),
        ("sale", "The sale frees the group to grow abroad[E1]."),
        ("trial", "该药市场空间广阔，先发优势明显[E1]。"),
    ],
)
def test_a_number_free_sentence_that_its_document_neither_tells_nor_denies_is_an_opinion(name: str, text: str) -> None:
    grounding = check(text, _told_by(name))
    assert (grounding.violations, grounding.opinions) == ((), (text,))


def test_a_number_free_sentence_in_the_words_of_its_document_is_borne_out() -> None:
    grounding = check("新药临床试验达到主要终点[E1]。", _told_by("trial"))
    assert (grounding.claims, grounding.supported, grounding.opinions) == (1, 1, ())
